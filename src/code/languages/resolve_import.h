#pragma once

#include <cstddef>
#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// The file or directory behind an import, by the rules of its language, which is given by its
// stable name (`python`). A language without rules has no answers. The time it takes is bounded
// whatever the import says, and does not grow with the number of files but by the logarithm of it.
Resolution ResolveImport(const Project& project, std::string_view from_path,
                         std::string_view language, const Import& import);

// Whether there are rules for it.
bool HasImportRules(std::string_view language);

}  // namespace satchel::code
