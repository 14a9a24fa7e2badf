#include "code/languages/go/imports.h"

#include <optional>
#include <string>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// Nearest first: a `vendor` belongs to the module above it.
std::optional<std::string> FindVendored(const PathSet& paths, std::string_view from_path,
                                        std::string_view module) {
  std::optional<std::string> found;
  std::string candidate;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    candidate.assign(directory);
    candidate += directory.empty() ? "vendor" : "/vendor";
    if (!paths.HasDirectory(candidate)) return false;
    candidate += '/';
    candidate += module;
    if (paths.HasDirectory(candidate)) found = candidate;
    return found.has_value();
  });
  return found;
}

// Without a go.mod: the workspace, or a directory of it, is somewhere below GOPATH/src.
std::optional<std::string> FindBelowGoPath(const PathSet& paths, std::string_view module) {
  if (std::string source = Below("src", module); paths.HasDirectory(source)) return source;
  while (true) {
    if (paths.HasDirectory(module)) return std::string(module);
    const std::size_t slash = module.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    module.remove_prefix(slash + 1);
  }
}

}  // namespace

Resolution ResolveGoImport(const Project& project, std::string_view from_path,
                           const Import& import) {
  const PathSet& paths = project.paths();
  const std::string_view module = import.module;
  if (module == "." || module == ".." || module.starts_with("./") || module.starts_with("../")) {
    auto directory = JoinPath(DirectoryOf(from_path), module);
    if (!directory || directory->empty() || !paths.HasDirectory(*directory)) return {};
    return Resolution::Directory(std::move(*directory), "relative");
  }
  if (!IsWorkspacePath(module)) return {};
  const auto package = project.go_modules().Find(from_path, module);
  if (package && paths.HasDirectory(package->directory)) {
    return Resolution::Directory(package->directory,
                                 package->replaced ? "go_replace" : "go_module");
  }
  if (auto vendored = FindVendored(paths, from_path, module)) {
    return Resolution::Directory(std::move(*vendored), "go_vendor");
  }
  if (package) return {};
  const std::string_view first = module.substr(0, module.find('/'));
  if (!first.contains('.')) return Resolution::External();
  if (project.go_modules().has_modules()) return Resolution::External();
  if (auto directory = FindBelowGoPath(paths, module)) {
    return Resolution::Directory(std::move(*directory), "suffix_unique");
  }
  return {};
}

}  // namespace satchel::code
