#include "engine/requests/edited_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files.h"
#include "base/sort_unique.h"

namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr const char* kDirectory = "edited";
constexpr std::size_t kMostBytes = 256UL << 10U;
constexpr std::size_t kMostPathBytes = 4'000;

// Empty if there is no list.
std::vector<std::string> Read(const fs::path& state, const std::string& name) {
  std::vector<std::string> paths;
  const auto text = ReadSmallFileBeneath(state, kDirectory, name, kMostBytes);
  if (!text || !*text) return paths;
  std::string_view rest = **text;
  while (!rest.empty() && paths.size() < kMostEditedFiles) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) break;
    if (end > 0) paths.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return paths;
}

}  // namespace

Status KeepEditedFiles(const settings::Directories& directories,
                       const settings::Workspace& workspace, std::span<const std::string> paths) {
  if (!directories.state) return {};
  std::vector<std::string> kept = Read(*directories.state, workspace.key);
  for (const std::string& path : paths) {
    if (path.contains('\n') || path.size() > kMostPathBytes) continue;
    std::erase(kept, path);
    kept.push_back(path);
  }
  if (kept.size() > kMostEditedFiles) {
    kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(kMostEditedFiles));
  }
  std::string text;
  for (const std::string& path : kept) text += path + '\n';
  const fs::path directory = *directories.state / kDirectory;
  SATCHEL_TRY(MakePrivateDirectory(directory));
  return WriteFileAtomicallyBeneath(directory, workspace.key, text);
}

std::vector<std::string> TakeEditedFiles(const settings::Directories& directories,
                                         const settings::Workspace& workspace) {
  if (!directories.state) return {};
  std::vector<std::string> paths = Read(*directories.state, workspace.key);
  if (paths.empty()) return paths;
  std::error_code error;
  fs::remove(*directories.state / kDirectory / workspace.key, error);
  SortUnique(paths);
  return paths;
}

}  // namespace satchel::engine
