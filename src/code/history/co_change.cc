#include "code/history/co_change.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/sort_unique.h"
#include "code/history/path_history.h"
#include "store/history.h"

namespace satchel::code {
namespace {

constexpr double kHalfLife = 365.0 * 24 * 60 * 60;  // seconds
constexpr std::size_t kMostCommits = 2'000;         // of the newest ones of all files asked about

// What a commit says for two files that it changed: nothing but its age and its size count. Ages
// are from the newest commit that is looked at, so that no clock is asked.
double WeightOf(const store::CommitRow& commit, std::int64_t newest) {
  const auto age = static_cast<double>(newest - commit.committed);
  const auto others = static_cast<double>(std::max<std::int64_t>(commit.changed - 1, 1));
  return std::exp2(-std::max(age, 0.0) / kHalfLife) / std::sqrt(others);
}

using Index = std::uint32_t;

// That one of the files asked about was changed by a commit, by its place among them.
struct Change {
  std::int64_t commit = 0;
  Index file = 0;
  friend auto operator<=>(const Change&, const Change&) = default;
};

Index IndexIn(std::span<const std::string_view> sorted, std::string_view name) {
  return static_cast<Index>(std::ranges::lower_bound(sorted, name) - sorted.begin());
}

// By commit and file, each once; of the newest commits.
Result<std::vector<Change>> ChangesOf(store::HistoryView& view, std::span<const std::string> files,
                                      std::span<const std::string_view> sorted) {
  std::vector<Change> changes;
  const auto names = SATCHEL_TRY(view.NamesOf(files));
  for (const store::HistoryPathRow& row : names) {
    const auto numbers = SATCHEL_TRY(ReadNumbers(row.commits));
    const Index file = IndexIn(sorted, row.now);
    for (const std::int64_t number : numbers) changes.push_back({number, file});
  }
  SortUnique(changes);
  // Numbers mostly grow with time.
  std::size_t commits = 0;
  auto first = changes.end();
  while (first != changes.begin()) {
    const auto before = std::prev(first);
    const bool is_another = first == changes.end() || before->commit != first->commit;
    if (is_another && ++commits > kMostCommits) break;
    first = before;
  }
  changes.erase(changes.begin(), first);
  return changes;
}

// The paths that commits changed, once each, and what the file is called now; empty: it is gone.
struct Names {
  std::vector<std::string> paths;
  std::vector<std::string> now;
};

Result<Names> NamesIn(store::HistoryView& view, std::span<const std::vector<PathChange>> changes) {
  std::vector<std::string_view> paths;
  for (const auto& of_commit : changes) {
    for (const PathChange& change : of_commit) paths.push_back(change.path);
  }
  SortUnique(paths);
  Names names{.paths = {paths.begin(), paths.end()}, .now = {}};
  names.now.resize(names.paths.size());
  auto rows = SATCHEL_TRY(view.CurrentNames(names.paths));
  for (store::HistoryPathRow& row : rows) names.now[IndexIn(paths, row.path)] = std::move(row.now);
  return names;
}

// The commits that changed a file together with some that were asked about.
struct Together {
  struct One {
    Index file = 0;  // that was asked about
    double weight = 0;
    std::size_t commits = 0;
  };
  std::vector<One> with;
  std::size_t commits = 0;  // in all, each once

  void Add(Index file, double weight) {
    auto found = std::ranges::find(with, file, &One::file);
    if (found == with.end()) found = with.insert(found, {.file = file});
    found->weight += weight;
    ++found->commits;
  }
  bool Has(std::size_t least) const {
    return std::ranges::any_of(with, [least](const One& one) { return one.commits >= least; });
  }
};

CoChanged Summed(std::string_view path, Together& together, std::span<const std::string_view> files,
                 std::size_t least) {
  CoChanged one{.path = std::string(path), .with = {}, .commits = together.commits};
  std::ranges::sort(together.with, {}, &Together::One::file);
  double most = -1;
  for (const auto& [file, weight, commits] : together.with) {
    one.weight += weight;
    if (weight > most && commits >= least) {
      most = weight;
      one.with = files[file];
    }
  }
  return one;
}

}  // namespace

// Names are compared once, to find their places in sorted lists; everything else is by place. A
// request asks for some dozens of files that some thousands of commits changed.
Result<std::vector<CoChanged>> FilesChangedWith(store::Transaction& curated,
                                                std::span<const std::string> files,
                                                std::size_t least) {
  least = std::max<std::size_t>(least, 1);
  store::HistoryView view(curated);
  std::vector<std::string_view> asked(files.begin(), files.end());
  SortUnique(asked);
  const auto changed = SATCHEL_TRY(ChangesOf(view, files, asked));
  std::vector<std::int64_t> numbers;
  for (const Change& change : changed) numbers.push_back(change.commit);
  SortUnique(numbers);
  if (numbers.empty()) return std::vector<CoChanged>();
  const auto commits = SATCHEL_TRY(view.Changes(numbers));
  std::int64_t newest = 0;
  std::vector<std::vector<PathChange>> changes;
  for (const store::CommitRow& commit : commits) {
    newest = std::max(newest, commit.committed);
    changes.push_back(SATCHEL_TRY(ReadChanges(commit.changes)));
  }
  const Names names = SATCHEL_TRY(NamesIn(view, changes));
  std::vector<std::string_view> others(names.now.begin(), names.now.end());
  SortUnique(others);
  std::erase_if(others, [&](std::string_view name) {
    return name.empty() || std::ranges::binary_search(asked, name);
  });
  const std::vector<std::string_view> paths(names.paths.begin(), names.paths.end());
  std::vector<Together> together(others.size());
  std::vector<Index> of_commit;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    of_commit.clear();
    for (const PathChange& change : changes[i]) {
      const std::string_view now = names.now[IndexIn(paths, change.path)];
      const Index other = IndexIn(others, now);
      if (other < others.size() && others[other] == now) of_commit.push_back(other);
    }
    SortUnique(of_commit);  // each commit once, whatever it changed
    const double weight = WeightOf(commits[i], newest);
    const auto with = std::ranges::equal_range(changed, commits[i].number, {}, &Change::commit);
    for (const Index other : of_commit) {
      ++together[other].commits;
      for (const Change& change : with) together[other].Add(change.file, weight);
    }
  }
  std::vector<CoChanged> found;
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (together[i].Has(least)) found.push_back(Summed(others[i], together[i], asked, least));
  }
  std::ranges::sort(found, [](const CoChanged& left, const CoChanged& right) {
    if (left.weight != right.weight) return left.weight > right.weight;
    return left.commits != right.commits ? left.commits > right.commits : left.path < right.path;
  });
  return found;
}

}  // namespace satchel::code
