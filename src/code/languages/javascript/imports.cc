#include "code/languages/javascript/imports.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "code/languages/javascript/builtin_modules.h"
#include "code/languages/javascript/find_script.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr int kMostTsConfigs = 4;  // above one file

struct From {
  const Project& project;
  std::string_view path;
  Prefer prefer;
  const PathSet& paths() const { return project.paths(); }
};

// A file that package.json names, relative to its directory. What is built is not in the
// workspace: its source is then looked for below `src`.
std::optional<std::string> FindEntry(const From& from, std::string_view directory,
                                     std::string_view entry) {
  const auto path = JoinPath(directory, entry);
  if (!path) return std::nullopt;
  if (auto file = FindScript(from.paths(), *path, from.prefer)) return file;
  while (entry.starts_with("./")) entry.remove_prefix(2);
  constexpr std::array<std::string_view, 7> kBuilt = {"dist/", "lib/", "build/", "out/",
                                                      "esm/",  "cjs/", "types/"};
  std::string_view inner = entry;
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view built : kBuilt) {
      if (!inner.starts_with(built)) continue;
      inner.remove_prefix(built.size());
      more = true;
    }
  }
  if (inner.size() == entry.size()) return std::nullopt;
  std::string source(inner);
  for (const std::string_view end : {".d.ts", ".d.mts", ".d.cts"}) {
    if (source.ends_with(end)) source.resize(source.size() - end.size());
  }
  const auto moved = JoinPath(Below(directory, "src"), source);
  // A file that is built has its source's name: `x.js` is `x.ts` even to JavaScript.
  return moved ? FindScript(from.paths(), *moved, Prefer::kTypeScript) : std::nullopt;
}

std::optional<std::string> FindTargets(const From& from, std::string_view directory,
                                       const PathPattern* pattern, std::string_view text) {
  if (pattern == nullptr) return std::nullopt;
  const auto star = MatchPattern(pattern->pattern, text);
  if (!star) return std::nullopt;
  for (const std::string& target : pattern->targets) {
    if (auto file = FindEntry(from, directory, FillPattern(target, *star))) return file;
  }
  return std::nullopt;
}

// The directory's package.json says what it stands for; else its index.
std::optional<std::string> FindMain(const From& from, const NodePackage& package) {
  for (const std::string& entry : package.entries) {
    if (auto file = FindEntry(from, package.directory, entry)) return file;
  }
  for (const std::string_view index : {"src/index", "index", "src/main", "lib/index", "src/lib"}) {
    if (auto file = FindScript(from.paths(), Below(package.directory, index), from.prefer)) {
      return file;
    }
  }
  return std::nullopt;
}

std::optional<std::string> FindInPackage(const From& from, const NodePackage& package,
                                         std::string_view subpath) {
  if (!subpath.empty() && !IsWorkspacePath(subpath)) return std::nullopt;
  const std::string text = subpath.empty() ? "." : "./" + std::string(subpath);
  if (auto file = FindTargets(from, package.directory, BestPattern(package.exports, text), text)) {
    return file;
  }
  if (subpath.empty()) return FindMain(from, package);
  if (auto file = FindEntry(from, package.directory, subpath)) return file;
  const auto source = JoinPath(Below(package.directory, "src"), subpath);
  return source ? FindScript(from.paths(), *source, from.prefer) : std::nullopt;
}

Resolution ResolveRelative(const From& from, std::string_view specifier) {
  const auto path = JoinPath(DirectoryOf(from.path), specifier);
  if (!path) return {};
  if (auto file = FindScript(from.paths(), *path, from.prefer)) {
    return Resolution::File(std::move(*file), "relative");
  }
  if (const NodePackage* package = from.project.node_packages().In(*path)) {
    if (auto file = FindMain(from, *package)) {
      return Resolution::File(std::move(*file), "package_main");
    }
  }
  return {};
}

// Nearest first. By its rule only the nearest tsconfig.json counts; the ones above it are read for
// packages whose own says nothing about paths.
std::optional<Resolution> ResolveByTsConfig(const From& from, std::string_view specifier) {
  const TsConfigs& configs = from.project.ts_configs();
  if (configs.empty()) return std::nullopt;
  std::optional<Resolution> found;
  int left = kMostTsConfigs;
  VisitUp(DirectoryOf(from.path), [&](std::string_view directory) {
    const TsConfig* config = configs.In(directory);
    if (config == nullptr) return false;
    if (left-- == 0) return true;
    if (auto file = FindTargets(from, config->paths_base, BestPattern(config->paths, specifier),
                                specifier)) {
      found = Resolution::File(std::move(*file), "tsconfig_paths");
      return true;
    }
    if (!config->base_url) return false;
    const auto path = JoinPath(*config->base_url, specifier);
    if (!path) return false;
    if (auto file = FindScript(from.paths(), *path, from.prefer)) {
      found = Resolution::File(std::move(*file), "tsconfig_base_url");
    }
    return found.has_value();
  });
  return found;
}

const NodePackage* OwnPackage(const From& from) {
  const NodePackage* package = nullptr;
  if (from.project.node_packages().empty()) return nullptr;
  VisitUp(DirectoryOf(from.path), [&](std::string_view directory) {
    package = from.project.node_packages().In(directory);
    return package != nullptr;
  });
  return package;
}

// `@/x` and `~/x` mean the sources of the own package in most tools that bundle.
std::optional<std::string> FindByAlias(const From& from, const NodePackage* own,
                                       std::string_view specifier) {
  if (!specifier.starts_with("@/") && !specifier.starts_with("~/")) return std::nullopt;
  const std::string_view directory = own == nullptr ? std::string_view() : own->directory;
  for (const std::string_view root : {"src", "app", ""}) {
    const auto path = JoinPath(Below(directory, root), specifier.substr(2));
    if (!path || path->empty()) continue;
    if (auto file = FindScript(from.paths(), *path, from.prefer)) return file;
  }
  return std::nullopt;
}

bool DependsOn(const From& from, std::string_view name) {
  const std::string types = "@types/" + std::string(name);
  return VisitUp(DirectoryOf(from.path), [&](std::string_view directory) {
    const NodePackage* package = from.project.node_packages().In(directory);
    return package != nullptr &&
           (package->dependencies.contains(name) || package->dependencies.contains(types));
  });
}

Resolution Resolve(const From& from, std::string_view specifier) {
  // `./x.svg?raw`: what a bundler is to do with it.
  specifier = specifier.substr(0, specifier.find('?'));
  if (specifier == "." || specifier == ".." || specifier.starts_with("./") ||
      specifier.starts_with("../")) {
    return ResolveRelative(from, specifier);
  }
  if (specifier.empty() || specifier.starts_with('/')) return {};
  const NodePackage* own = OwnPackage(from);
  if (specifier.starts_with('#') && own != nullptr) {
    if (auto file =
            FindTargets(from, own->directory, BestPattern(own->imports, specifier), specifier)) {
      return Resolution::File(std::move(*file), "package_imports");
    }
  }
  if (auto found = ResolveByTsConfig(from, specifier)) return std::move(*found);
  const std::string_view name = PackageNameOf(specifier);
  const NodePackage* named = from.project.node_packages().Named(name);
  if (own != nullptr && own->name == name) named = own;
  if (named != nullptr) {
    const std::string_view subpath = specifier.substr(std::min(name.size() + 1, specifier.size()));
    if (auto file = FindInPackage(from, *named, subpath)) {
      return Resolution::File(std::move(*file), "package_name");
    }
    return {};
  }
  if (auto file = FindByAlias(from, own, specifier)) {
    return Resolution::File(std::move(*file), "source_alias");
  }
  if (IsBuiltinModule(specifier) || DependsOn(from, name)) return Resolution::External();
  return {};
}

}  // namespace

Resolution ResolveJavaScriptImport(const Project& project, std::string_view from_path,
                                   const Import& import) {
  return Resolve({.project = project, .path = from_path, .prefer = Prefer::kJavaScript},
                 import.module);
}

Resolution ResolveTypeScriptImport(const Project& project, std::string_view from_path,
                                   const Import& import) {
  return Resolve({.project = project, .path = from_path, .prefer = Prefer::kTypeScript},
                 import.module);
}

}  // namespace satchel::code
