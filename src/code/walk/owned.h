#pragma once

#include <string_view>

namespace satchel::code {

// Whether another source reads it, or it is Satchel's own: `.satchel/`, `.context/`, and the
// files of graphs in `graphs/` at the root. `path` as in the walk, a directory without a slash.
bool IsOwned(std::string_view path, std::string_view name, bool is_directory);

}  // namespace satchel::code
