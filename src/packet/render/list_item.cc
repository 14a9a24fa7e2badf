#include "packet/render/list_item.h"

namespace satchel::packet {
namespace {

// A list item is shown whole up to here, its escapes included; sources bound it long before and
// say so. The second limit is that of the first rules.
constexpr std::size_t kMostItemChars = 1'000'000;
constexpr std::size_t kMostLineChars = 100'000;

}  // namespace

text::Markup MarkupOf(int line_rules) {
  if (line_rules < 2) return text::Markup::kNoSpans;
  return line_rules < 3 ? text::Markup::kLinks : text::Markup::kNoLinks;
}

std::string ListItem(std::string_view text, int line_rules) {
  return line_rules < 2 ? text::InlineText(text, kMostLineChars, MarkupOf(line_rules))
                        : text::ItemText(text, kMostItemChars, MarkupOf(line_rules));
}

std::size_t ListItemBytes(std::string_view text, int line_rules) {
  return line_rules < 2 ? text::InlineBytes(text, kMostLineChars, MarkupOf(line_rules))
                        : text::ItemBytes(text, kMostItemChars, MarkupOf(line_rules));
}

}  // namespace satchel::packet
