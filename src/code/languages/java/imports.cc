#include "code/languages/java/imports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostCandidates = 64;

bool IsTest(std::string_view root) {
  return root.contains("/test/") || root.contains("/tests/") || root.starts_with("test/") ||
         root.starts_with("tests/") || root.contains("Test/");
}

// Where a package tree begins is not written anywhere: a file is found by its end, and what stands
// before that is the source root. The importing file's own goes first, then the one that shares
// most with it, main before test, and the order of paths.
template <class PathOf>
std::optional<std::string> Nearest(std::span<const PathSet::Index> found, PathOf path_of,
                                   std::string_view from_path, std::size_t end_size) {
  std::optional<std::tuple<bool, std::size_t, bool>> best;
  std::string_view best_path;
  for (const PathSet::Index index : found.first(std::min(found.size(), kMostCandidates))) {
    const std::string_view path = path_of(index);
    const std::string_view root = path.substr(0, path.size() - end_size);  // with its last `/`
    const std::tuple rank(from_path.starts_with(root),
                          SharedDepth(DirectoryOf(root), DirectoryOf(from_path)), !IsTest(root));
    if (!best || rank > *best || (rank == *best && path < best_path)) {
      best = rank;
      best_path = path;
    }
  }
  return best ? std::optional<std::string>(best_path) : std::nullopt;
}

using Extensions = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kJava = {".java", ".kt"};
constexpr std::array<std::string_view, 2> kGroovy = {".groovy", ".java"};
constexpr std::array<std::string_view, 2> kKotlin = {".kt", ".java"};
constexpr std::array<std::string_view, 2> kScala = {".scala", ".java"};

std::optional<std::string> FindClass(const PathSet& paths, std::string_view from_path,
                                     std::string& name, Extensions extensions) {
  const std::size_t size = name.size();
  std::optional<std::string> found;
  for (const std::string_view extension : extensions) {
    name += extension;
    found = Nearest(
        paths.EndingWith(name), [&](PathSet::Index i) { return paths.path(i); }, from_path,
        name.size());
    name.resize(size);
    if (found) break;
  }
  return found;
}

bool IsStandard(std::string_view module) {
  for (const std::string_view begin :
       {"java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "scala."}) {
    if (module.starts_with(begin)) return true;
  }
  return false;
}

std::optional<std::string> FindPackage(const PathSet& paths, std::string_view from_path,
                                       std::string_view name) {
  return Nearest(
      paths.DirectoriesEndingWith(name), [&](PathSet::Index i) { return paths.directory(i); },
      from_path, name.size());
}

Resolution Resolve(const Project& project, std::string_view from_path, const Import& import,
                   Extensions extensions) {
  const PathSet& paths = project.paths();
  std::string_view module = import.module;
  bool all = import.kind == ImportKind::kAll;
  if (module.ends_with(".*")) {
    module.remove_suffix(2);
    all = true;
  }
  const auto parts = SplitName(module, ".");
  if (parts.empty() || module.contains('/') ||
      std::ranges::any_of(parts, [](std::string_view part) { return part.empty(); })) {
    return {};
  }
  std::string name(module);
  std::ranges::replace(name, '.', '/');
  if (all) {
    auto directory = FindPackage(paths, from_path, name);
    if (directory) return Resolution::Directory(std::move(*directory), "java_package");
  }
  // `a.b.C.Inner` and the static `a.b.C.member` are in C. A single name is too little to go by.
  for (std::size_t dropped = 0; dropped < 4 && name.contains('/'); ++dropped) {
    if (auto file = FindClass(paths, from_path, name, extensions)) {
      return Resolution::File(std::move(*file), "java_class");
    }
    name.resize(DirectoryOf(name).size());
  }
  return IsStandard(import.module) ? Resolution::External() : Resolution();
}

// `a.b.Name` may be in any file of the package `a.b`.
Resolution ResolveName(const Project& project, std::string_view from_path, const Import& import,
                       Extensions extensions) {
  Import whole = import;
  if (!import.name.empty()) whole.module += "." + import.name;
  whole.name.clear();
  // Everything of one name is of an object, or of a package beside the file's own.
  if (whole.module.size() >= kMostPathBytes || !whole.module.contains('.')) return {};
  Resolution found = Resolve(project, from_path, whole, extensions);
  if (found.target || found.external || import.kind == ImportKind::kAll) return found;
  std::string package = import.module;
  std::ranges::replace(package, '.', '/');
  // A directory of one name may be anything.
  if (!package.contains('/') || !IsWorkspacePath(package)) return found;
  auto directory = FindPackage(project.paths(), from_path, package);
  return directory ? Resolution::Directory(std::move(*directory), "package_directory") : found;
}

}  // namespace

Resolution ResolveJavaImport(const Project& project, std::string_view from_path,
                             const Import& import) {
  return Resolve(project, from_path, import, kJava);
}

Resolution ResolveGroovyImport(const Project& project, std::string_view from_path,
                               const Import& import) {
  return ResolveName(project, from_path, import, kGroovy);
}

Resolution ResolveKotlinImport(const Project& project, std::string_view from_path,
                               const Import& import) {
  return ResolveName(project, from_path, import, kKotlin);
}

Resolution ResolveScalaImport(const Project& project, std::string_view from_path,
                              const Import& import) {
  return ResolveName(project, from_path, import, kScala);
}

}  // namespace satchel::code
