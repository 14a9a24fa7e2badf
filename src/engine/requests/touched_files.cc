#include "engine/requests/touched_files.h"

#include <chrono>
#include <optional>
#include <system_error>
#include <utility>

#include "base/clock.h"
#include "base/sort_unique.h"
#include "engine/requests/edited_files.h"
#include "engine/requests/pack.h"
#include "engine/requests/path_below.h"
#include "engine/requests/shown_files.h"
#include "engine/requests/shown_items.h"
#include "engine/stores/stores.h"

// The agent may wait for this hook, and most calls have nothing to do: a file outside the workspace
// ends it before the stores are opened; a file that the index knows, or that the conversation was
// not shown, before they are opened for writing.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

using settings::Key;

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

struct FoundFile {
  std::string path;  // from the root
  bool edited = false;
};

std::vector<FoundFile> FindFiles(const fs::path& root, const TouchedFiles& touched) {
  std::vector<FoundFile> found;
  for (const TouchedFile& file : touched.files) {
    if (found.size() == kMostTouchedFiles) break;
    auto path = InWorkspace(root, touched.directory, file.path);
    if (path) found.push_back({.path = *std::move(path), .edited = file.edited});
  }
  return found;
}

class Noting {
 public:
  Noting(const RefreshedPlace& place, const StorePlace& stores, const TouchedFiles& touched,
         const Deadline& deadline)
      : place_(place), store_place_(stores), touched_(touched), deadline_(deadline) {}

  Result<NotedFiles> Note() {
    files_ = FindFiles(place_.workspace.root, touched_);
    for (const FoundFile& file : files_) {
      if (file.edited) edited_.push_back(file.path);
    }
    SortUnique(edited_);
    if (!place_.settings.Bool(Key::kHookRefresh)) edited_.clear();
    if (files_.empty()) return noted_;
    auto reading = Stores::OpenWithoutLog(store_place_, Stores::Use::kReadOnly, SystemClock().Now(),
                                          deadline_);
    if (!reading && reading.error().code() == Errc::kNotFound) return noted_;
    if (!reading) return std::unexpected(reading.error());
    const Status used = RecordUses(*reading);
    if (!edited_.empty()) SATCHEL_TRY(Index(*reading));
    // After the edits: an index that is behind is worse than a use that is not counted.
    SATCHEL_TRY(used);
    return noted_;
  }

 private:
  Result<Stores*> Writing() {
    if (!writing_) {
      writing_ = SATCHEL_TRY(
          Stores::OpenWithoutLog(store_place_, Stores::Use::kRead, SystemClock().Now(), deadline_));
    }
    return &*writing_;
  }

  Status RecordUses(Stores& reading) {
    if (touched_.conversation.empty()) return {};
    PacketRequest request = PackRequest(place_.settings, {});
    request.conversation = touched_.conversation;
    const auto shown = SATCHEL_TRY(ReadShownItems(reading, request, deadline_));
    for (const FoundFile& file : files_) {
      const auto run = shown.files.find(file.path);
      if (run == shown.files.end()) continue;
      const FileUse use{.run = run->second, .path = file.path, .edited = file.edited};
      if (!SATCHEL_TRY(IsNewUse(reading, use, deadline_))) continue;
      auto* const stores = SATCHEL_TRY(Writing());
      SATCHEL_TRY(RecordUse(*stores, use, touched_.now.value_or(SystemClock().Now()), deadline_));
      ++noted_.used;
    }
    return {};
  }

  // nullopt: not all of them are indexed now.
  Result<std::optional<std::size_t>> IndexNow(Stores& reading) {
    const auto changed = SATCHEL_TRY(LookAtEdited(place_, edited_, reading, deadline_));
    if (!changed) return std::nullopt;
    if (changed->empty()) return 0;
    auto* const stores = SATCHEL_TRY(Writing());
    const bool done = SATCHEL_TRY(IndexEdited(place_, *changed, *stores, deadline_));
    return done ? std::optional(changed->size()) : std::nullopt;
  }

  Status Index(Stores& reading) {
    const auto indexed = IndexNow(reading);
    if (!indexed && !IsBusy(indexed.error())) return std::unexpected(indexed.error());
    if (indexed && *indexed) {
      noted_.indexed = **indexed;
      return {};
    }
    noted_.behind = true;
    return KeepEditedFiles(place_.directories, place_.workspace, edited_);
  }

  const RefreshedPlace& place_;
  const StorePlace& store_place_;
  const TouchedFiles& touched_;
  const Deadline deadline_;
  std::vector<FoundFile> files_;
  std::vector<std::string> edited_;
  NotedFiles noted_;
  std::optional<Stores> writing_;  // opened by the first who needs it
};

}  // namespace

Result<NotedFiles> NoteFiles(const RefreshedPlace& place, const StorePlace& stores,
                             const TouchedFiles& touched, const Deadline& deadline) {
  return Noting(place, stores, touched, touched.hurry ? deadline.Within(kMostTime) : deadline)
      .Note();
}

}  // namespace satchel::engine
