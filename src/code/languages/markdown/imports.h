#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// Links to other files.
Resolution ResolveMarkdownLink(const Project& project, std::string_view from_path,
                               const Import& import);

}  // namespace satchel::code
