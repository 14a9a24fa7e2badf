// `satchel index` when something is not as it should be: a derived store that somebody or
// something has damaged is made anew, and files of another kind are shown like any others.

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/git_repository.h"
#include "tests/support/sqlite_file.h"

namespace satchel::test {
namespace {

using testing::HasSubstr;
using testing::Not;

using Json = nlohmann::json;

class CliIndexTroubleTest : public CliFixture {
 protected:
  CliIndexTroubleTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/colours.py", "import os\n\n\ndef mix_colours(a):\n    return os.sep + a\n");
  }

  // Whatever SQL says, to the derived store.
  void Change(const std::string& sql) const {
    ChangeSqlite(dir_.path() / "app/.satchel/curated.db", sql);
  }

  void ExpectFound(const std::string& after, const std::string& damage) {
    SCOPED_TRACE(after + " after " + damage);
    const Finished search = Satchel({"search", "mix_colours", "--format", "json"});
    ASSERT_EQ(search.code, 0) << search.err;
    const Json answer = Json::parse(search.out, nullptr, false);
    EXPECT_EQ(answer["results"][0]["path"], "colours.py") << search.out;
  }

  // After `index`, whatever it had to do, search answers.
  void ExpectMadeAnew(const std::string& damage) {
    SCOPED_TRACE(damage);
    ASSERT_EQ(Satchel({"index"}).code, 0);
    Change(damage);
    const Finished index = Satchel({"index"});
    EXPECT_EQ(index.code, 0) << index.err;
    ExpectFound("index", damage);
    const Finished again = Satchel({"index"});
    EXPECT_EQ(again.code, 0) << again.err;
  }
};

TEST_F(CliIndexTroubleTest, AStoreWithRowsOfGarbageIsMadeAnew) {
  for (const char* sql :
       {"UPDATE file SET digest = x'00'", "UPDATE file SET stat = x'0102', digest = x'00'",
        "UPDATE file SET path = ''", "UPDATE file SET path = path || char(10)",
        "UPDATE file SET reading = 'none', language = 'none', role = 'none'",
        "UPDATE file SET file_id = 9223372036854775807", "UPDATE file_facts SET data = x'00ff00ff'",
        "UPDATE file_facts SET version = -1"}) {
    ExpectMadeAnew(sql);
  }
}

TEST_F(CliIndexTroubleTest, ASearchIndexOfGarbageIsMadeAnew) {
  for (const char* sql : {"UPDATE segment SET summary = x'00'", "UPDATE segment SET documents = -1",
                          "UPDATE segment SET size = -5", "UPDATE segment_row SET data = x'00'",
                          "UPDATE segment SET generation = 9223372036854775807",
                          "DELETE FROM segment_row", "DELETE FROM segment"}) {
    ExpectMadeAnew(sql);
  }
}

// Whatever happened to the derived store, doctor sees it, a search goes on, and what doctor says
// mends it.
TEST_F(CliIndexTroubleTest, AStoreWithoutItsTablesIsMadeAnew) {
  for (const std::string table : {"file", "segment", "segment_row", "symbol", "state", "counter",
                                  "workspace", "home", "file_facts", "file_import"}) {
    const std::string view = "DROP TABLE " + table + "; CREATE VIEW " + table +
                             " AS SELECT 1 AS workspace_id, 'a' AS name, 'b' AS value";
    for (const std::string& damage : {"DROP TABLE " + table, view}) {
      ASSERT_EQ(Satchel({"index", "--full"}).code, 0);
      Change(damage);
      EXPECT_EQ(Satchel({"doctor"}).code, 1) << damage;
      ExpectFound("search", damage);
      ASSERT_EQ(Satchel({"index", "--full"}).code, 0);
      EXPECT_EQ(Satchel({"doctor"}).code, 0) << damage;
      ExpectMadeAnew(damage);
    }
  }
}

TEST_F(CliIndexTroubleTest, AStoreWhoseCountersAndOwnersAreGarbageIsMadeAnew) {
  for (const std::string damage :
       {"UPDATE counter SET next = 9223372036854775807", "UPDATE counter SET next = -5",
        "DELETE FROM home", "DELETE FROM workspace", "ALTER TABLE file DROP COLUMN remark"}) {
    ASSERT_EQ(Satchel({"index"}).code, 0);
    Change(damage);
    dir_.Write("app/colours.py", "def mix_colours(a):\n    return a\n# " + damage + "\n");
    ExpectFound("search", damage);
    ExpectMadeAnew(damage);
  }
  Change("UPDATE counter SET next = -5");
  EXPECT_EQ(Satchel({"doctor"}).code, 1);
}

TEST_F(CliIndexTroubleTest, AHistoryOfGarbageIsMadeAnew) {
  const auto app = dir_.path() / "app";
  std::filesystem::remove_all(app / ".git");
  RunGit(app, {"init", "-q", "."});
  RunGit(app, {"add", "colours.py"});
  RunGit(app, {"commit", "-q", "-m", "Teach umbrellas"});
  for (const char* sql : {"UPDATE segment SET summary = x'00' WHERE source = 'history'",
                          "UPDATE segment_row SET data = x'00' WHERE source = 'history'",
                          "DELETE FROM segment WHERE source = 'history'",
                          "DELETE FROM segment_row WHERE source = 'history'"}) {
    ExpectMadeAnew(sql);
  }
  Change("UPDATE history_commit SET changes = x'ff'; UPDATE history_path SET commits = x'ff'");
  RunGit(app, {"commit", "-q", "--allow-empty", "-m", "Nothing"});
  ExpectMadeAnew("SELECT 1");
}

TEST_F(CliIndexTroubleTest, LinesThatEndWithACarriageReturnAreShownWithoutIt) {
  dir_.Write("app/shades.py", "def mix_shades(a):\r\n    return a\r\n");
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const Finished found = Satchel({"search", "mix_shades"});
  EXPECT_THAT(found.out, HasSubstr("def mix_shades(a):\n"));
  EXPECT_THAT(found.out, Not(HasSubstr("\\u{D}")));
  EXPECT_THAT(Satchel({"search", "mix_shades", "--format", "json"}).out, Not(HasSubstr("\\r")));
}

TEST_F(CliIndexTroubleTest, AFileBeyondTheLimitOfItsSizeIsNotChangedForEver) {
  std::string large;
  while (large.size() < (2U << 20U)) large += "value = compute(1, 2, 3)\n";
  dir_.Write("app/large.py", large);
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const Json code = JsonOf({"status"})["code"];
  EXPECT_EQ(code["changed"], 0) << code;
  EXPECT_EQ(JsonOf({"index"})["files"]["unchanged"], 2);
}

}  // namespace
}  // namespace satchel::test
