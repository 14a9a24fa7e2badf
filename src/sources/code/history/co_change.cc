#include "sources/code/history/co_change.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/sort_unique.h"
#include "sources/code/history/path_history.h"
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

// Numbers of commits, and which of the files each of them changed.
using Changed = std::map<std::int64_t, std::set<std::string>>;

Result<Changed> CommitsOf(store::HistoryView& view, std::span<const std::string> files) {
  Changed changed;
  const auto names = SATCHEL_TRY(view.NamesOf(files));
  for (const store::HistoryPathRow& row : names) {
    const auto numbers = SATCHEL_TRY(ReadNumbers(row.commits));
    for (const std::int64_t number : numbers) changed[number].insert(row.now);
  }
  // Numbers mostly grow with time.
  while (changed.size() > kMostCommits) changed.erase(changed.begin());
  return changed;
}

}  // namespace

Result<std::vector<CoChanged>> FilesChangedWith(store::Transaction& curated,
                                                std::span<const std::string> files,
                                                std::size_t least) {
  store::HistoryView view(curated);
  const auto changed = SATCHEL_TRY(CommitsOf(view, files));
  std::vector<std::int64_t> numbers;
  for (const auto& [number, of] : changed) numbers.push_back(number);
  if (numbers.empty()) return std::vector<CoChanged>();
  const auto commits = SATCHEL_TRY(view.Commits(numbers));
  std::int64_t newest = 0;
  std::vector<std::vector<PathChange>> changes;
  std::vector<std::string> names;
  for (const store::CommitRow& commit : commits) {
    newest = std::max(newest, commit.committed);
    changes.push_back(SATCHEL_TRY(ReadChanges(commit.changes)));
    for (const PathChange& change : changes.back()) names.push_back(change.path);
  }
  SortUnique(names);
  const auto rows = SATCHEL_TRY(view.Paths(names));
  std::map<std::string_view, std::string_view> now;
  for (const store::HistoryPathRow& row : rows) now.emplace(row.path, row.now);
  const std::set<std::string_view> asked(files.begin(), files.end());
  std::map<std::string_view, std::map<std::string_view, double>> together;  // weights
  std::map<std::string_view, std::size_t> commits_of;  // each commit once, whatever it changed
  for (std::size_t i = 0; i < commits.size(); ++i) {
    const double weight = WeightOf(commits[i], newest);
    std::set<std::string_view> others;
    for (const PathChange& change : changes[i]) {
      const auto path = now.find(change.path);
      if (path == now.end() || path->second.empty() || asked.contains(path->second)) continue;
      others.insert(path->second);
    }
    for (const std::string_view other : others) {
      ++commits_of[other];
      for (const std::string& with : changed.at(commits[i].number)) {
        together[other][with] += weight;
      }
    }
  }
  std::vector<CoChanged> found;
  for (const auto& [path, of] : together) {
    CoChanged one{.path = std::string(path), .with = {}};
    double most = -1;
    for (const auto& [with, both] : of) {
      one.weight += both;
      if (both > most) {
        most = both;
        one.with = with;
      }
    }
    one.commits = commits_of[path];
    if (one.commits >= least) found.push_back(std::move(one));
  }
  std::ranges::sort(found, [](const CoChanged& left, const CoChanged& right) {
    if (left.weight != right.weight) return left.weight > right.weight;
    return left.commits != right.commits ? left.commits > right.commits : left.path < right.path;
  });
  return found;
}

}  // namespace satchel::code
