#include "sources/code/resolve/project.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/sort_unique.h"
#include "sources/code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostRootsOfOneName = 64;

// Somebody else's package, unpacked into the workspace.
bool IsInstalled(std::string_view path) {
  return path.starts_with("node_modules/") || path.find("/node_modules/") != std::string_view::npos;
}

}  // namespace

bool Project::Wants(std::string_view path) {
  if (!IsWorkspacePath(path) || IsInstalled(path)) return false;
  const std::string_view base = BaseOf(path);
  return base == "package.json" || base == "go.mod" || base == "go.work" || base == "Cargo.toml" ||
         base == "compile_commands.json" || TsConfigs::Wants(base);
}

Project Project::Build(PathSet paths, std::span<const ConfigurationFile> files) {
  Project project;
  project.paths_ = std::move(paths);
  std::vector<const ConfigurationFile*> sorted;
  for (const ConfigurationFile& file : files) {
    if (Wants(file.path)) sorted.push_back(&file);
  }
  std::ranges::sort(sorted, {}, [](const ConfigurationFile* file) {
    return std::pair<std::string_view, std::string_view>(file->path, file->bytes);
  });
  const auto repeated = std::ranges::unique(
      sorted, {}, [](const ConfigurationFile* file) -> const std::string& { return file->path; });
  sorted.erase(repeated.begin(), repeated.end());
  for (const ConfigurationFile* file : sorted) {
    project.digest_ = StableHash(file->path, project.digest_);
    project.digest_ = StableHash(file->bytes, project.digest_);
    const std::string_view base = BaseOf(file->path);
    if (base == "package.json") {
      project.node_packages_.Add(file->path, file->bytes);
    } else if (base == "go.mod" || base == "go.work") {
      project.go_modules_.Add(file->path, file->bytes);
    } else if (base == "Cargo.toml") {
      project.crates_.Add(file->path, file->bytes);
    } else if (base == "compile_commands.json") {
      project.compile_commands_.Add(project.paths_, file->path, file->bytes);
    } else {
      project.ts_configs_.Add(file->path, file->bytes);
    }
  }
  project.node_packages_.Finish();
  project.ts_configs_.Finish(project.node_packages_.directories());
  project.crates_.Finish();
  project.compile_commands_.Finish();
  project.FindPythonRoots();
  return project;
}

void Project::FindPythonRoots() {
  for (const std::string_view base : {"__init__.py", "__init__.pyi"}) {
    for (const PathSet::Index index : paths_.EndingWith(base)) {
      const std::string_view package = DirectoryOf(paths_.path(index));
      if (package.empty()) continue;
      const std::string_view root = DirectoryOf(package);
      const std::string above = Below(root, "__init__.py");
      if (paths_.Has(above) || paths_.Has(above + "i")) continue;
      auto& roots = python_roots_[std::string(BaseOf(package))];
      roots.emplace_back(root);
    }
  }
  for (auto& [package, roots] : python_roots_) {
    SortUnique(roots);
    if (roots.size() > kMostRootsOfOneName) roots.resize(kMostRootsOfOneName);
  }
}

std::span<const std::string> Project::PythonRoots(std::string_view package) const {
  const auto found = python_roots_.find(package);
  if (found == python_roots_.end()) return {};
  return found->second;
}

}  // namespace satchel::code
