#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `using A.B` to the directory that is named like it, `using static A.B.C` and an alias of a class
// to its file.
Resolution ResolveCSharpUsing(const Project& project, std::string_view from_path,
                              const Import& import);

}  // namespace satchel::code
