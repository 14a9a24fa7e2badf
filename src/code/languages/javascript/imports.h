#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// Relative, by tsconfig.json, by package.json. They differ in which extension goes first.
Resolution ResolveJavaScriptImport(const Project& project, std::string_view from_path,
                                   const Import& import);
Resolution ResolveTypeScriptImport(const Project& project, std::string_view from_path,
                                   const Import& import);

}  // namespace satchel::code
