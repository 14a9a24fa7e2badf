#include "engine/requests/touched_files.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

#include "base/clock.h"
#include "base/sort_unique.h"
#include "engine/requests/edited_files.h"
#include "engine/requests/path_below.h"
#include "engine/stores/stores.h"

// The agent may wait for this hook, and most calls have nothing to do: a file outside the workspace
// ends it before the stores are opened, and a file that the index knows before they are opened for
// writing.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kMostTime{250};

// From the root. The agent may name the root by a symbolic link, but the workspace has none.
std::optional<std::string> InWorkspace(const fs::path& root, const fs::path& directory,
                                       const fs::path& file) {
  const fs::path path = file.is_absolute() ? file : directory / file;
  if (!path.is_absolute()) return std::nullopt;
  if (auto below = PathBelow(root, path)) return below;
  std::error_code error;
  const fs::path parent = fs::canonical(path.parent_path(), error);
  if (error) return std::nullopt;
  return PathBelow(root, parent / path.filename());
}

// A later hook may have more luck.
bool IsBusy(const Error& error) {
  return error.code() == Errc::kDeadline || error.code() == Errc::kUnavailable;
}

std::vector<std::string> PathsOf(const fs::path& root, const TouchedFiles& touched) {
  std::vector<std::string> paths;
  for (const TouchedFile& file : touched.files) {
    if (paths.size() == kMostTouchedFiles) break;
    if (auto path = InWorkspace(root, touched.directory, file.path)) {
      paths.push_back(*std::move(path));
    }
  }
  SortUnique(paths);
  return paths;
}

// How many had changed; nullopt: not all of them are indexed now.
Result<std::optional<std::size_t>> IndexNow(const RefreshedPlace& place, const StorePlace& stores,
                                            const std::vector<std::string>& paths,
                                            const Deadline& deadline) {
  const Time now = SystemClock().Now();
  auto reading = SATCHEL_TRY(Stores::OpenWithoutLog(stores, Stores::Use::kReadOnly, now, deadline));
  const auto looked = SATCHEL_TRY(LookAtEdited(place, paths, reading, deadline));
  if (!looked) return std::nullopt;
  if (looked->empty()) return 0;
  auto writing = SATCHEL_TRY(Stores::OpenWithoutLog(stores, Stores::Use::kRead, now, deadline));
  const bool done = SATCHEL_TRY(IndexEdited(place, *looked, writing, deadline));
  return done ? std::optional(looked->size()) : std::nullopt;
}

}  // namespace

Result<NotedFiles> NoteFiles(const RefreshedPlace& place, const StorePlace& stores,
                             const TouchedFiles& touched, const Deadline& deadline) {
  if (!place.settings.Bool(settings::Key::kHookRefresh)) return NotedFiles();
  const std::vector<std::string> paths = PathsOf(place.workspace.root, touched);
  if (paths.empty()) return NotedFiles();
  const auto indexed = IndexNow(place, stores, paths, deadline.Within(kMostTime));
  if (indexed && *indexed) return NotedFiles{.indexed = **indexed};
  if (!indexed && indexed.error().code() == Errc::kNotFound) return NotedFiles();
  if (!indexed && !IsBusy(indexed.error())) return std::unexpected(indexed.error());
  SATCHEL_TRY(KeepEditedFiles(place.directories, place.workspace, paths));
  return NotedFiles{.behind = true};
}

}  // namespace satchel::engine
