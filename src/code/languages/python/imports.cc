#include "code/languages/python/imports.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "code/languages/python/standard_modules.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// What is looked for below a root: `a/b` of `import a.b`. With `name` set it may also be a module
// in it: `a/b/name`.
struct Wanted {
  std::string path;
  std::string_view name;
};

// The file of a module. A package goes before a module of the same name, as in Python.
bool FindModule(const PathSet& paths, std::string& path) {
  const std::size_t size = path.size();
  for (const std::string_view end : {"/__init__.py", ".py", ".pyi", "/__init__.pyi"}) {
    path += end;
    if (paths.Has(path)) return true;
    path.resize(size);
  }
  return false;
}

std::optional<std::string> FindFile(const PathSet& paths, std::string_view root,
                                    const Wanted& wanted) {
  std::string path = Below(root, wanted.path);
  const std::size_t size = path.size();
  if (!wanted.name.empty()) {
    if (!path.empty()) path += '/';
    path += wanted.name;
    if (FindModule(paths, path)) return path;
    path.resize(size);
  }
  if (!wanted.path.empty() && FindModule(paths, path)) return path;
  return std::nullopt;
}

// Packages without __init__.py. They hold modules and no names of their own.
std::optional<std::string> FindDirectory(const PathSet& paths, std::string_view root,
                                         const Wanted& wanted) {
  std::string path = Below(Below(root, wanted.path), wanted.name);
  if (path.empty() || !paths.HasDirectory(path)) return std::nullopt;
  return path;
}

// Names only: a dot or a slash would lead elsewhere.
bool IsName(std::string_view part) {
  return !part.empty() && part.find_first_of("/. \\") == std::string_view::npos;
}

std::optional<Wanted> WantedOf(std::string_view module, const Import& import) {
  Wanted wanted;
  if (!module.empty()) {
    const auto parts = SplitName(module, ".");
    if (parts.empty() || !std::ranges::all_of(parts, IsName)) return std::nullopt;
    wanted.path = module;
    std::ranges::replace(wanted.path, '.', '/');
  }
  if (import.kind != ImportKind::kModule && import.kind != ImportKind::kAll &&
      IsName(import.name)) {
    wanted.name = import.name;
  }
  return wanted;
}

Resolution ResolveRelative(const PathSet& paths, std::string_view from_path, const Import& import) {
  const std::string_view module = import.module;
  const std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
  std::string_view directory = DirectoryOf(from_path);
  for (std::size_t up = 1; up < dots; ++up) {
    if (directory.empty()) return {};
    directory = DirectoryOf(directory);
  }
  const auto wanted = WantedOf(module.substr(dots), import);
  if (!wanted) return {};
  if (auto file = FindFile(paths, directory, *wanted)) {
    return Resolution::File(std::move(*file), "relative");
  }
  if (wanted->path.empty()) {
    for (const std::string_view base : {"__init__.py", "__init__.pyi"}) {
      std::string init = Below(directory, base);
      if (paths.Has(init)) return Resolution::File(std::move(init), "relative");
    }
  }
  if (auto found = FindDirectory(paths, directory, *wanted)) {
    return Resolution::Directory(std::move(*found), "namespace_package");
  }
  return {};
}

// The first directory above a file that is not a package: what is on the path when it runs.
std::string_view OwnRoot(const PathSet& paths, std::string_view from_path) {
  std::string_view root = DirectoryOf(from_path);
  std::string init;
  VisitUp(root, [&](std::string_view directory) {
    root = directory;
    init.assign(directory);
    init += directory.empty() ? "__init__.py" : "/__init__.py";
    return !paths.Has(init);
  });
  return root;
}

std::optional<std::string> FindByName(const Project& project, std::string_view from_path,
                                      const Wanted& wanted) {
  const std::string_view first =
      std::string_view(wanted.path).substr(0, std::min(wanted.path.find('/'), wanted.path.size()));
  std::optional<std::string> best;
  std::size_t best_depth = 0;
  for (const std::string& root : project.PythonRoots(first)) {
    const std::size_t depth = SharedDepth(root, DirectoryOf(from_path));
    if (best && depth <= best_depth) continue;
    if (auto file = FindFile(project.paths(), root, wanted)) {
      best = std::move(file);
      best_depth = depth;
    }
  }
  return best;
}

std::optional<std::string> FindBySuffix(const PathSet& paths, const Wanted& wanted) {
  if (!wanted.path.contains('/')) return std::nullopt;
  std::string path = wanted.path;
  for (const std::string_view end : {"/__init__.py", ".py"}) {
    path += end;
    const auto found = paths.EndingWith(path);
    if (found.size() == 1) return std::string(paths.path(found.front()));
    path.resize(wanted.path.size());
  }
  return std::nullopt;
}

// From the importing file's own root upwards, in each directory and in its `src`.
std::optional<std::string> FindAbove(const PathSet& paths, std::string_view root,
                                     const Wanted& wanted) {
  std::optional<std::string> found;
  VisitUp(root, [&](std::string_view directory) {
    found = FindFile(paths, directory, wanted);
    if (!found) found = FindFile(paths, Below(directory, "src"), wanted);
    return found.has_value();
  });
  return found;
}

}  // namespace

Resolution ResolvePythonImport(const Project& project, std::string_view from_path,
                               const Import& import) {
  const PathSet& paths = project.paths();
  if (import.module.starts_with('.')) return ResolveRelative(paths, from_path, import);
  const auto wanted = WantedOf(import.module, import);
  if (!wanted) return {};
  const std::string_view own_root = OwnRoot(paths, from_path);
  if (auto file = FindFile(paths, own_root, *wanted)) {
    return Resolution::File(std::move(*file), "source_root");
  }
  const std::string_view module = import.module;
  const std::string_view first = module.substr(0, module.find('.'));
  const bool standard = IsPythonStandardModule(first);
  // Only what is surely on the path hides a module of Python's own.
  if (standard && project.PythonRoots(first).empty()) return Resolution::External();
  if (auto file = FindAbove(paths, own_root, *wanted)) {
    return Resolution::File(std::move(*file), "source_root");
  }
  if (standard) return Resolution::External();
  if (auto file = FindByName(project, from_path, *wanted)) {
    return Resolution::File(std::move(*file), "package_name");
  }
  for (const std::string_view root : {own_root, std::string_view(), std::string_view("src")}) {
    if (auto directory = FindDirectory(paths, root, *wanted)) {
      return Resolution::Directory(std::move(*directory), "namespace_package");
    }
  }
  if (auto file = FindBySuffix(paths, *wanted)) {
    return Resolution::File(std::move(*file), "suffix_unique");
  }
  return {};
}

}  // namespace satchel::code
