// A statement that asks for a set of keys goes through an index to each of them. SQLite may find
// another way that is as good as long as there are a few rows, and far worse for a million.

#include <memory>
#include <regex>
#include <string>

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

std::string PlanOf(sqlite3* database, std::string sql) {
  sql = std::regex_replace(sql, std::regex(R"(unnest\((\$\d+)\) AS value)"), "json_each($1)");
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
  const std::regex set(R"((\w+) IN \(SELECT value FROM unnest)");
  int looked_at = 0;
  for (const Statement* statement : AllStatements()) {
    const std::string sql(statement->sql);
    for (auto at = std::sregex_iterator(sql.begin(), sql.end(), set); at != std::sregex_iterator();
         ++at, ++looked_at) {
      // By the key, or at least by more than the workspace, which may have millions of rows.
      EXPECT_THAT(PlanOf(database.get(), sql),
                  AnyOf(HasSubstr((*at)[1].str() + "=?"), HasSubstr("(workspace_id=? AND ")))
          << statement->name;
    }
  }
  EXPECT_GT(looked_at, 15);
}

}  // namespace
}  // namespace satchel::store::sqlite
