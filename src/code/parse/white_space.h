#pragma once

#include <string_view>

namespace satchel::code {

inline constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// White space inside of a line.
constexpr bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

inline bool IsWhiteSpace(std::string_view text) {
  return text.find_first_not_of(kWhiteSpace) == text.npos;
}

}  // namespace satchel::code
