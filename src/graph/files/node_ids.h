#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/range.h"

namespace satchel::graph {

// What an id in a text is made of: letters, digits, hyphens, underscores.
bool IsIdChar(char c);

// The ids of nodes in a text, each once, in its order: a layer's prefix, a hyphen, then
// letters, digits, hyphens and underscores.
std::vector<std::string> IdsIn(std::string_view text);

// All places where one stands, in order.
std::vector<text::ByteRange> IdPlacesIn(std::string_view text);

}  // namespace satchel::graph
