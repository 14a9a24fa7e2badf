#pragma once

#include <string_view>
#include <vector>

namespace satchel {

// `a|b|c`, as tables have what a flag or an argument may be, as its parts; none of an empty text.
inline std::vector<std::string_view> SplitChoices(std::string_view choices) {
  std::vector<std::string_view> parts;
  while (!choices.empty()) {
    const auto end = choices.find('|');
    parts.push_back(choices.substr(0, end));
    choices.remove_prefix(end == choices.npos ? choices.size() : end + 1);
  }
  return parts;
}

}  // namespace satchel
