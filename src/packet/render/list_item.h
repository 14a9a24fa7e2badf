#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/inline_text.h"

// Texts of others in a packet, by its line rules (packet.h).
namespace satchel::packet {

inline constexpr std::size_t kMostTitleChars = 300;

// What stands behind "- ", and its size.
std::string ListItem(std::string_view text, int line_rules);
std::size_t ListItemBytes(std::string_view text, int line_rules);

// Which markup of titles and lines works.
text::Markup MarkupOf(int line_rules);

}  // namespace satchel::packet
