#include "code/languages/loose/imports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "code/facts/family.h"
#include "code/resolve/workspace_path.h"

// A module is named as its path is, but not from where: it is found by the end of its path, and the
// one that is nearest to the importing file is meant. A single name is too little to go by unless
// the file is beside the importing one or the only one of that name.
namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;

template <class PathOf>
std::optional<std::string> Nearest(std::span<const PathSet::Index> found, PathOf path_of,
                                   std::string_view from_path) {
  std::optional<std::string_view> best;
  std::size_t best_depth = 0;
  for (const PathSet::Index index : found.first(std::min(found.size(), kMostCandidates))) {
    const std::string_view path = path_of(index);
    const std::size_t depth = SharedDepth(path, DirectoryOf(from_path));
    if (best && (depth < best_depth || (depth == best_depth && path >= *best))) continue;
    best = path;
    best_depth = depth;
  }
  return best ? std::optional<std::string>(*best) : std::nullopt;
}

std::optional<std::string> NearestFile(const PathSet& paths, std::string_view end,
                                       std::string_view from_path) {
  return Nearest(paths.EndingWith(end), [&](PathSet::Index i) { return paths.path(i); }, from_path);
}

Resolution ByEnds(const PathSet& paths, std::string_view from_path,
                  std::span<const std::string> ends) {
  for (const std::string& end : ends) {
    if (!IsWorkspacePath(end)) continue;
    std::string beside = Below(DirectoryOf(from_path), end);
    if (paths.Has(beside) && beside != from_path) {
      return Resolution::File(std::move(beside), "relative");
    }
    if (end.contains('/')) {
      auto file = NearestFile(paths, end, from_path);
      if (file) return Resolution::File(*std::move(file), "module_path");
    } else if (const auto found = paths.EndingWith(end); found.size() == 1) {
      return Resolution::File(std::string(paths.path(found.front())), "suffix_unique");
    }
  }
  return {};
}

Resolution Relative(const PathSet& paths, std::string_view from_path, std::string_view module) {
  auto path = JoinPath(DirectoryOf(from_path), module);
  if (!path || !paths.Has(*path)) return {};
  return Resolution::File(*std::move(path), "relative");
}

// The module as a path: `a/b` of `a.b`; empty when it is no such name.
std::string AsPath(std::string_view module, std::string_view separator) {
  std::string path;
  for (const std::string_view part : SplitName(module, separator)) {
    if (part.empty() || part.contains('/') || part.contains('\\')) return {};
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

bool HasSwift(const PathSet& paths, std::string_view directory) {
  return std::ranges::any_of(paths.FilesIn(directory), [&](PathSet::Index index) {
    return paths.path(index).ends_with(".swift");
  });
}

bool IsApple(std::string_view module) {
  constexpr auto kModules = std::to_array<std::string_view>({"AppKit",
                                                             "Cocoa",
                                                             "Combine",
                                                             "CoreData",
                                                             "CoreFoundation",
                                                             "CoreGraphics",
                                                             "CoreLocation",
                                                             "Darwin",
                                                             "Dispatch",
                                                             "Foundation",
                                                             "FoundationEssentials",
                                                             "FoundationNetworking",
                                                             "Glibc",
                                                             "MapKit",
                                                             "Musl",
                                                             "Observation",
                                                             "OSLog",
                                                             "QuartzCore",
                                                             "Security",
                                                             "StoreKit",
                                                             "Swift",
                                                             "SwiftUI",
                                                             "SystemConfiguration",
                                                             "Testing",
                                                             "UIKit",
                                                             "WebKit",
                                                             "XCTest",
                                                             "_Concurrency",
                                                             "os"});
  return std::ranges::find(kModules, module) != kModules.end();
}

// `Sources` itself is a module when a file in it is named after it, or `Tests/ShopTests/…` is about
// it and it has no directories for modules.
std::optional<std::string> FlatModule(const PathSet& paths, std::string_view from_path,
                                      std::string_view name) {
  std::optional<std::string> found;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    for (const std::string_view sources : {"Sources", "Source"}) {
      std::string path = Below(directory, sources);
      if (!paths.Has(Below(path, std::string(name) + ".swift"))) continue;
      found = std::move(path);
      return true;
    }
    const std::string_view above = DirectoryOf(directory);
    if (BaseOf(directory) != std::string(name) + "Tests" || BaseOf(above) != "Tests") return false;
    for (const std::string_view sources : {"Sources", "Source"}) {
      std::string path = Below(DirectoryOf(above), sources);
      if (HasSwift(paths, path)) found = std::move(path);
    }
    return true;
  });
  return found;
}

}  // namespace

Resolution ResolveSwiftImport(const Project& project, std::string_view from_path,
                              const Import& import) {
  const PathSet& paths = project.paths();
  const std::string name = import.module.substr(0, import.module.find('.'));
  if (!IsWorkspacePath(name) || name.contains('/')) return {};
  for (const std::string_view root : {"Sources/", "Tests/"}) {
    auto directory = Nearest(
        paths.DirectoriesEndingWith(std::string(root) + name),
        [&](PathSet::Index i) { return paths.directory(i); }, from_path);
    if (directory) return Resolution::Directory(*std::move(directory), "swift_module");
  }
  if (auto flat = FlatModule(paths, from_path, name)) {
    return Resolution::Directory(*std::move(flat), "swift_module");
  }
  if (IsApple(name)) return Resolution::External();
  // A project without a package: its directory is named after it. A directory inside of a module is
  // none.
  const auto same = paths.DirectoriesEndingWith(name);
  if (same.size() != 1) return {};
  std::string directory(paths.directory(same.front()));
  if (!HasSwift(paths, directory) || !ModuleDirectory(directory + "/").empty()) return {};
  return Resolution::Directory(std::move(directory), "suffix_unique");
}

Resolution ResolveDartImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  constexpr std::string_view kPackage = "package:";
  const PathSet& paths = project.paths();
  const std::string_view module = import.module;
  if (module.starts_with("dart:")) return Resolution::External();
  if (!module.starts_with(kPackage)) return Relative(paths, from_path, module);
  const std::string_view path = module.substr(kPackage.size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || !IsWorkspacePath(path)) return {};
  const std::string_view name = path.substr(0, slash);
  const std::string below = Below("lib", path.substr(slash + 1));
  // A package has a library of its own name.
  const std::string library = "lib/" + std::string(name) + ".dart";
  std::optional<std::string> found;
  VisitUp(DirectoryOf(from_path), [&](std::string_view directory) {
    std::string file = Below(directory, below);
    if (!paths.Has(Below(directory, library)) || !paths.Has(file)) return false;
    found = std::move(file);
    return true;
  });
  if (!found) found = NearestFile(paths, Below(name, below), from_path);
  return found ? Resolution::File(*std::move(found), "package_name") : Resolution();
}

Resolution ResolveElixirImport(const Project& project, std::string_view from_path,
                               const Import& import) {
  std::string path;
  for (const std::string_view part : SplitName(import.module, ".")) {
    if (part.empty()) return {};
    if (!path.empty()) path += '/';
    path += Underscored(part);
  }
  std::vector<std::string> ends;
  // A module of one name is at the top: `Supervisor` is the language's own.
  const std::string below = path.contains('/') ? path : "lib/" + path;
  for (const std::string_view extension : {".ex", ".exs"})
    ends.push_back(below + std::string(extension));
  // Some projects put files elsewhere; a name of several words still says which.
  const std::string last(BaseOf(path));
  if (path.contains('/') && last.contains('_')) {
    for (const std::string_view extension : {".ex", ".exs"})
      ends.push_back(last + std::string(extension));
  }
  return ByEnds(project.paths(), from_path, ends);
}

Resolution ResolveHaskellImport(const Project& project, std::string_view from_path,
                                const Import& import) {
  const std::string path = AsPath(import.module, ".");
  if (path.empty()) return {};
  const std::array<std::string, 2> ends = {path + ".hs", path + ".lhs"};
  return ByEnds(project.paths(), from_path, ends);
}

Resolution ResolveJuliaImport(const Project& project, std::string_view from_path,
                              const Import& import) {
  if (import.kind == ImportKind::kInclude) {
    return Relative(project.paths(), from_path, import.module);
  }
  const std::string path = AsPath(import.module.substr(0, import.module.find('.')), ".");
  if (path.empty()) return {};
  const std::array<std::string, 3> ends = {path + "/src/" + path + ".jl", "src/" + path + ".jl",
                                           path + ".jl"};
  return ByEnds(project.paths(), from_path, ends);
}

Resolution ResolveLuaImport(const Project& project, std::string_view from_path,
                            const Import& import) {
  std::string path = AsPath(import.module, ".");
  // Some write the path itself.
  if (path.empty()) path = import.module;
  // A single name is first looked for where Lua would.
  const std::string file = path + ".lua";
  const std::string directory = path + "/init.lua";
  const std::array<std::string, 5> ends = {"lua/" + file, "lua/" + directory,
                                           path.contains('/') ? file : directory, directory, file};
  return ByEnds(project.paths(), from_path, ends);
}

Resolution ResolvePerlImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  const std::string path = AsPath(import.module, "::");
  if (path.empty()) return {};
  const std::array<std::string, 1> ends = {path + ".pm"};
  return ByEnds(project.paths(), from_path, ends);
}

Resolution ResolveZigImport(const Project& project, std::string_view from_path,
                            const Import& import) {
  if (import.module == "std" || import.module == "builtin" || import.module == "root") {
    return Resolution::External();
  }
  if (!import.module.ends_with(".zig")) return {};
  return Relative(project.paths(), from_path, import.module);
}

}  // namespace satchel::code
