#include "packet/render/list_item.h"

namespace satchel::packet {
namespace {

// A list item is shown whole up to here, its escapes included; sources bound it long before and
// say so. The second limit is that of the first rules.
constexpr std::size_t kMostItemChars = 1'000'000;
constexpr std::size_t kMostLineChars = 100'000;

}  // namespace

text::Spans SpansOf(int line_rules) {
  return line_rules < 2 ? text::Spans::kEscaped : text::Spans::kAsWritten;
}

std::string ListItem(std::string_view text, int line_rules) {
  return line_rules < 2 ? text::InlineText(text, kMostLineChars, SpansOf(line_rules))
                        : text::ItemText(text, kMostItemChars);
}

std::size_t ListItemBytes(std::string_view text, int line_rules) {
  return line_rules < 2 ? text::InlineBytes(text, kMostLineChars, SpansOf(line_rules))
                        : text::ItemBytes(text, kMostItemChars);
}

}  // namespace satchel::packet
