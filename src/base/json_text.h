#pragma once

#include <string>
#include <string_view>

namespace satchel {

// Appends a text as CanonicalJson() prints it, for what is printed without a tree of values.
void AppendJson(std::string& out, std::string_view text);

}  // namespace satchel
