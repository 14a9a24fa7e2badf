#include "code/resolve/project.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/sort_unique.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostRootsOfOneName = 64;
constexpr std::string_view kCompileCommands = "compile_commands.json";
constexpr std::string_view kComposer = "composer.json";
constexpr std::size_t kBeginning = 1U << 20U;

// Somebody else's package, unpacked into the workspace.
bool IsInstalled(std::string_view path) {
  return path.starts_with("node_modules/") || path.find("/node_modules/") != std::string_view::npos;
}

}  // namespace

bool Project::Wants(std::string_view path) {
  if (!IsWorkspacePath(path) || IsInstalled(path)) return false;
  const std::string_view base = BaseOf(path);
  return base == "package.json" || base == "go.mod" || base == "go.work" || base == "Cargo.toml" ||
         base == kCompileCommands || base == kComposer || TsConfigs::Wants(base);
}

Project Project::Begin(PathSet paths, const ManifestLimits& limits) {
  Project project;
  project.paths_ = std::move(paths);
  project.left_ = limits;
  return project;
}

bool Project::Admits(std::string_view path, std::size_t bytes) {
  // Of this one the beginning counts, however long it is.
  const bool any_size = BaseOf(path) == kCompileCommands;
  if (any_size) bytes = std::min(bytes, kBeginning);
  if (left_.files == 0 || bytes > left_.bytes || (!any_size && bytes > left_.file_bytes)) {
    ++beyond_limits_;
    return false;
  }
  --left_.files;
  left_.bytes -= bytes;
  return true;
}

void Project::Add(std::string_view path, std::string_view bytes) {
  digest_ = StableHash(path, digest_);
  digest_ = StableHash(bytes, digest_);
  const std::string_view base = BaseOf(path);
  bool whole = true;
  if (base == "package.json") {
    whole = node_packages_.Add(path, bytes, left_.entries);
  } else if (base == "go.mod" || base == "go.work") {
    go_modules_.Add(path, bytes);
  } else if (base == "Cargo.toml") {
    whole = crates_.Add(path, bytes, left_.entries);
  } else if (base == kCompileCommands) {
    compile_commands_.Add(paths_, path, bytes);
  } else if (base == kComposer) {
    whole = composer_.Add(path, bytes, left_.entries);
  } else {
    whole = ts_configs_.Add(path, bytes, left_.entries);
  }
  if (!whole) ++beyond_limits_;
}

void Project::Finish() {
  node_packages_.Finish();
  ts_configs_.Finish(node_packages_.directories());
  crates_.Finish();
  compile_commands_.Finish();
  FindPythonRoots();
}

Project Project::Build(PathSet paths, std::span<const ConfigurationFile> files) {
  Project project = Begin(std::move(paths));
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
    if (project.Admits(file->path, file->bytes.size())) project.Add(file->path, file->bytes);
  }
  project.Finish();
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
