#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `a.b.C`, nested classes and static members to a file, `a.b.*` to a directory.
Resolution ResolveJavaImport(const Project& project, std::string_view from_path,
                             const Import& import);

// The same for languages with packages whose files need not be named after classes: what no file is
// named after is in the directory of its package, if there is one.
Resolution ResolveGroovyImport(const Project& project, std::string_view from_path,
                               const Import& import);
Resolution ResolveKotlinImport(const Project& project, std::string_view from_path,
                               const Import& import);
Resolution ResolveScalaImport(const Project& project, std::string_view from_path,
                              const Import& import);

}  // namespace satchel::code
