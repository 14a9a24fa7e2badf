#include "code/requests/code_refresh.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

#include "base/sort_unique.h"
#include "code/history/history_index.h"
#include "code/index/changes.h"
#include "code/index/code_documents.h"
#include "code/index/file_stat.h"
#include "code/requests/code_history.h"
#include "code/requests/code_index.h"
#include "code/requests/index_options.h"
#include "code/walk/git_place.h"
#include "index/lexical/index.h"
#include "index/lexical/merge.h"
#include "store/code.h"

namespace satchel::engine {
namespace {

using State = CodeRefresh::State;

// For another one that is refreshing the same few files.
constexpr std::chrono::milliseconds kWait{500};

// One change of the store. Returns kBusy if another process is writing, and kStale if this one may
// not write: a full disk, a read-only file system. Whoever asked for reading reads what is there.
Result<State> Change(Stores& stores, const std::function<Status(store::Database& curated)>& change,
                     const Deadline& deadline) {
  const auto done = stores.ChangeCurated(change, deadline.Within(kWait));
  if (done) return State::kRefreshed;
  SATCHEL_TRY(deadline.Check("refresh the index"));
  switch (done.error().code()) {
    case Errc::kUnavailable:
    case Errc::kDeadline:
      return State::kBusy;
    case Errc::kSystem:
      return State::kStale;
    default:
      return std::unexpected(done.error());
  }
}

// Writes what was found.
Result<State> Write(Stores& stores, const settings::Workspace& workspace,
                    std::optional<code::ParseCache> cache, const code::IndexOptions& options,
                    const code::CodeChanges& changes, const Deadline& deadline) {
  return Change(
      stores,
      [&](store::Database& curated) -> Status {
        const store::Scope scope = stores.scope(deadline);
        SATCHEL_TRY(code::IndexChanges(workspace.root, curated, scope, cache ? &*cache : nullptr,
                                       options, changes));
        SATCHEL_TRY(
            lexical::Tidy(curated, scope, retrieval::kCodeSource, retrieval::CodeRanking()));
        return {};
      },
      deadline);
}

// Reads commits since, when HEAD is another one than the store's. Returns whether some are left.
Result<bool> RefreshHistory(Stores& stores, const settings::Workspace& workspace,
                            const settings::Environment& environment,
                            const settings::Settings& settings, const Deadline& deadline) {
  const auto place = code::GitPlace::Find(workspace.root);
  const auto head = place ? place->ReadHead() : std::nullopt;
  if (!head) return false;
  const auto known = SATCHEL_TRY(code::HistoryHead(stores.curated(), stores.scope(deadline)));
  if (known.empty() || known == *head) return false;
  if (!stores.may_write()) return true;
  const State written = SATCHEL_TRY(Change(
      stores,
      [&](store::Database& curated) -> Status {
        std::vector<std::string> remarks;
        SATCHEL_TRY(IndexCodeHistory(curated, stores.scope(deadline),
                                     {.root = workspace.root,
                                      .environment = environment,
                                      .settings = settings,
                                      .most_new = kMostNewCommits},
                                     remarks));
        return {};
      },
      deadline));
  return written != State::kRefreshed;
}

// Compares what a walk finds with the rows of the same files.
Result<CodeRefresh> Refresh(Stores& stores, const settings::Workspace& workspace,
                            const settings::Directories& directories, const RefreshOptions& options,
                            const code::IndexOptions& index, std::span<const store::FileRow> rows,
                            const Deadline& deadline) {
  const auto walked = SATCHEL_TRY(code::Walk(workspace.root, index.walk, deadline));
  const auto changes = SATCHEL_TRY(
      code::FindChanges(workspace.root, walked.files, rows,
                        {.file_bytes = index.limits.bytes, .most = kMostRefreshed}, deadline));
  CodeRefresh refresh;
  refresh.added = changes.added;
  refresh.changed = changes.changed.size() - changes.added;
  refresh.gone = changes.gone.size();
  refresh.complete = changes.complete;
  refresh.paths = changes.changed;
  refresh.paths.insert(refresh.paths.end(), changes.gone.begin(), changes.gone.end());
  refresh.touched = !changes.same.empty();
  refresh.state = refresh.size() == 0 ? State::kFresh : State::kStale;
  if (refresh.size() == 0 && changes.same.empty()) return refresh;
  if (!stores.may_write() || !changes.complete || changes.size() > kMostRefreshed) return refresh;
  std::vector<std::string> remarks;
  const State written = SATCHEL_TRY(Write(
      stores, workspace, options.use_cache ? OpenParseCache(directories, remarks) : std::nullopt,
      index, changes, deadline));
  if (refresh.size() > 0) refresh.state = written;
  return refresh;
}

bool HasFurtherNames(const std::filesystem::path& file) {
  struct stat facts{};
  return ::lstat(file.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink > 1;
}

}  // namespace

std::string_view Name(CodeRefresh::State state) {
  switch (state) {
    case State::kFresh:
      return "fresh";
    case State::kRefreshed:
      return "refreshed";
    case State::kStale:
      return "stale";
    case State::kBusy:
      return "busy";
    case State::kUnfinished:
      return "unfinished";
    case State::kMissing:
      return "missing";
    case State::kUnchecked:
      return "unchecked";
  }
  return "";
}

Result<CodeRefresh> RefreshCode(Stores& stores, const settings::Workspace& workspace,
                                const settings::Directories& directories,
                                const settings::Environment& environment,
                                const settings::Settings& settings, const RefreshOptions& options,
                                const Deadline& deadline) {
  CodeRefresh refresh;
  if (IsBareRepository(workspace.root)) return refresh;
  const store::Scope scope = stores.scope(deadline);
  code::IndexOptions index = IndexOptionsFrom(settings);
  retrieval::CodeDocuments documents;
  index.chunks = &documents;
  index.walk.directories = options.directories;
  const bool complete = SATCHEL_TRY(code::IsComplete(stores.curated(), scope, index));
  const auto rows = SATCHEL_TRY(code::AllFiles(stores.curated(), scope));
  if (!complete) {
    // A run over everything begins by clearing what is searched.
    lexical::Index searched(stores.curated(), retrieval::kCodeSource, retrieval::CodeRanking());
    const auto found = SATCHEL_TRY(searched.Status(scope));
    refresh.state = found.documents == 0 ? State::kMissing : State::kUnfinished;
    return refresh;
  }
  if (std::ranges::any_of(rows, code::IsOfCommit)) return refresh;
  const bool new_commits =
      SATCHEL_TRY(RefreshHistory(stores, workspace, environment, settings, deadline));
  refresh = SATCHEL_TRY(Refresh(stores, workspace, directories, options, index, rows, deadline));
  refresh.new_commits = new_commits;
  return refresh;
}

Result<std::optional<CodeRefresh>> RefreshFiles(
    Stores& stores, const settings::Workspace& workspace, const settings::Directories& directories,
    const settings::Settings& settings, const RefreshOptions& options,
    std::span<const std::string> paths, const Deadline& deadline) {
  const bool linked = std::ranges::any_of(
      paths, [&](const std::string& path) { return HasFurtherNames(workspace.root / path); });
  if (linked || paths.empty() || paths.size() > kMostRefreshed) return std::nullopt;
  const store::Scope scope = stores.scope(deadline);
  code::IndexOptions index = IndexOptionsFrom(settings);
  retrieval::CodeDocuments documents;
  index.chunks = &documents;
  index.walk.only.assign(paths.begin(), paths.end());
  SortUnique(index.walk.only);
  const bool complete = SATCHEL_TRY(code::IsComplete(stores.curated(), scope, index));
  const auto rows =
      SATCHEL_TRY(store::CodeReader(stores.curated()).FilesByPath(scope, index.walk.only));
  if (!complete || std::ranges::any_of(rows, code::IsOfCommit)) return std::nullopt;
  auto refresh =
      SATCHEL_TRY(Refresh(stores, workspace, directories, options, index, rows, deadline));
  return refresh;
}

}  // namespace satchel::engine
