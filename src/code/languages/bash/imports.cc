#include "code/languages/bash/imports.h"

#include <optional>
#include <string>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// As it is written; `load` of bats leaves the extension out.
std::optional<std::string> FindFile(const PathSet& paths, const std::string& path) {
  for (const std::string_view end : {"", ".bash", ".sh"}) {
    std::string file = path + std::string(end);
    if (paths.Has(file)) return file;
  }
  return std::nullopt;
}

}  // namespace

Resolution ResolveBashImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  const PathSet& paths = project.paths();
  if (import.module.starts_with('/')) return {};
  const auto beside = JoinPath(DirectoryOf(from_path), import.module);
  if (!beside) return {};
  if (auto file = FindFile(paths, *beside); file && *file != from_path) {
    return Resolution::File(*std::move(file), "relative");
  }
  const auto module = JoinPath("", import.module);
  if (!module || module->empty()) return {};
  std::optional<std::string> found;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    found = FindFile(paths, Below(directory, *module));
    if (found && *found == from_path) found.reset();
    return found.has_value();
  });
  if (found) return Resolution::File(*std::move(found), "directory_above");
  const auto ends = paths.EndingWith(*module);
  if (ends.size() != 1 || paths.path(ends.front()) == from_path) return {};
  return Resolution::File(std::string(paths.path(ends.front())), "suffix_unique");
}

}  // namespace satchel::code
