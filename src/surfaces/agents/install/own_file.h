#pragma once

#include <string>
#include <string_view>

namespace satchel::agents {

// A JavaScript file of ours: a first line with the digest of the rest, so that it is known whether
// somebody edited it, whichever version of Satchel wrote it.
std::string Stamped(std::string_view script);
// Whether the text is one that Stamped() gave.
bool IsUnedited(std::string_view text);

}  // namespace satchel::agents
