#pragma once

#include <cstddef>
#include <string_view>

namespace satchel {

// Without those of `blanks` that are at its ends.
constexpr std::string_view Trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace satchel
