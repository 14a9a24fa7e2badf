#pragma once

#include <string_view>

// Spaces and tabs at the ends of a line.
namespace satchel::notes {

inline std::string_view TrimLeft(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == text.npos ? text.substr(text.size()) : text.substr(begin);
}

inline std::string_view TrimRight(std::string_view text) {
  const auto last = text.find_last_not_of(" \t");
  return text.substr(0, last == text.npos ? 0 : last + 1);
}

inline std::string_view Trim(std::string_view text) { return TrimRight(TrimLeft(text)); }

inline bool IsBlankLine(std::string_view text) { return TrimLeft(text).empty(); }

}  // namespace satchel::notes
