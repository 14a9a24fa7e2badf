#include "tests/postgres/schema_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/ddl.h"
#include "store/schema.h"
#include "store/statements.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using store::Dialect;
using store::OnConflict;
using store::Statement;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> BrokenBy(std::string_view sql) {
  const Statement statement{.name = "s", .sql = sql, .writes = true};
  const std::vector<const Statement*> all = {&statement};
  return BrokenByStatements(all, store::Tables());
}

TEST(SchemaRulesTest, HoldForTheSchema) {
  EXPECT_THAT(BrokenByTables(store::Tables()), IsEmpty());
  EXPECT_THAT(
      BrokenByDefinition(store::MigrationSql(Dialect::kPostgres, store::Tables(),
                                             store::Area::kEvery, 0, store::kSchemaVersion)),
      IsEmpty());
  EXPECT_THAT(BrokenByDefinition(store::SecuritySql(store::Tables(), "\"app\"")), IsEmpty());
}

TEST(SchemaRulesTest, HoldForEveryStatementOfTheProgram) {
  const std::vector<const Statement*> all = store::AllStatements();
  EXPECT_GT(all.size(), 20U);
  EXPECT_THAT(BrokenByStatements(all, store::Tables()), IsEmpty());
}

TEST(SchemaRulesTest, HoldForStatementsMadeFromTheSchema) {
  std::vector<std::string> texts;
  for (const store::Table* table : store::Tables()) {
    if (!table->secured) continue;
    for (const auto on_conflict : {OnConflict::kFail, OnConflict::kIgnore, OnConflict::kReplace}) {
      texts.push_back(store::InsertSql(Dialect::kPostgres, *table, on_conflict));
    }
    texts.push_back(store::PageSql(*table, false));
    texts.push_back(store::PageSql(*table, true));
  }
  for (const std::string& text : texts) EXPECT_THAT(BrokenBy(text), IsEmpty()) << text;
}

TEST(SchemaRulesTest, FindStatementsThatBreakThem) {
  EXPECT_THAT(BrokenBy("SELECT value FROM state WHERE name = $2"),
              ElementsAre(HasSubstr("without workspace_id")));
  EXPECT_THAT(BrokenBy("SELECT s.value FROM state JOIN run ON run.run_id = state.name WHERE "
                       "state.workspace_id = $1"),
              ElementsAre(HasSubstr("without workspace_id")));
  EXPECT_THAT(BrokenBy("UPDATE state SET workspace_id = 2 WHERE workspace_id = $1"),
              ElementsAre(HasSubstr("changes workspace_id")));
  EXPECT_THAT(BrokenBy("INSERT INTO state (name, value) VALUES ($2, $3)"),
              ElementsAre(HasSubstr("without workspace_id")));
  EXPECT_THAT(BrokenBy("INSERT INTO state (workspace_id, name, value) SELECT $1, name, value FROM "
                       "state WHERE workspace_id = $1"),
              ElementsAre(HasSubstr("selected from")));
  EXPECT_THAT(BrokenBy("UPDATE run SET started_at = now() WHERE workspace_id = $1"),
              ElementsAre(HasSubstr("now")));
  EXPECT_THAT(BrokenBy("SELECT nextval($2) FROM run WHERE workspace_id = $1"),
              ElementsAre(HasSubstr("nextval")));
  EXPECT_THAT(BrokenBy("SELECT 1"), ElementsAre(HasSubstr("names no table")));
  EXPECT_THAT(
      BrokenBy(
          "DELETE FROM run WHERE workspace_id = $1; DELETE FROM stage WHERE workspace_id = $1"),
      ElementsAre(HasSubstr("more than one")));
  EXPECT_THAT(BrokenBy("SELECT value FROM state WHERE workspace_id = $1 AND name = 'now; nextval'"),
              IsEmpty());
}

TEST(SchemaRulesTest, FindDefinitionsThatBreakThem) {
  const std::vector<std::string> bad = {
      "CREATE TABLE a (id bigint NOT NULL, PRIMARY KEY (id))",
      "CREATE TABLE a (workspace_id bigint NOT NULL, id bigserial, PRIMARY KEY (workspace_id, id))",
      "CREATE INDEX a ON b (c)",
      "CREATE UNIQUE INDEX a ON b (workspace_id, c)",
      "CREATE TRIGGER a AFTER INSERT ON b",
      "CREATE POLICY a ON b USING (true)",
      "ALTER TABLE a FORCE ROW LEVEL SECURITY",
      "GRANT ALL ON a TO b"};
  for (const std::string& one : bad)
    EXPECT_THAT(BrokenByDefinition({&one, 1}), Not(IsEmpty())) << one;
}

// The same on a server, where nothing is left to how SQL is written.
TEST(SchemaRulesTest, HoldInTheCatalogue) {
  const PostgresDatabase place;
  PostgresClient admin(place.AdminUrl());
  const std::string ours = "c.relnamespace = 'public'::regnamespace";
  EXPECT_EQ(admin.One("SELECT count(*) FROM pg_class c WHERE c.relkind = 'r' AND " + ours),
            std::to_string(store::Tables().size()));
  // Every index is led by the workspace, but for the directory's own key.
  EXPECT_EQ(
      admin
          .Run(
              "SELECT i.indexrelid::regclass FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid "
              "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] "
              "WHERE a.attname <> 'workspace_id' AND " +
              ours)
          .rows,
      (std::vector<std::vector<std::string>>{{"workspace_by_key"}}));
  for (const std::string_view none :
       {"pg_trigger t WHERE NOT tgisinternal", "pg_constraint WHERE contype = 'f'", "pg_sequence",
        "pg_class c WHERE relkind = 'r' AND relforcerowsecurity",
        "pg_rules WHERE schemaname = 'public'", "pg_views WHERE schemaname = 'public'"}) {
    EXPECT_EQ(admin.One("SELECT count(*) FROM " + std::string(none)), "0") << none;
  }
  EXPECT_EQ(admin.One("SELECT count(*) FROM pg_class c WHERE relkind = 'r' AND " + ours +
                      " AND NOT relrowsecurity AND relname NOT IN ('workspace', 'migration')"),
            "0");
  EXPECT_EQ(
      admin.One("SELECT count(*) FROM pg_class c WHERE relkind = 'r' AND " + ours +
                " AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = c.oid AND indisprimary)"),
      "0");
}

}  // namespace
}  // namespace satchel::test
