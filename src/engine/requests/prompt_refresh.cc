#include "engine/requests/prompt_refresh.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <utility>
#include <vector>

namespace satchel::engine {
namespace {

using State = CodeRefresh::State;

// A file of ordinary size is parsed in a few milliseconds.
constexpr std::size_t kMostFiles = 20;
constexpr std::uint64_t kMostBytes = 256UL << 10U;

struct ChangedFile {
  std::string path;
  std::int64_t written = INT64_MAX;  // when; one that is gone comes first
  std::uint64_t bytes = 0;
};

ChangedFile LookAt(const settings::Workspace& workspace, const std::string& path) {
  struct stat facts{};
  ChangedFile file{.path = path};
  if (::lstat((workspace.root / path).c_str(), &facts) != 0) return file;
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  file.written = (facts.st_mtim.tv_sec * kNanoseconds) + facts.st_mtim.tv_nsec;
  file.bytes = static_cast<std::uint64_t>(std::max<off_t>(facts.st_size, 0));
  return file;
}

// The files that the prompt names, then those that were written last: the work is there.
std::vector<std::string> Choose(const settings::Workspace& workspace,
                                const std::vector<std::string>& named,
                                const std::vector<std::string>& changed) {
  std::vector<ChangedFile> files;
  files.reserve(changed.size());
  for (const std::string& path : changed) {
    files.push_back(LookAt(workspace, path));
    if (std::ranges::find(named, path) != named.end()) files.back().written = INT64_MAX;
  }
  std::ranges::sort(files, [](const ChangedFile& left, const ChangedFile& right) {
    return std::tie(right.written, left.path) < std::tie(left.written, right.path);
  });
  std::vector<std::string> chosen;
  std::uint64_t bytes = 0;
  for (const ChangedFile& file : files) {
    if (chosen.size() == kMostFiles) break;
    if (bytes + file.bytes > kMostBytes) continue;
    bytes += file.bytes;
    chosen.push_back(file.path);
  }
  return chosen;
}

// Before the look at all files, which may take too long in a large tree. Returns how many were
// read.
std::size_t ReadEdited(const RefreshedPlace& place, const std::vector<std::string>& edited,
                       Stores& reading, const std::function<Result<Stores*>()>& writing,
                       const Deadline& deadline) {
  if (edited.empty()) return 0;
  const auto changed = LookAtEdited(place, edited, reading, deadline);
  if (!changed || !*changed || (*changed)->empty()) return 0;
  const auto stores = writing();
  if (!stores) return 0;
  const auto done = IndexEdited(place, **changed, **stores, deadline);
  return done && *done ? (*changed)->size() : 0;
}

}  // namespace

Result<std::optional<std::vector<std::string>>> LookAtEdited(const RefreshedPlace& place,
                                                             const std::vector<std::string>& paths,
                                                             Stores& reading,
                                                             const Deadline& deadline) {
  auto looked = SATCHEL_TRY(RefreshFiles(reading, place.workspace, place.directories,
                                         place.settings, {}, paths, deadline));
  if (!looked) return std::nullopt;
  const std::size_t changed = looked->paths.size();
  auto chosen = Choose(place.workspace, {}, looked->paths);
  if (chosen.size() < changed) return std::nullopt;
  return chosen;
}

Result<bool> IndexEdited(const RefreshedPlace& place, const std::vector<std::string>& paths,
                         Stores& stores, const Deadline& deadline) {
  const auto read = SATCHEL_TRY(RefreshFiles(stores, place.workspace, place.directories,
                                             place.settings, {}, paths, deadline));
  return read && (read->state == State::kRefreshed || read->state == State::kFresh);
}

Result<PromptRefresh> RefreshForPrompt(const RefreshedPlace& place, const NamedFiles& first,
                                       Stores& reading,
                                       const std::function<Result<Stores*>()>& writing,
                                       const Deadline& deadline) {
  const std::size_t edited = ReadEdited(place, first.edited, reading, writing, deadline);
  auto looked = RefreshCode(reading, place.workspace, place.directories, place.environment,
                            place.settings, {}, deadline);
  // A large tree or a busy machine: nobody knows what has changed.
  if (!looked && looked.error().code() == Errc::kDeadline) {
    return PromptRefresh{.read = edited, .old_files = true, .needs_run = true};
  }
  PromptRefresh refresh{.found = SATCHEL_TRY(std::move(looked)), .read = edited};
  const CodeRefresh& found = refresh.found;
  const bool unfinished = found.state == State::kMissing || found.state == State::kUnfinished;
  refresh.old_files = unfinished || found.state == State::kStale;
  // Files that were only touched are read at every look until the store knows it.
  refresh.needs_run = unfinished || found.new_commits || found.touched;
  if (found.state != State::kStale) return refresh;
  std::size_t read = 0;
  const std::vector<std::string> chosen = Choose(place.workspace, first.named, found.paths);
  if (!chosen.empty()) {
    auto* const stores = SATCHEL_TRY(writing());
    if (SATCHEL_TRY(IndexEdited(place, chosen, *stores, deadline))) read = chosen.size();
  }
  refresh.read += read;
  refresh.old_files = !found.complete || read < found.paths.size();
  refresh.needs_run = refresh.needs_run || refresh.old_files;
  return refresh;
}

}  // namespace satchel::engine
