#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace satchel::text {

// Fences that the content between them cannot close. Everything here is a pure
// function of its arguments, so the same packet gets the same fences.

// A run of backticks, at least three, longer than any in the content. No line of
// the content can then end a block opened with it, whatever its line ends are.
std::string MarkdownFence(std::string_view content);

// A fenced block of exactly this content: opening line with the info string,
// content, a newline if it has none at its end, closing line with a newline.
// The info string loses what could end the line or the fence.
std::string MarkdownBlock(std::string_view info, std::string_view content);

struct FenceAttribute {
  std::string_view name;  // lower-case letters, digits, '_' and '-'; others are left out
  std::string_view value;
};

// A pair of tags for prompts, `<satchel-3f9a1c2b5d7e6f80>` ... `</satchel-3f9a1c2b5d7e6f80>`. The
// digits come from a digest of all contents of the packet and occur in none of
// them: not in other case, not with invisible characters, spaces or punctuation
// between them, not as HTML entities, not in full-width forms. A content may know
// the rule and still cannot name its own fence.
class PromptFence {
 public:
  // How many hexadecimal digits it has. Packets of earlier rules have short tags.
  enum class Tag : std::uint8_t { kShort = 8, kLong = 16 };

  // `contents`: everything that will stand between or beside tags of this fence.
  static PromptFence For(std::span<const std::string_view> contents, Tag tag = Tag::kLong);
  // The fence that the first line of a rendered packet names, for one more content next to it.
  // nullopt if that line names none, or if the content holds its digits.
  static std::optional<PromptFence> OfPacket(std::string_view packet, std::string_view content);
  // Of the same length, and of at least as many tokens, as any other: for costs
  // that are needed before the contents are known. Never for output.
  static PromptFence StandIn(Tag tag = Tag::kLong);

  const std::string& tag() const { return tag_; }
  // One line without its newline. Values can end neither the quote, the tag nor the line.
  std::string Open(std::span<const FenceAttribute> attributes = {}) const;
  std::string Close() const;
  // Open, content, a newline if it has none at its end, Close, newline.
  std::string Block(std::span<const FenceAttribute> attributes, std::string_view content) const;

 private:
  explicit PromptFence(std::string tag) : tag_(std::move(tag)) {}
  std::string tag_;
};

}  // namespace satchel::text
