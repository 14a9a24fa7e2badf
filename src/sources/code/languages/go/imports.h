#pragma once

#include <string_view>

#include "sources/code/facts.h"
#include "sources/code/resolve/project.h"
#include "sources/code/resolve/resolution.h"

namespace satchel::code {

// To the directory of the package.
Resolution ResolveGoImport(const Project& project, std::string_view from_path,
                           const Import& import);

}  // namespace satchel::code
