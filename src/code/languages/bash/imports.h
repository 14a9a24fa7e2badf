#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// A script that is sourced or run: from the file, from a directory above it, or the only one whose
// path ends so.
Resolution ResolveBashImport(const Project& project, std::string_view from_path,
                             const Import& import);

}  // namespace satchel::code
