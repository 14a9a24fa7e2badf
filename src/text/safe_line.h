#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::text {

// Outside text as a title or label: invisible characters written out, secrets replaced, and at
// most so many characters. For what is stored or drawn; a packet has its own gate.
std::string SafeLine(std::string_view text, std::size_t max_characters);

// Outside text as it may be printed on one line: what EscapeInvisible() writes out, and tab,
// CR and LF as well (\u{1B}, \u{A}).
std::string VisibleLine(std::string_view text);

}  // namespace satchel::text
