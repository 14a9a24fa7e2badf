#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// Files that are named by their path: in pages, style sheets, manifests, build files and schemas.
// From the file that names them, then from the root, then from the directories between.
Resolution ResolveNamedFile(const Project& project, std::string_view from_path,
                            const Import& import);
// A directory is a module of its own: `./modules/net`.
Resolution ResolveTerraformModule(const Project& project, std::string_view from_path,
                                  const Import& import);

}  // namespace satchel::code
