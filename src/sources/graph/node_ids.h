#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace satchel::graph {

// What an id in a text is made of: letters, digits, hyphens, underscores.
bool IsIdChar(char c);

// The ids of nodes in a text, each once, in its order: a layer's prefix, a hyphen, then
// letters, digits, hyphens and underscores.
std::vector<std::string> IdsIn(std::string_view text);

// The text with blanks in the place of them: an id is no word of what somebody says.
std::string WithoutIds(std::string_view text);

}  // namespace satchel::graph
