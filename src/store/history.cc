#include "store/history.h"

#include <array>
#include <utility>

#include "store/calls.h"
#include "store/schema.h"

namespace satchel::store {
namespace {

using enum ParameterType;

#define SATCHEL_COMMIT_COLUMNS "number, commit_id, committed, changed, title, body, changes"

constexpr Statement kChangesByNumber{
    .name = "history_changes",
    .sql =
        "SELECT number, committed, changed, changes FROM history_commit WHERE workspace_id = $1"
        " AND number IN (SELECT value FROM unnest($2) AS value) ORDER BY number",
    .types = {kIntegerSet},
    .gives = {kInteger, kInteger, kInteger, kBytes}};
constexpr Statement kCommitPage{
    .name = "history_commit_page",
    .sql = "SELECT " SATCHEL_COMMIT_COLUMNS
           " FROM history_commit WHERE workspace_id = $1"
           " AND number > $2 ORDER BY number LIMIT $3",
    .types = {kInteger, kInteger},
    .gives = {kInteger, kText, kInteger, kInteger, kText, kText, kBytes}};
constexpr Statement kCountCommits{
    .name = "count_history_commits",
    .sql = "SELECT COUNT(*) FROM history_commit WHERE workspace_id = $1",
    .types = {},
    .gives = {kInteger}};
constexpr Statement kCurrentNames{
    .name = "history_current_names",
    .sql =
        "SELECT path, current_path FROM history_path WHERE workspace_id = $1"
        " AND path IN (SELECT value FROM unnest($2) AS value) ORDER BY path",
    .types = {kTextSet},
    .gives = {kText, kText}};
constexpr Statement kPathPage{.name = "history_path_page",
                              .sql =
                                  "SELECT path, current_path, commits FROM history_path"
                                  " WHERE workspace_id = $1 AND path > $2 ORDER BY path LIMIT $3",
                              .types = {kText, kInteger},
                              .gives = {kText, kText, kBytes}};
// In the order of the index, for the reason that store/code.cc gives.
constexpr Statement kNamesOf{.name = "history_names",
                             .sql =
                                 "SELECT path, current_path, commits FROM history_path"
                                 " WHERE workspace_id = $1"
                                 " AND current_path IN (SELECT value FROM unnest($2) AS value)"
                                 " ORDER BY current_path, path",
                             .types = {kTextSet},
                             .gives = {kText, kText, kBytes}};
constexpr Statement kRemoveCommits{.name = "remove_history_commits",
                                   .sql =
                                       "DELETE FROM history_commit WHERE workspace_id = $1"
                                       " AND number IN (SELECT value FROM unnest($2) AS value)",
                                   .types = {kIntegerSet},
                                   .writes = true};
constexpr Statement kRemovePaths{.name = "remove_history_paths",
                                 .sql =
                                     "DELETE FROM history_path WHERE workspace_id = $1"
                                     " AND path IN (SELECT value FROM unnest($2) AS value)",
                                 .types = {kTextSet},
                                 .writes = true};
constexpr Statement kClearCommits{.name = "clear_history_commits",
                                  .sql = "DELETE FROM history_commit WHERE workspace_id = $1",
                                  .types = {},
                                  .writes = true};
constexpr Statement kClearPaths{.name = "clear_history_paths",
                                .sql = "DELETE FROM history_path WHERE workspace_id = $1",
                                .types = {},
                                .writes = true};

#undef SATCHEL_COMMIT_COLUMNS

std::vector<CommitRow> CommitsFrom(Rows& rows) {
  std::vector<CommitRow> commits;
  commits.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    commits.push_back({.number = rows.Integer(i, 0),
                       .id = rows.TakeString(i, 1),
                       .committed = rows.Integer(i, 2),
                       .changed = rows.Integer(i, 3),
                       .title = rows.TakeString(i, 4),
                       .body = rows.TakeString(i, 5),
                       .changes = rows.TakeString(i, 6)});
  }
  return commits;
}

std::vector<HistoryPathRow> PathsFrom(Rows& rows) {
  std::vector<HistoryPathRow> paths;
  paths.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    paths.push_back({rows.TakeString(i, 0), rows.TakeString(i, 1), rows.TakeString(i, 2)});
  }
  return paths;
}

Result<Rows> ReadRows(Transaction& transaction, Query query) {
  const Call call = std::move(query);
  auto answers = SATCHEL_TRY(transaction.Run({&call, 1}), "read history");
  return std::move(answers.front().rows);
}

}  // namespace

Result<std::vector<CommitRow>> HistoryView::Changes(std::span<const std::int64_t> numbers) {
  auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kChangesByNumber, {IntegerSet{numbers}}}));
  std::vector<CommitRow> commits;
  commits.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CommitRow& commit = commits.emplace_back();
    commit.number = rows.Integer(i, 0);
    commit.committed = rows.Integer(i, 1);
    commit.changed = rows.Integer(i, 2);
    commit.changes = rows.TakeString(i, 3);
  }
  return commits;
}

Result<std::vector<CommitRow>> HistoryView::CommitPage(std::int64_t after, std::int64_t most) {
  auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kCommitPage, {after, most}}));
  return CheckedPage(CommitsFrom(rows), most, after,
                     [](const CommitRow& row) { return row.number; });
}

Result<std::vector<HistoryPathRow>> HistoryView::CurrentNames(std::span<const std::string> paths) {
  auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kCurrentNames, {TextSet{paths}}}));
  std::vector<HistoryPathRow> names;
  names.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    names.push_back({rows.TakeString(i, 0), rows.TakeString(i, 1), {}});
  }
  return names;
}

Result<std::vector<HistoryPathRow>> HistoryView::PathPage(const std::string& after,
                                                          std::int64_t most) {
  auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kPathPage, {Text{after}, most}}));
  return CheckedPage(PathsFrom(rows), most, std::string_view(after),
                     [](const HistoryPathRow& row) { return std::string_view(row.path); });
}

Result<std::vector<HistoryPathRow>> HistoryView::NamesOf(std::span<const std::string> now) {
  auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kNamesOf, {TextSet{now}}}));
  return PathsFrom(rows);
}

Result<std::int64_t> HistoryView::CountCommits() {
  const auto rows = SATCHEL_TRY(ReadRows(transaction_, {&kCountCommits, {}}));
  return OnlyInteger(rows);
}

Result<std::int64_t> HistoryWriter::AllotNumbers(std::int64_t count) {
  return AllotIds(transaction(), "commit", count);
}

Status HistoryWriter::PutCommits(std::span<const CommitRow> rows) {
  if (rows.empty()) return {};
  Insert insert{.table = &kHistoryCommitTable, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(rows.size() * kHistoryCommitTable.columns.size());
  for (const CommitRow& row : rows) {
    AddRow(insert, {row.number, Text{row.id}, row.committed, row.changed, Text{row.title},
                    Text{row.body}, Bytes{row.changes}});
  }
  const Call call = std::move(insert);
  return RunAll(transaction(), {&call, 1});
}

Status HistoryWriter::PutPaths(std::span<const HistoryPathRow> rows) {
  if (rows.empty()) return {};
  Insert insert{.table = &kHistoryPathTable, .on_conflict = OnConflict::kReplace};
  insert.cells.reserve(rows.size() * kHistoryPathTable.columns.size());
  for (const HistoryPathRow& row : rows) {
    AddRow(insert, {Text{row.path}, Text{row.now}, Bytes{row.commits}});
  }
  const Call call = std::move(insert);
  return RunAll(transaction(), {&call, 1});
}

Status HistoryWriter::RemoveCommits(std::span<const std::int64_t> numbers) {
  if (numbers.empty()) return {};
  const Call call = Query{&kRemoveCommits, {IntegerSet{numbers}}};
  return RunAll(transaction(), {&call, 1});
}

Status HistoryWriter::RemovePaths(std::span<const std::string> paths) {
  if (paths.empty()) return {};
  const Call call = Query{&kRemovePaths, {TextSet{paths}}};
  return RunAll(transaction(), {&call, 1});
}

Status HistoryWriter::Clear() {
  const std::array<Call, 2> calls = {Query{&kClearCommits, {}}, Query{&kClearPaths, {}}};
  return RunAll(transaction(), calls);
}

std::span<const Statement* const> HistoryStatements() {
  static constexpr std::array kAll = {
      &kChangesByNumber, &kCommitPage,    &kCountCommits, &kCurrentNames, &kPathPage,
      &kNamesOf,         &kRemoveCommits, &kRemovePaths,  &kClearCommits, &kClearPaths};
  return kAll;
}

}  // namespace satchel::store
