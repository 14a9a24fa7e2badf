#pragma once

#include <string_view>

namespace satchel::code {

// Whether a top-level module belongs to Python itself, in any version from 3.8 to 3.14.
bool IsPythonStandardModule(std::string_view name);

}  // namespace satchel::code
