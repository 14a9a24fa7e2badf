#pragma once

#include <memory>
#include <string>

#include "packet/layout.h"

namespace satchel::packet {

// A packet for people and for agents that read Markdown. Lines stand in lists,
// prose in block quotes, code in fences longer than any run of backticks in it:
// no content can end its own part or begin another one.
class MarkdownLayout final : public Layout {
 public:
  std::unique_ptr<Layout> BoundTo(const Packet& packet) const override;
  std::string Header(const Packet& packet) const override;
  std::string SectionOpen(const Section& section) const override;
  std::string SectionClose(const Section& section) const override;
  std::string DemotedOpen(const Section& section) const override;
  void AppendItem(std::string& out, const Section& section, const Candidate& candidate,
                  std::size_t step) const override;
  std::size_t ItemBytes(const Section& section, const Candidate& candidate,
                        std::size_t step) const override;
  std::string RestLine(std::size_t count) const override;
  std::string Trailer(const Packet& packet) const override;
};

}  // namespace satchel::packet
