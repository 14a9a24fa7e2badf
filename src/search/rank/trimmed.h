#pragma once

#include <cstddef>
#include <string_view>

namespace satchel::rank {

// A line without what is blank at its ends.
inline std::string_view Trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == line.npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace satchel::rank
