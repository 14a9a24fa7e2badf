#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `require_relative` from the file, `require`, `load` and `autoload` by what is usually on the
// load path: `lib` and the directories above the file.
Resolution ResolveRubyImport(const Project& project, std::string_view from_path,
                             const Import& import);

}  // namespace satchel::code
