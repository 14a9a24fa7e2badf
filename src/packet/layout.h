#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "packet/packet.h"
#include "text/packet_header.h"

namespace satchel::packet {

using text::kMarkdownHeader;
using text::kPromptHeader;

// The pieces a rendering is made of. The packer counts the pieces and the
// renderer joins the same ones, so that a cost is what the text really takes.
// For the sum over the pieces to be the count of the whole, every piece is empty
// or begins with a visible character other than a slash and ends in a line feed:
// no token of o200k or cl100k then spans two pieces (see cost.h).
// Safe to share between threads. A layout never drops anything.
class Layout {
 public:
  virtual ~Layout() = default;

  // By which it shows lines; a packet is packed again under those it was packed by.
  virtual int line_rules() const { return kLineRules; }

  // The layout with which this packet is rendered: its line rules and fences that depend on all
  // contents are fixed here. Until then a stand-in of at least the same cost is used.
  virtual std::unique_ptr<Layout> BoundTo(const Packet& packet) const = 0;

  // Everything above the first section; empty when the packet shows no header.
  virtual std::string Header(const Packet& packet) const = 0;
  // What opens and closes a section that is not empty.
  virtual std::string SectionOpen(const Section& section) const = 0;
  virtual std::string SectionClose(const Section& section) const = 0;
  // Opens the part of a section that holds demoted items.
  virtual std::string DemotedOpen(const Section& section) const = 0;
  // Appends a candidate by one of its renditions.
  virtual void AppendItem(std::string& out, const Section& section, const Candidate& candidate,
                          std::size_t step) const = 0;
  // The size of what that appends. Overridden where it is known without the text: a
  // request measures thousands of candidates and shows a few.
  virtual std::size_t ItemBytes(const Section& section, const Candidate& candidate,
                                std::size_t step) const;
  virtual std::string RestLine(std::size_t count) const = 0;
  // The meter and the largest omissions, as the packet's flags say.
  virtual std::string Trailer(const Packet& packet) const = 0;
};

// Header and sections of the text, or the whole of it; `bound` as from BoundTo().
std::string ComposeBody(const Packet& packet, const Layout& bound);
std::string Compose(const Packet& packet, const Layout& layout);

}  // namespace satchel::packet
