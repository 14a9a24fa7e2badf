#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `mod x;` and `use a::b`: to the file of the innermost module that has one.
Resolution ResolveRustImport(const Project& project, std::string_view from_path,
                             const Import& import);

}  // namespace satchel::code
