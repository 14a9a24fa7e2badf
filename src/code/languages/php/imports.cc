#include "code/languages/php/imports.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;

Resolution ResolveInclude(const PathSet& paths, std::string_view from_path,
                          std::string_view module) {
  if (auto path = JoinPath(DirectoryOf(from_path), module); path && paths.Has(*path)) {
    return Resolution::File(*std::move(path), "relative");
  }
  // Behind a constant or a variable that says where the program is.
  if (module.starts_with('/')) module.remove_prefix(1);
  if (!IsWorkspacePath(module)) return {};
  if (paths.Has(module)) return Resolution::File(std::string(module), "root_relative");
  const auto found = paths.EndingWith(module);
  if (found.size() != 1 || !module.contains('/')) return {};
  return Resolution::File(std::string(paths.path(found.front())), "suffix_unique");
}

// The longest namespace that a manifest knows, then the rest as a path below its directory.
std::optional<std::string> FindByComposer(const Project& project, std::string_view name) {
  std::string_view space = name;
  while (true) {
    const std::size_t last = space.rfind('\\');
    space = last == std::string_view::npos ? std::string_view() : space.substr(0, last);
    if (const auto* directories = project.composer().DirectoriesOf(space)) {
      std::string rest(name.substr(space.empty() ? 0 : space.size() + 1));
      std::ranges::replace(rest, '\\', '/');
      for (const std::string& directory : *directories) {
        std::string path = Below(directory, rest) + ".php";
        if (project.paths().Has(path)) return path;
      }
    }
    if (space.empty()) return std::nullopt;
  }
}

// Without a manifest: the file whose path ends with most of the name, at least two parts of it.
std::optional<std::string> FindByEnd(const PathSet& paths, std::string_view from_path,
                                     std::string end) {
  std::ranges::replace(end, '\\', '/');
  end += ".php";
  for (int dropped = 0; dropped < 6 && end.contains('/'); ++dropped) {
    const auto found = paths.EndingWith(end);
    std::optional<std::string_view> best;
    std::size_t best_depth = 0;
    for (const PathSet::Index index : found.first(std::min(found.size(), kMostCandidates))) {
      const std::string_view path = paths.path(index);
      const std::size_t depth = SharedDepth(DirectoryOf(path), DirectoryOf(from_path));
      if (best && (depth < best_depth || (depth == best_depth && path > *best))) continue;
      best = path;
      best_depth = depth;
    }
    if (best) return std::string(*best);
    end.erase(0, end.find('/') + 1);
  }
  return std::nullopt;
}

bool IsName(std::string_view name) {
  const auto parts = SplitName(name, "\\");
  return !parts.empty() && std::ranges::none_of(parts, [](std::string_view part) {
    return part.empty() || part.find_first_of("/. ") != std::string_view::npos;
  });
}

}  // namespace

Resolution ResolvePhpImport(const Project& project, std::string_view from_path,
                            const Import& import) {
  if (import.kind == ImportKind::kInclude) {
    return ResolveInclude(project.paths(), from_path, import.module);
  }
  // A function or a constant of a namespace may be in any file.
  if (import.kind != ImportKind::kModule || !IsName(import.module)) return {};
  if (auto file = FindByComposer(project, import.module)) {
    return Resolution::File(*std::move(file), "psr4");
  }
  if (auto file = FindByEnd(project.paths(), from_path, import.module)) {
    return Resolution::File(*std::move(file), "class_path");
  }
  return import.module.contains('\\') ? Resolution() : Resolution::External();
}

}  // namespace satchel::code
