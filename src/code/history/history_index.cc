#include "code/history/history_index.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/sort_unique.h"
#include "code/history/commit_log.h"
#include "code/history/commit_row.h"
#include "code/history/path_history.h"
#include "store/curated.h"
#include "store/history.h"

// The order of writes: the state says that it is unfinished; commits
// come and go, some at a time; then what each file's commits say goes to the sink, some files at a
// time; at last the rows of paths and the state, together. A run that is cut off leaves rows of
// paths that are older than the commits; the next one finds the difference again, whatever of it
// had reached the sink, and the same bytes are put once more.
namespace satchel::code {
namespace {

constexpr std::size_t kCommitsInAChange = 2'000;
constexpr std::size_t kFilesInAChange = 2'000;
constexpr std::int64_t kPage = 5'000;
constexpr std::size_t kMostCommitsOfAFile = 400;
// Raised when rows of the same commits become others.
constexpr int kHistoryVersion = 2;

class Run {
 public:
  Run(const Git& git, const GitStore& repository, store::Database& curated,
      const store::Scope& scope, const HistoryOptions& options)
      : git_(git), repository_(repository), curated_(curated), scope_(scope), options_(options) {}

  Result<HistorySummary> Do() {
    const auto head = SATCHEL_TRY(FindCommit(
        git_, repository_, options_.from.empty() ? "HEAD" : options_.from, scope_.deadline));
    summary_.head = head.value_or("");
    const std::string wanted = Wanted();
    const std::array<std::string, 1> names = {std::string(kHistoryState)};
    auto states = SATCHEL_TRY(store::CuratedReader(curated_).State(scope_, names));
    const std::string state = states[std::string(kHistoryState)];
    if (state == wanted && !options_.full) return Unchanged();
    // Rules are what stands behind the commit.
    const std::string rules = wanted.substr(wanted.find('/'));
    unfinished_ = "?" + rules;
    anew_ = options_.full || state.substr(std::min(state.find('/'), state.size())) != rules;
    if (!anew_) SATCHEL_TRY(Load());
    SATCHEL_TRY(List());
    if (summary_.behind) return summary_;
    SATCHEL_TRY(Begin());
    SATCHEL_TRY(RemoveGone());
    SATCHEL_TRY(ReadNew());
    SATCHEL_TRY(PutFiles(wanted));
    summary_.commits = ids_.size() - summary_.unread;
    return summary_;
  }

 private:
  std::string Wanted() const {
    return fmt::format("{}/{}/{}/{}/{}/{}", summary_.head, kHistoryVersion, options_.commits,
                       options_.from.empty() ? "below" : "all",
                       options_.sink == nullptr ? std::string() : options_.sink->version(),
                       options_.below);
  }

  Result<HistorySummary> Unchanged() {
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
    const auto count = SATCHEL_TRY(store::HistoryView(*transaction).CountCommits());
    transaction.reset();
    summary_.commits = static_cast<std::size_t>(count);
    // Which also finds out whether what the sink has is damaged.
    if (options_.sink != nullptr) SATCHEL_TRY(options_.sink->Tidy(curated_, scope_));
    return summary_;
  }

  Status Begin() {
    auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
    SATCHEL_TRY(change.PutState(kHistoryState, unfinished_));
    if (anew_) {
      SATCHEL_TRY(store::HistoryWriter(change.transaction()).Clear());
      if (options_.sink != nullptr) SATCHEL_TRY(options_.sink->Clear(change.transaction()));
    }
    return std::move(change).Commit();
  }

  Status Load() {
    auto transaction = SATCHEL_TRY(curated_.Begin(scope_, store::Access::kRead));
    store::HistoryView view(*transaction);
    for (std::int64_t after = 0;;) {
      auto page = SATCHEL_TRY(view.CommitPage(after, kPage));
      if (page.empty()) break;
      after = page.back().number;
      for (store::CommitRow& row : page) Keep(std::move(row));
    }
    for (std::string after;;) {
      auto page = SATCHEL_TRY(view.PathPage(after, kPage));
      if (page.empty()) break;
      after = page.back().path;
      for (store::HistoryPathRow& row : page) {
        std::string path = row.path;
        paths_.emplace(std::move(path), std::move(row));
      }
    }
    return {};
  }

  void Keep(store::CommitRow row) {
    std::string id = row.id;
    commits_.emplace(std::move(id), std::move(row));
  }

  // Whether the row of a commit stays as it is. The end of a shallow clone does not: after a deeper
  // fetch it is a commit like any other.
  static bool IsWhole(const store::CommitRow& row) { return row.changed != kUnknownChanges; }

  // The commits that are wanted, and which of them the store lacks.
  Status List() {
    if (!summary_.head.empty() && options_.commits > 0) {
      ids_ = SATCHEL_TRY(
          ListCommits(git_, repository_, summary_.head, options_.commits, scope_.deadline));
    }
    for (const std::string& id : ids_) {
      const auto row = commits_.find(id);
      if (row == commits_.end() || !IsWhole(row->second)) missing_.push_back(id);
    }
    summary_.behind = options_.most_new > 0 && missing_.size() > options_.most_new;
    return {};
  }

  Status RemoveGone() {
    const std::unordered_set<std::string_view> wanted(ids_.begin(), ids_.end());
    std::vector<std::int64_t> numbers;
    std::erase_if(commits_, [&](const auto& one) {
      if (wanted.contains(one.first) && IsWhole(one.second)) return false;
      numbers.push_back(one.second.number);
      return true;
    });
    summary_.removed = numbers.size();
    if (numbers.empty()) return {};
    SortUnique(numbers);
    auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
    SATCHEL_TRY(store::HistoryWriter(change.transaction()).RemoveCommits(numbers));
    return std::move(change).Commit();
  }

  // Newest first, so that a hostile commit of long ago cannot keep newer ones from being read.
  // Numbers mostly grow with time all the same: those of a file are near each other.
  Status ReadNew() {
    if (missing_.empty()) return {};
    std::int64_t number = SATCHEL_TRY(AllotNumbers()) + std::ssize(missing_);
    CommitReader reader(git_, repository_,
                        options_.from.empty() ? LoggedPaths::kBelow : LoggedPaths::kAll);
    CommitRowMaker maker(git_, repository_, {.below = options_.below, .commits = ids_.size()});
    std::vector<store::CommitRow> rows;
    const auto take = [&](LoggedCommit commit) -> Status {
      auto row = SATCHEL_TRY(maker.RowOf(std::move(commit), --number, scope_.deadline));
      rows.push_back(std::move(row));
      return rows.size() < kCommitsInAChange ? Status() : PutRows(rows);
    };
    const auto read = reader.Read(missing_, take, scope_.deadline);
    // What was read is kept even if this run ends here: the next one goes on from there.
    const Status put = PutRows(rows);
    if (!read && !reader.gave_up()) return read;
    if (!put) return put;
    summary_.shallow = maker.saw_shallow_end();
    summary_.too_large = maker.too_large();
    if (!read) summary_.unread = missing_.size() - summary_.read;
    return {};
  }

  Result<std::int64_t> AllotNumbers() {
    auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
    const auto first =
        SATCHEL_TRY(store::HistoryWriter(change.transaction()).AllotNumbers(std::ssize(missing_)));
    SATCHEL_TRY(std::move(change).Commit());
    return first;
  }

  Status PutRows(std::vector<store::CommitRow>& rows) {
    auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
    SATCHEL_TRY(store::HistoryWriter(change.transaction()).PutCommits(rows));
    SATCHEL_TRY(std::move(change).Commit());
    summary_.read += rows.size();
    for (store::CommitRow& row : std::exchange(rows, {})) Keep(std::move(row));
    return {};
  }

  Result<std::map<std::string, PathHistory>> Histories() {
    PathHistoryBuilder builder;
    for (const std::string& id : ids_) {
      const auto row = commits_.find(id);
      if (row == commits_.end()) continue;  // git did not print it
      auto changes = SATCHEL_TRY(ReadChanges(row->second.changes));
      builder.Add({.number = row->second.number,
                   .changed = static_cast<std::size_t>(row->second.changed),
                   .changes = std::move(changes)});
    }
    return std::move(builder).Take();
  }

  // What has become another, and the files that this concerns.
  Status PutFiles(const std::string& state) {
    const auto histories = SATCHEL_TRY(Histories());
    std::vector<store::HistoryPathRow> put;
    std::vector<std::string> gone;
    std::set<std::string> files;
    std::map<std::string_view, std::vector<std::string_view>> names;  // of each file that is there
    for (const auto& [path, history] : histories) {
      if (!history.now.empty()) names[history.now].push_back(path);
      store::HistoryPathRow row{path, history.now, WriteNumbers(history.commits)};
      const auto known = paths_.find(path);
      if (known != paths_.end() && known->second == row) continue;
      if (known != paths_.end()) files.insert(known->second.now);
      files.insert(row.now);
      put.push_back(std::move(row));
    }
    for (const auto& [path, row] : paths_) {
      if (histories.contains(path)) continue;
      files.insert(row.now);
      gone.push_back(path);
    }
    files.erase("");
    std::ranges::sort(gone);
    if (options_.sink != nullptr) SATCHEL_TRY(PutTexts(histories, files, names));
    auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
    store::HistoryWriter writer(change.transaction());
    SATCHEL_TRY(writer.RemovePaths(gone));
    SATCHEL_TRY(writer.PutPaths(put));
    SATCHEL_TRY(change.PutState(kHistoryState, state));
    SATCHEL_TRY(std::move(change).Commit());
    return options_.sink == nullptr ? Status() : options_.sink->Tidy(curated_, scope_);
  }

  Status PutTexts(const std::map<std::string, PathHistory>& histories,
                  const std::set<std::string>& files,
                  const std::map<std::string_view, std::vector<std::string_view>>& names) {
    std::unordered_map<std::int64_t, Said> said;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const auto row = commits_.find(ids_[i]);
      if (row != commits_.end()) said.emplace(row->second.number, Said{i, &row->second});
    }
    std::vector<FileHistory> some;
    const auto flush = [&]() -> Status {
      if (some.empty()) return {};
      auto change = SATCHEL_TRY(store::CuratedChange::Begin(curated_, scope_));
      SATCHEL_TRY(options_.sink->Put(change.transaction(), some));
      some.clear();
      return std::move(change).Commit();
    };
    for (const std::string& file : files) {
      FileHistory& history = some.emplace_back();
      history.path = file;
      history.is_new = anew_;
      if (const auto of = names.find(file); of != names.end()) {
        history.commits = CommitsOf(histories, of->second, said);
      }
      if (some.size() == kFilesInAChange) SATCHEL_TRY(flush());
    }
    return flush();
  }

  struct Said {
    std::size_t age = 0;  // the newest is 0
    const store::CommitRow* row = nullptr;
  };
  static std::vector<FileCommit> CommitsOf(const std::map<std::string, PathHistory>& histories,
                                           std::span<const std::string_view> names,
                                           const std::unordered_map<std::int64_t, Said>& said) {
    std::vector<Said> of;
    for (const std::string_view name : names) {
      for (const std::int64_t number : histories.at(std::string(name)).commits) {
        of.push_back(said.at(number));
      }
    }
    std::ranges::sort(of, {}, &Said::age);
    const auto twice = std::ranges::unique(of, {}, &Said::age);
    of.erase(twice.begin(), twice.end());
    if (of.size() > kMostCommitsOfAFile) of.resize(kMostCommitsOfAFile);
    std::vector<FileCommit> commits;
    commits.reserve(of.size());
    for (const Said& one : of) {
      commits.push_back({.title = one.row->title,
                         .body = one.row->body,
                         .changed = static_cast<std::size_t>(one.row->changed)});
    }
    return commits;
  }

  const Git& git_;
  const GitStore& repository_;
  store::Database& curated_;
  const store::Scope& scope_;
  const HistoryOptions& options_;

  HistorySummary summary_;
  std::string unfinished_;                                        // the state while it is written
  bool anew_ = false;                                             // nothing of the store is kept
  std::vector<std::string> ids_;                                  // wanted, newest first
  std::vector<std::string> missing_;                              // of them
  std::unordered_map<std::string, store::CommitRow> commits_;     // by id
  std::unordered_map<std::string, store::HistoryPathRow> paths_;  // as the store had them
};

}  // namespace

Result<std::string> HistoryHead(store::Database& curated, const store::Scope& scope) {
  const std::array<std::string, 1> names = {std::string(kHistoryState)};
  auto states = SATCHEL_TRY(store::CuratedReader(curated).State(scope, names));
  const std::string& state = states[std::string(kHistoryState)];
  std::string head = state.substr(0, state.find('/'));
  return head == "?" ? std::string() : head;
}

Result<HistorySummary> IndexHistory(const Git& git, const GitStore& repository,
                                    store::Database& curated, const store::Scope& scope,
                                    const HistoryOptions& options) {
  return Run(git, repository, curated, scope, options).Do();
}

}  // namespace satchel::code
