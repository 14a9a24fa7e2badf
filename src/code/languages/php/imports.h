#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `use A\B\C` by composer.json, else by the end of a path that is named like it; `require` and
// `include` from the file.
Resolution ResolvePhpImport(const Project& project, std::string_view from_path,
                            const Import& import);

}  // namespace satchel::code
