// A statement that asks for a set of keys goes through an index to each of them. SQLite may find
// another way that is as good as long as there are a few rows, and far worse for a million.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "store/sqlite/sqlite_database.h"
#include "store/statements.h"
#include "tests/support/temp_dir.h"

namespace satchel::store::sqlite {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kSet = " IN (SELECT value FROM unnest(";

// The columns that a statement asks for by sets.
std::vector<std::string> SetColumns(const std::string& sql) {
  std::vector<std::string> columns;
  for (std::size_t at = sql.find(kSet); at != sql.npos; at = sql.find(kSet, at + 1)) {
    const std::size_t before = sql.rfind(' ', at - 1);
    columns.push_back(sql.substr(before + 1, at - before - 1));
  }
  return columns;
}

// `unnest` is ours; this one is SQLite's, and planned in the same way.
std::string WithoutUnnest(std::string sql) {
  constexpr std::string_view kName = "unnest(";
  constexpr std::string_view kAlias = " AS value";
  for (std::size_t at = sql.find(kName); at != sql.npos; at = sql.find(kName, at)) {
    sql.replace(at, kName.size(), "json_each(");
    if (const std::size_t end = sql.find(kAlias, at); end != sql.npos)
      sql.erase(end, kAlias.size());
  }
  return sql;
}

std::string PlanOf(sqlite3* database, const std::string& written) {
  const std::string sql = WithoutUnnest(written);
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(
      sqlite3_prepare_v2(database, ("EXPLAIN QUERY PLAN " + sql).c_str(), -1, &statement, nullptr),
      SQLITE_OK)
      << sqlite3_errmsg(database) << ": " << sql;
  std::string plan;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    plan += reinterpret_cast<const char*>(sqlite3_column_text(statement, 3));
    plan += '\n';
  }
  sqlite3_finalize(statement);
  return plan;
}

TEST(PlanTest, SetsOfKeysGoThroughAnIndex) {
  const test::TempDir directory;
  const std::string file = (directory.path() / "all.db").string();
  ASSERT_TRUE(OpenSqlite({.file = file, .mode = SqliteOptions::Mode::kCreate}));
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &opened), SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(opened, sqlite3_close);
  int looked_at = 0;
  for (const Statement* statement : AllStatements()) {
    const std::string sql(statement->sql);
    for (const std::string& column : SetColumns(sql)) {
      // By the key, or at least by more than the workspace, which may have millions of rows.
      EXPECT_THAT(PlanOf(database.get(), sql),
                  AnyOf(HasSubstr(column + "=?"), HasSubstr("(workspace_id=? AND ")))
          << statement->name;
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 15);
}

}  // namespace
}  // namespace satchel::store::sqlite
