#include "code/languages/rust/imports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// Where the importing file is in its crate.
struct CratePosition {
  const Crate* crate = nullptr;
  std::string root_directory;  // the files of the crate's top-level modules
  std::string directory;       // those of this file's own modules
  bool is_root = false;
};

constexpr std::array<std::string_view, 4> kOwnCrates = {"src/bin", "tests", "examples", "benches"};

const Crate* CrateOf(const Project& project, std::string_view from_path) {
  const Crate* crate = nullptr;
  if (project.crates().empty()) return nullptr;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    crate = project.crates().In(directory);
    return crate != nullptr;
  });
  return crate;
}

// In these directories of a package every file is a crate of its own.
std::optional<std::string> OwnCrates(const Crate* crate, std::string_view from_path) {
  if (crate == nullptr) return std::nullopt;
  for (const std::string_view inner : kOwnCrates) {
    std::string directory = Below(crate->directory, inner);
    if (directory != from_path && IsBelow(from_path, directory)) return directory;
  }
  return std::nullopt;
}

bool HasRoot(const PathSet& paths, std::string_view directory) {
  return paths.Has(Below(directory, "lib.rs")) || paths.Has(Below(directory, "main.rs"));
}

std::string RootDirectory(const PathSet& paths, const Crate* crate, std::string_view from_path) {
  if (const auto own = OwnCrates(crate, from_path)) {
    std::string inner(from_path.substr(0, from_path.find('/', own->size() + 1)));
    return paths.Has(Below(inner, "main.rs")) ? inner : *own;
  }
  if (crate != nullptr && IsBelow(from_path, DirectoryOf(crate->lib_path))) {
    return std::string(DirectoryOf(crate->lib_path));
  }
  std::string_view root = DirectoryOf(from_path);
  VisitUp(root, [&](std::string_view directory) {
    const bool found = HasRoot(paths, directory);
    if (found) root = directory;
    return found;
  });
  return std::string(root);
}

CratePosition PositionOf(const Project& project, std::string_view from_path) {
  CratePosition position;
  position.crate = CrateOf(project, from_path);
  const std::string_view base = BaseOf(from_path);
  const std::string_view directory = DirectoryOf(from_path);
  position.root_directory = RootDirectory(project.paths(), position.crate, from_path);
  position.is_root = base == "lib.rs" || base == "main.rs" || base == "build.rs";
  if (position.crate != nullptr) {
    const auto own = OwnCrates(position.crate, from_path);
    position.is_root = position.is_root || position.crate->lib_path == from_path ||
                       position.crate->roots.contains(from_path) || (own && *own == directory);
  }
  if (position.is_root) position.root_directory = directory;
  position.directory =
      position.is_root || base == "mod.rs" ? directory : Below(directory, StemOf(from_path));
  return position;
}

std::optional<std::string> ModuleFile(const PathSet& paths, const std::string& module) {
  for (const std::string_view end : {".rs", "/mod.rs"}) {
    std::string file = module + std::string(end);
    if (paths.Has(file)) return file;
  }
  return std::nullopt;
}

// The innermost module of `names` that has a file, looked for below `directory`.
std::optional<std::string> FindModule(const PathSet& paths, std::string_view directory,
                                      std::span<const std::string_view> names) {
  std::optional<std::string> best;
  std::string module(directory);
  for (const std::string_view name : names) {
    if (!module.empty()) module += '/';
    module += name;
    auto file = ModuleFile(paths, module);
    if (!file && !paths.HasDirectory(module)) break;
    if (file) best = std::move(file);
  }
  return best;
}

// The file of the module whose own modules are in `directory`.
std::optional<std::string> FileOf(const PathSet& paths, const CratePosition& position,
                                  const std::string& directory) {
  if (directory != position.root_directory) return ModuleFile(paths, directory);
  if (position.crate != nullptr && DirectoryOf(position.crate->lib_path) == directory &&
      paths.Has(position.crate->lib_path)) {
    return position.crate->lib_path;
  }
  for (const std::string_view base : {"lib.rs", "main.rs"}) {
    std::string file = Below(directory, base);
    if (paths.Has(file)) return file;
  }
  return std::nullopt;
}

Resolution FileOrNothing(std::optional<std::string> file, std::string_view rule) {
  return file ? Resolution::File(std::move(*file), rule) : Resolution();
}

Resolution OwnFile(const PathSet& paths, std::string_view from_path) {
  if (!paths.Has(from_path)) return {};
  return Resolution::File(std::string(from_path), "own_file");
}

using Names = std::span<const std::string_view>;

Resolution ResolveSuper(const PathSet& paths, std::string_view from_path,
                        const CratePosition& position, Names names) {
  if (position.is_root) return OwnFile(paths, from_path);
  std::string directory = position.directory;
  while (!names.empty() && names.front() == "super") {
    if (directory == position.root_directory || directory.empty()) return {};
    directory.resize(DirectoryOf(directory).size());
    names = names.subspan(1);
  }
  if (auto file = FindModule(paths, directory, names)) {
    return Resolution::File(std::move(*file), "crate_module");
  }
  return FileOrNothing(FileOf(paths, position, directory), "crate_module");
}

Resolution ResolveByName(const Project& project, const CratePosition& position, Names names,
                         bool global) {
  const PathSet& paths = project.paths();
  if (!global) {
    if (auto file = FindModule(paths, position.directory, names)) {
      return Resolution::File(std::move(*file), "sibling_module");
    }
  }
  if (const Crate* other = project.crates().Named(position.crate, names.front())) {
    if (auto file = FindModule(paths, DirectoryOf(other->lib_path), names.subspan(1))) {
      return Resolution::File(std::move(*file), "workspace_crate");
    }
    if (paths.Has(other->lib_path)) return Resolution::File(other->lib_path, "workspace_crate");
    return {};
  }
  for (const std::string_view standard : {"std", "core", "alloc", "proc_macro", "test"}) {
    if (names.front() == standard) return Resolution::External();
  }
  if (position.crate != nullptr && position.crate->dependencies.contains(names.front())) {
    return Resolution::External();
  }
  // Before the edition of 2018 paths began at the root.
  return FileOrNothing(FindModule(paths, position.root_directory, names), "crate_module");
}

// The names of a path without `r#`; none when one of them is no name.
std::vector<std::string_view> NamesOf(std::string_view module, std::string_view name) {
  std::vector<std::string_view> names = SplitName(module, "::");
  if (!name.empty()) names.push_back(name);
  if (names.size() > 1 && names.back() == "*") names.pop_back();
  if (names.size() > 1 && names.back() == "self") names.pop_back();
  for (std::string_view& one : names) {
    if (one.starts_with("r#")) one.remove_prefix(2);
    if (one.empty() || one.find_first_of("/.:*{} \\") != std::string_view::npos) return {};
  }
  return names;
}

}  // namespace

Resolution ResolveRustImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  const PathSet& paths = project.paths();
  std::string_view module = import.module;
  const bool global = module.starts_with("::");
  if (global) module.remove_prefix(2);
  const std::vector<std::string_view> all = NamesOf(module, import.name);
  if (all.empty()) return {};
  const CratePosition position = PositionOf(project, from_path);
  const Names names(all);
  if (import.kind == ImportKind::kSubmodule) {
    return FileOrNothing(FindModule(paths, position.directory, names), "submodule");
  }
  if (names.front() == "crate" || names.front() == "$crate") {
    if (auto file = FindModule(paths, position.root_directory, names.subspan(1))) {
      return Resolution::File(std::move(*file), "crate_module");
    }
    if (position.is_root) return OwnFile(paths, from_path);
    return FileOrNothing(FileOf(paths, position, position.root_directory), "crate_module");
  }
  if (names.front() == "super") {
    return ResolveSuper(paths, from_path, position, names);
  }
  if (names.front() == "self") {
    if (names.size() > 1 && names[1] == "super") {
      return ResolveSuper(paths, from_path, position, names.subspan(1));
    }
    if (auto file = FindModule(paths, position.directory, names.subspan(1))) {
      return Resolution::File(std::move(*file), "sibling_module");
    }
    return OwnFile(paths, from_path);
  }
  return ResolveByName(project, position, names, global);
}

}  // namespace satchel::code
