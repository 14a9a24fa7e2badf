#pragma once

#include <memory>
#include <string>

#include "packet/layout.h"
#include "text/fence.h"

namespace satchel::packet {

// A packet to be put into a model's prompt. Retrieved text stands between tags
// whose name is derived from all contents and occurs in none of them.
class PromptLayout final : public Layout {
 public:
  // Before the contents are known: a tag that costs at least as much as any.
  explicit PromptLayout(int line_rules = kLineRules)
      : PromptLayout(text::PromptFence::StandIn(TagOf(line_rules)), line_rules) {}

  int line_rules() const override { return line_rules_; }

  std::unique_ptr<Layout> BoundTo(const Packet& packet) const override;
  std::string Header(const Packet& packet) const override;
  std::string SectionOpen(const Section& section) const override;
  std::string SectionClose(const Section& section) const override;
  std::string DemotedOpen(const Section& section) const override;
  void AppendItem(std::string& out, const Section& section, const Candidate& candidate,
                  std::size_t step) const override;
  std::string RestLine(std::size_t count) const override;
  std::string Trailer(const Packet& packet) const override;

 private:
  static text::PromptFence::Tag TagOf(int line_rules) {
    return line_rules < 3 ? text::PromptFence::Tag::kShort : text::PromptFence::Tag::kLong;
  }

  PromptLayout(text::PromptFence fence, int line_rules)
      : fence_(std::move(fence)), line_rules_(line_rules) {}

  text::PromptFence fence_;
  int line_rules_;
};

}  // namespace satchel::packet
