#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "code/resolve/path_set.h"

namespace satchel::code {

// Of x.ts and x.js beside each other, a file of TypeScript means the first, and one of JavaScript
// the second.
enum class Prefer : std::uint8_t { kTypeScript, kJavaScript };

// The file that `path` stands for: itself, with an extension, with another one (`x.js` is compiled
// from `x.ts`), or the index of a directory.
std::optional<std::string> FindScript(const PathSet& paths, std::string_view path, Prefer prefer);

}  // namespace satchel::code
