#include "code/languages/c/imports.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;

std::optional<std::string> FindFrom(const PathSet& paths, std::string_view directory,
                                    std::string_view name) {
  auto path = JoinPath(directory, name);
  if (path && !paths.Has(*path)) path.reset();
  return path;
}

// Each directory above the file, its `include` and its `src`; not `any_place`: only where headers
// for others are kept.
std::optional<std::string> FindAbove(const PathSet& paths, std::string_view directory,
                                     std::string_view name, bool any_place) {
  std::string path;
  const bool found = VisitUp(directory, [&](std::string_view above) {
    for (const std::string_view inner : {"", "include/", "src/", "inc/"}) {
      if (!any_place && !inner.starts_with("inc")) continue;
      path.assign(above);
      if (!above.empty()) path += '/';
      path += inner;
      path += name;
      if (paths.Has(path)) return true;
    }
    return false;
  });
  return found ? std::optional<std::string>(std::move(path)) : std::nullopt;
}

// Below a directory that is called `include` goes before elsewhere, then the nearest to the file.
// Among very many there is no telling.
Resolution FindByEnd(const PathSet& paths, std::string_view directory, std::string_view name,
                     bool any_place) {
  const auto found = paths.EndingWith(name);
  if (found.size() > kMostCandidates) return {};
  std::optional<std::tuple<std::size_t, bool>> best;
  std::string_view best_path;
  for (const PathSet::Index index : found) {
    const std::string_view path = paths.path(index);
    const std::string_view root = DirectoryOf(path.substr(0, path.size() - name.size()));
    const bool include = BaseOf(root) == "include";
    if (!include && !any_place) continue;
    const std::tuple rank(SharedDepth(root, directory), include);
    if (!best || rank > *best || (rank == *best && path < best_path)) {
      best = rank;
      best_path = path;
    }
  }
  if (!best) return {};
  return Resolution::File(std::string(best_path),
                          found.size() == 1 ? "suffix_unique" : "suffix_nearest");
}

}  // namespace

Resolution ResolveCInclude(const Project& project, std::string_view from_path,
                           const Import& import) {
  const PathSet& paths = project.paths();
  const std::string_view name = import.module;
  const bool system = import.kind == ImportKind::kSystemInclude;
  Resolution nothing = system ? Resolution::External() : Resolution();
  if (name.starts_with('/')) return nothing;
  const std::string_view directory = DirectoryOf(from_path);
  if (!system) {
    if (auto path = FindFrom(paths, directory, name)) {
      return Resolution::File(std::move(*path), "include_same_directory");
    }
  }
  for (const std::string& include : project.compile_commands().For(paths, from_path)) {
    if (auto path = FindFrom(paths, include, name)) {
      return Resolution::File(std::move(*path), "compile_commands");
    }
  }
  const auto clean = JoinPath("", name);
  if (!clean || !IsWorkspacePath(*clean)) return nothing;
  // `<string.h>` is hardly ever the one file of that name somewhere in the workspace.
  const bool any_place = !system || clean->contains('/');
  if (auto path = FindAbove(paths, directory, *clean, any_place)) {
    return Resolution::File(std::move(*path), "include_path");
  }
  Resolution found = FindByEnd(paths, directory, *clean, any_place);
  if (found.target) return found;
  return nothing;
}

}  // namespace satchel::code
