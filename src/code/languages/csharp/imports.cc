#include "code/languages/csharp/imports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "code/resolve/workspace_path.h"

// A namespace need not be a directory, but mostly is one: of `Shop.Core.Models` the first parts may
// be the name of a project, `Shop.Core/Models`, or not be written at all, `Models`. What uses of
// names lead to goes by the namespace that files say they are in, and not by this.
namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;
constexpr std::size_t kMostParts = 12;

// All forms of the name as an end of a path, the longest first: `A/B/C`, `A.B/C`, `A.B.C`, `B/C`, …
std::vector<std::string> EndsOf(std::span<const std::string_view> parts) {
  std::vector<std::string> ends;
  for (std::size_t first = 0; first < parts.size(); ++first) {
    for (std::size_t dotted = first; dotted < parts.size(); ++dotted) {
      std::string end;
      for (std::size_t i = first; i < parts.size(); ++i) {
        if (i > first) end += i <= dotted ? '.' : '/';
        end += parts[i];
      }
      ends.push_back(std::move(end));
    }
  }
  return ends;
}

template <class PathOf>
std::optional<std::string> Nearest(std::span<const PathSet::Index> found, PathOf path_of,
                                   std::string_view from_path) {
  std::optional<std::string_view> best;
  std::size_t best_depth = 0;
  for (const PathSet::Index index : found.first(std::min(found.size(), kMostCandidates))) {
    const std::string_view path = path_of(index);
    const std::size_t depth = SharedDepth(DirectoryOf(path), DirectoryOf(from_path));
    if (best && (depth < best_depth || (depth == best_depth && path > *best))) continue;
    best = path;
    best_depth = depth;
  }
  return best ? std::optional<std::string>(*best) : std::nullopt;
}

bool IsStandard(std::string_view module) {
  for (const std::string_view name : {"System", "Microsoft", "Windows"}) {
    if (module == name || (module.starts_with(name) && module[name.size()] == '.')) return true;
  }
  return false;
}

}  // namespace

Resolution ResolveCSharpUsing(const Project& project, std::string_view from_path,
                              const Import& import) {
  const PathSet& paths = project.paths();
  std::string_view module = import.module;
  module = module.substr(0, module.find('<'));
  const auto parts = SplitName(module, ".");
  if (parts.empty() || parts.size() > kMostParts ||
      std::ranges::any_of(parts, [](std::string_view part) {
        return part.empty() || part.find_first_of("/ \\") != std::string_view::npos;
      })) {
    return {};
  }
  for (const std::string& end : EndsOf(parts)) {
    // A single name of several is too little to go by.
    const bool whole = end.size() == module.size();
    const auto directories = paths.DirectoriesEndingWith(end);
    if (!directories.empty() && (whole || end.contains('/') || directories.size() == 1)) {
      auto directory =
          Nearest(directories, [&](PathSet::Index i) { return paths.directory(i); }, from_path);
      if (directory) return Resolution::Directory(*std::move(directory), "namespace_directory");
    }
    const auto files = paths.EndingWith(end + ".cs");
    if (!files.empty() && (end.contains('/') || files.size() == 1) && parts.size() > 1) {
      auto file = Nearest(files, [&](PathSet::Index i) { return paths.path(i); }, from_path);
      if (file) return Resolution::File(*std::move(file), "class_path");
    }
  }
  return IsStandard(import.module) ? Resolution::External() : Resolution();
}

}  // namespace satchel::code
