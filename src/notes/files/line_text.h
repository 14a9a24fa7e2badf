#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

// Spaces and tabs at the ends of a line.
namespace satchel::notes {

// Loops, since the library looks up every character in the set by a call.
inline std::string_view TrimLeft(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && IsBlank(text[begin])) ++begin;
  return text.substr(begin);
}

inline std::string_view TrimRight(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && IsBlank(text[end - 1])) --end;
  return text.substr(0, end);
}

inline std::string_view Trim(std::string_view text) { return TrimRight(TrimLeft(text)); }

inline bool IsBlankLine(std::string_view text) { return TrimLeft(text).empty(); }

}  // namespace satchel::notes
