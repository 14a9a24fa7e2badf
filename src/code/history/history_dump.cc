#include "code/history/history_dump.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "code/history/path_history.h"
#include "store/history.h"

namespace satchel::code {
namespace {

constexpr std::int64_t kPage = 5'000;

}  // namespace

Result<std::vector<std::string>> DumpHistory(store::Database& curated, const store::Scope& scope) {
  auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kRead));
  store::HistoryView view(*transaction);
  std::vector<std::string> lines;
  std::map<std::int64_t, std::string> ids;
  for (std::int64_t after = 0;;) {
    const auto page = SATCHEL_TRY(view.CommitPage(after, kPage));
    if (page.empty()) break;
    after = page.back().number;
    for (const store::CommitRow& row : page) {
      ids.emplace(row.number, row.id);
      lines.push_back(fmt::format("commit {} {} {} {:?} {:?}", row.id, row.committed, row.changed,
                                  row.title, row.body));
      const auto changes = SATCHEL_TRY(ReadChanges(row.changes));
      for (const PathChange& change : changes) {
        lines.push_back(fmt::format("change {} {} {:?} {:?}", row.id, static_cast<int>(change.kind),
                                    change.path, change.old));
      }
    }
  }
  for (std::string after;;) {
    const auto page = SATCHEL_TRY(view.PathPage(after, kPage));
    if (page.empty()) break;
    after = page.back().path;
    for (const store::HistoryPathRow& row : page) {
      const auto numbers = SATCHEL_TRY(ReadNumbers(row.commits));
      std::vector<std::string> commits;
      for (const std::int64_t number : numbers) {
        const auto id = ids.find(number);
        commits.push_back(id == ids.end() ? "unknown" : id->second);
      }
      std::ranges::sort(commits);
      lines.push_back(fmt::format("path {:?} {:?} {}", row.path, row.now, fmt::join(commits, " ")));
    }
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace satchel::code
