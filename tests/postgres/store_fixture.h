#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/database.h"
#include "store/postgres/postgres.h"
#include "store/schema.h"
#include "store/statement.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {

using store::Bytes;
using store::BytesSet;
using store::Call;
using store::Insert;
using store::IntegerSet;
using store::Null;
using store::OnConflict;
using store::Parameter;
using store::ParameterType;
using store::Query;
using store::Scope;
using store::Statement;
using store::StoreCount;
using store::Text;
using store::TextSet;

inline constexpr Statement kAllStates{
    .name = "all_states",
    .sql = "SELECT name, value FROM state WHERE workspace_id = $1 ORDER BY name",
    .gives = {ParameterType::kText, ParameterType::kText}};
inline constexpr Statement kPutState{
    .name = "put_state",
    .sql = "INSERT INTO state (workspace_id, name, value) VALUES ($1, $2, $3)",
    .types = {ParameterType::kText, ParameterType::kText},
    .writes = true};
// Waits on the server for so many seconds.
inline constexpr Statement kSleep{.name = "sleep",
                                  .sql = "SELECT CAST($1 AS BIGINT) FROM pg_sleep($2)",
                                  .types = {ParameterType::kInteger},
                                  .gives = {ParameterType::kInteger}};

inline std::unique_ptr<store::Database> MustOpen(const store::PostgresOptions& options) {
  auto database = store::OpenPostgres(options);
  if (!database) {
    ADD_FAILURE() << database.error().text() << " | " << database.error().hint();
    std::abort();
  }
  return std::move(*database);
}

inline WorkspaceId MustAdd(store::Database& database, const std::string& key) {
  auto workspace = database.AddWorkspace(key, key, Time{1}, Deadline::Never());
  EXPECT_TRUE(workspace) << workspace.error().text();
  return workspace.value_or(WorkspaceId());
}

inline Query PutState(std::string_view name, std::string_view value) {
  return {&kPutState, {Text{name}, Text{value}}};
}

// "name=value" of every state of the workspace, or the error.
inline std::vector<std::string> States(store::Database& database, const Scope& scope) {
  auto rows = store::ReadOne(database, scope, Query{&kAllStates, {}});
  if (!rows) return {"error: " + rows.error().text()};
  std::vector<std::string> states;
  for (std::size_t row = 0; row < rows->size(); ++row) {
    states.push_back(rows->String(row, 0) + "=" + rows->String(row, 1));
  }
  return states;
}

// A database, the store on it, and a workspace there.
class StoreTest : public testing::Test {
 protected:
  StoreTest() : store_(MustOpen({.url = place_.AppUrl()})), workspace_(MustAdd(*store_, "one")) {}

  Scope In(WorkspaceId workspace) { return {.workspace = workspace, .count = &count_}; }
  Scope Here() { return In(workspace_); }
  Result<std::vector<store::Answer>> Write(const std::vector<Call>& calls) {
    return store::Write(*store_, Here(), calls);
  }
  Result<std::vector<store::Answer>> Read(const std::vector<Call>& calls) {
    return store::Read(*store_, Here(), calls);
  }

  PostgresDatabase place_;
  std::unique_ptr<store::Database> store_;
  WorkspaceId workspace_;
  StoreCount count_;
};

}  // namespace satchel::test
