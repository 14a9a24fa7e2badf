#pragma once

#include <string_view>

namespace satchel::code {

// Whether a specifier names a module of Node, Deno or Bun itself: `fs`, `fs/promises`, `node:test`.
bool IsBuiltinModule(std::string_view specifier);

}  // namespace satchel::code
