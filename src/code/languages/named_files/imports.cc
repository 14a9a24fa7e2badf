#include "code/languages/named_files/imports.h"

#include <array>
#include <optional>
#include <string>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// What a directory is entered by.
constexpr auto kEntries = std::to_array<std::string_view>(
    {"CMakeLists.txt", "Makefile", "GNUmakefile", "makefile", "Dockerfile", "Containerfile",
     "action.yml", "action.yaml", "index.html", "_index.scss"});

bool LeavesTheWorkspace(std::string_view path) {
  return path.starts_with("//") || path.substr(0, path.find('/')).contains(':');
}

// `${CMAKE_CURRENT_SOURCE_DIR}/x`, `$(TOP)/x`: what is behind the last variable counts.
std::string_view BehindVariables(std::string_view path) {
  if (!path.contains('$')) return path;
  const std::size_t end = path.find_last_of("})");
  if (end == std::string_view::npos || path.find('$', end) != std::string_view::npos) return {};
  path.remove_prefix(end + 1);
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

std::optional<Resolution> At(const Project& project, const std::string& path, const Import& import,
                             std::string_view rule) {
  const PathSet& paths = project.paths();
  if (paths.Has(path)) return Resolution::File(path, rule);
  if (!path.empty() && paths.HasDirectory(path)) {
    if (!import.name.empty()) {
      const auto named = JoinPath(path, import.name);
      if (named && paths.Has(*named)) return Resolution::File(*named, rule);
    }
    for (const std::string_view entry : kEntries) {
      std::string inside = Below(path, entry);
      if (paths.Has(inside)) return Resolution::File(std::move(inside), rule);
    }
    return Resolution::Directory(path, rule);
  }
  // include(Tools) is Tools.cmake, @use "tools" is _tools.scss.
  for (const std::string_view ending : {".cmake", ".mk", ".html", ".scss", ".sass", ".less"}) {
    std::string longer = path + std::string(ending);
    if (!path.empty() && paths.Has(longer)) return Resolution::File(std::move(longer), rule);
  }
  const std::string partial = Below(DirectoryOf(path), "_" + std::string(BaseOf(path)) + ".scss");
  if (!path.empty() && paths.Has(partial)) return Resolution::File(partial, rule);
  return std::nullopt;
}

}  // namespace

Resolution ResolveNamedFile(const Project& project, std::string_view from_path,
                            const Import& import) {
  const std::string_view whole = import.module;
  if (LeavesTheWorkspace(whole)) return Resolution::External();
  const std::string_view path = BehindVariables(whole.substr(0, whole.find_first_of("?#")));
  if (path.empty()) return {};
  const std::string_view directory = DirectoryOf(from_path);
  if (!path.starts_with('/')) {
    if (const auto joined = JoinPath(directory, path)) {
      if (auto found = At(project, *joined, import, "relative")) return *std::move(found);
    }
  }
  // Workflows name their actions, and schemas each other, from a directory further up.
  std::optional<Resolution> found;
  const std::string_view plain = path.substr(std::min(path.find_first_not_of('/'), path.size()));
  if (plain.empty() || plain.starts_with("../")) return {};
  VisitUp(directory, [&](std::string_view above) {
    if (above == directory) return false;
    if (const auto joined = JoinPath(above, plain)) {
      found = At(project, *joined, import, above.empty() ? "root_relative" : "directory_above");
    }
    return found.has_value();
  });
  if (found) return *std::move(found);
  // include(Tools) is found by CMAKE_MODULE_PATH, a schema by the paths of its compiler.
  const std::string_view end = plain.starts_with("./") ? plain.substr(2) : plain;
  for (const std::string_view ending : {"", ".cmake"}) {
    const std::string name = std::string(end) + std::string(ending);
    if (!name.contains('.')) continue;
    const auto ending_with = project.paths().EndingWith(name);
    if (ending_with.size() == 1) {
      return Resolution::File(std::string(project.paths().path(ending_with[0])), "suffix_unique");
    }
  }
  return {};
}

Resolution ResolveTerraformModule(const Project& project, std::string_view from_path,
                                  const Import& import) {
  const auto path = JoinPath(DirectoryOf(from_path), import.module);
  if (!path || path->empty() || !project.paths().HasDirectory(*path)) return {};
  return Resolution::Directory(*path, "relative");
}

}  // namespace satchel::code
