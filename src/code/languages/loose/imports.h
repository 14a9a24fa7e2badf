#pragma once

#include <string_view>

#include "code/facts/facts.h"
#include "code/resolve/project.h"
#include "code/resolve/resolution.h"

namespace satchel::code {

// How the languages that are read without a grammar find files.
Resolution ResolveDartImport(const Project& project, std::string_view from_path,
                             const Import& import);
Resolution ResolveElixirImport(const Project& project, std::string_view from_path,
                               const Import& import);
Resolution ResolveHaskellImport(const Project& project, std::string_view from_path,
                                const Import& import);
Resolution ResolveJuliaImport(const Project& project, std::string_view from_path,
                              const Import& import);
Resolution ResolveLuaImport(const Project& project, std::string_view from_path,
                            const Import& import);
Resolution ResolvePerlImport(const Project& project, std::string_view from_path,
                             const Import& import);
Resolution ResolveSwiftImport(const Project& project, std::string_view from_path,
                              const Import& import);
Resolution ResolveZigImport(const Project& project, std::string_view from_path,
                            const Import& import);

}  // namespace satchel::code
