#pragma once

#include <string_view>

#include "sources/code/facts.h"
#include "sources/code/resolve/project.h"
#include "sources/code/resolve/resolution.h"

namespace satchel::code {

// `a.b.C`, nested classes and static members to a file, `a.b.*` to a directory.
Resolution ResolveJavaImport(const Project& project, std::string_view from_path,
                             const Import& import);

}  // namespace satchel::code
