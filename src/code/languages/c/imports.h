#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// `#include` of C and C++.
Resolution ResolveCInclude(const Project& project, std::string_view from_path,
                           const Import& import);

}  // namespace satchel::code
