#pragma once

#include <string_view>

#include "sources/code/facts.h"
#include "sources/code/resolve/project.h"
#include "sources/code/resolve/resolution.h"

namespace satchel::code {

// `#include` of C and C++.
Resolution ResolveCInclude(const Project& project, std::string_view from_path,
                           const Import& import);

}  // namespace satchel::code
