#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "store/database.h"
#include "store/schema.h"
#include "store/sqlite/sqlite_database.h"

// The smallest use of a store: the table `state` of names and values, in one workspace.
namespace satchel::test {

inline constexpr store::Statement kAllState = {
    .name = "test_all_state",
    .sql = "SELECT name, value FROM state WHERE workspace_id = $1 ORDER BY name",
    .gives = {store::ParameterType::kText, store::ParameterType::kText}};
inline constexpr store::Statement kSomeState = {
    .name = "test_some_state",
    .sql =
        "SELECT name, value FROM state WHERE workspace_id = $1 AND name IN "
        "(SELECT value FROM unnest($2) AS value) ORDER BY name",
    .types = {store::ParameterType::kTextSet},
    .gives = {store::ParameterType::kText, store::ParameterType::kText}};
inline constexpr store::Statement kDropState = {
    .name = "test_drop_state",
    .sql = "DELETE FROM state WHERE workspace_id = $1 AND name = $2",
    .types = {store::ParameterType::kText},
    .writes = true};
// Counts to ten billion: longer than any deadline of a test.
inline constexpr store::Statement kEndless = {
    .name = "test_endless",
    .sql =
        "WITH RECURSIVE n(i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) "
        "SELECT count(*) FROM n",
    .gives = {store::ParameterType::kInteger}};

using States = std::vector<std::pair<std::string, std::string>>;

inline const WorkspaceId kOnly{1};

// The views must outlive the call.
inline store::Insert PutState(std::string_view name, std::string_view value,
                              store::OnConflict on_conflict = store::OnConflict::kReplace) {
  return {.table = &store::kStateTable,
          .on_conflict = on_conflict,
          .cells = {store::Text{name}, store::Text{value}}};
}

inline Status Put(store::Database& database, const std::string& name, const std::string& value,
                  const Deadline& deadline = Deadline::Never()) {
  const store::Call call = PutState(name, value);
  auto written = store::Write(database, {.workspace = kOnly, .deadline = deadline}, {&call, 1});
  if (!written) return std::unexpected(written.error());
  return {};
}

inline States StatesOf(const store::Rows& rows) {
  States states;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    states.emplace_back(rows.String(i, 0), rows.String(i, 1));
  }
  return states;
}

inline Result<States> All(store::Database& database) {
  auto rows = store::ReadOne(database, {.workspace = kOnly}, store::Query{&kAllState, {}});
  if (!rows) return std::unexpected(rows.error());
  return StatesOf(*rows);
}

// A curated store with workspace 1, made when it is not there.
inline Result<std::unique_ptr<store::Database>> OpenState(store::SqliteOptions options) {
  options.area = store::Area::kCurated;
  auto database = store::OpenSqlite(options);
  if (!database || options.mode != store::SqliteOptions::Mode::kCreate) return database;
  auto added = (*database)->AddWorkspace("key", "name", Time{1}, Deadline::Never());
  if (!added) return std::unexpected(added.error());
  return database;
}

}  // namespace satchel::test
