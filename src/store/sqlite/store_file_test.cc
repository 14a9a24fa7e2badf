#include "store/sqlite/store_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/schema.h"
#include "tests/support/sqlite_file.h"
#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::store::sqlite {
namespace {

namespace fs = std::filesystem;
using Mode = SqliteOptions::Mode;
using test::ChangeSqlite;
using test::TempDir;
using testing::HasSubstr;

SqliteOptions At(const fs::path& file, Mode mode, Area area = Area::kCurated) {
  return {.file = file.string(), .area = area, .mode = mode};
}

void Overwrite(const fs::path& file, std::streamoff at, std::string_view bytes) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(at);
  stream << bytes;
}

class StoreFileTest : public testing::Test {
 protected:
  fs::path file() const { return directory_.path() / "curated.db"; }

  void MakeStore(int rows = 0) {
    auto made = test::OpenState(At(file(), Mode::kCreate));
    ASSERT_TRUE(made) << made.error().text();
    std::vector<std::string> names;
    for (int i = 0; i < rows; ++i) names.push_back(std::to_string(i) + std::string(100, 'x'));
    std::vector<Parameter> cells;
    for (const std::string& name : names) cells.insert(cells.end(), {Text{name}, Text{name}});
    const Call fill = Insert{.table = &kStateTable, .cells = cells};
    ASSERT_TRUE(Write(**made, {.workspace = test::kOnly}, {&fill, 1}));
  }

  // Refused with this text in each mode, and not one byte of the directory changed.
  void ExpectRefused(Errc code, const std::string& text, Area area = Area::kCurated) {
    const auto before = directory_.Listing();
    for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite, Mode::kCreate}) {
      const auto opened = OpenSqlite(At(file(), mode, area));
      ASSERT_FALSE(opened);
      EXPECT_EQ(opened.error().code(), code) << opened.error().text();
      EXPECT_THAT(opened.error().text(), HasSubstr(text));
      EXPECT_THAT(opened.error().text(), HasSubstr(file().string()));
    }
    EXPECT_EQ(directory_.Listing(), before);
  }

  TempDir directory_;
};

TEST_F(StoreFileTest, IsKnownByItsFirstBytesFromTheStart) {
  MakeStore();
  const std::string bytes = TempDir::ReadFile(file());
  EXPECT_EQ(bytes.substr(68, 4), "StcC");
  EXPECT_EQ(bytes.substr(60, 4), std::string("\0\0\0\4", 4)) << "the schema's version";
  EXPECT_EQ(bytes.substr(18, 2), "\2\2") << "write-ahead log";
}

TEST_F(StoreFileTest, CreatingAgainChangesNothing) {
  MakeStore(3);
  const auto before = TempDir::ReadFile(file());
  MakeStore();
  EXPECT_EQ(TempDir::ReadFile(file()), before);
}

TEST_F(StoreFileTest, AreaDecidesTheTables) {
  for (const Area area : {Area::kCurated, Area::kRaw, Area::kSession, Area::kEvery}) {
    auto connection = Connection::Open({.file = ":memory:", .mode = Mode::kCreate}).value();
    ASSERT_TRUE(Migrate(*connection, Tables(), area, kSchemaVersion, Time{1}));
    for (const Table* table : Tables()) {
      const bool wanted =
          area == Area::kEvery || table->area == Area::kEvery || table->area == area;
      EXPECT_EQ(connection->Execute("SELECT 1 FROM " + std::string(table->name)).has_value(),
                wanted)
          << table->name;
    }
  }
}

TEST_F(StoreFileTest, MissingIsNotFoundAndNotMade) {
  for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite}) {
    const auto opened = OpenSqlite(At(file(), mode));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code(), Errc::kNotFound);
    EXPECT_THAT(opened.error().text(), HasSubstr("there is no store at"));
    EXPECT_FALSE(opened.error().hint().empty());
  }
  const auto no_directory = OpenSqlite(At(directory_.path() / "no/x.db", Mode::kCreate));
  ASSERT_FALSE(no_directory);
  EXPECT_EQ(no_directory.error().code(), Errc::kNotFound);
  EXPECT_TRUE(fs::is_empty(directory_.path()));
}

TEST_F(StoreFileTest, AnEmptyFileIsNotAStoreForReaders) {
  directory_.Write("curated.db", "");
  const auto opened = OpenSqlite(At(file(), Mode::kReadOnly));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kNotFound);
  EXPECT_TRUE(OpenSqlite(At(file(), Mode::kReadWrite)));
}

TEST_F(StoreFileTest, RefusesAFileThatIsNoDatabase) {
  directory_.Write("curated.db", "my dissertation\n");
  ExpectRefused(Errc::kForeign, "is not a Satchel store");
  directory_.Write("curated.db", std::string(8192, 'x'));
  ExpectRefused(Errc::kForeign, "is not a Satchel store");
}

TEST_F(StoreFileTest, RefusesTheDatabaseOfAnotherProgram) {
  ChangeSqlite(file(), "CREATE TABLE photo (name TEXT); INSERT INTO photo VALUES ('a')");
  ExpectRefused(Errc::kForeign, "is not a Satchel store");
  ChangeSqlite(file(), "PRAGMA application_id = 7; PRAGMA journal_mode = WAL");
  ExpectRefused(Errc::kForeign, "is not a Satchel store");
}

TEST_F(StoreFileTest, RefusesAStoreOfAnotherArea) {
  MakeStore();
  ExpectRefused(Errc::kInvalidInput, "holds curated rows, not the log", Area::kRaw);
}

TEST_F(StoreFileTest, RefusesASchemaFromTheFuture) {
  MakeStore();
  ChangeSqlite(file(), "PRAGMA user_version = 7; INSERT INTO migration VALUES (0, 7, 1)");
  const auto before = TempDir::ReadFile(file());
  for (const Mode mode : {Mode::kReadOnly, Mode::kReadWrite, Mode::kCreate}) {
    const auto opened = OpenSqlite(At(file(), mode));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(
        opened.error().text(),
        HasSubstr(fmt::format("was written by a newer Satchel (schema 7, this one knows {})",
                              kSchemaVersion)));
  }
  EXPECT_EQ(TempDir::ReadFile(file()), before);
}

TEST_F(StoreFileTest, VersionsThatDisagreeAreDamage) {
  MakeStore();
  ChangeSqlite(file(), "DELETE FROM migration");
  const auto opened = OpenSqlite(At(file(), Mode::kReadWrite));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kCorrupt);
}

TEST_F(StoreFileTest, FollowsNoLinkAndOpensNoDirectory) {
  MakeStore();
  fs::create_symlink(file(), directory_.path() / "link.db");
  const auto link = OpenSqlite(At(directory_.path() / "link.db", Mode::kReadWrite));
  ASSERT_FALSE(link);
  EXPECT_THAT(link.error().text(), HasSubstr("symbolic link"));
  fs::create_directory(directory_.path() / "folder.db");
  const auto folder = OpenSqlite(At(directory_.path() / "folder.db", Mode::kReadWrite));
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().text(), HasSubstr("not a file"));
}

TEST_F(StoreFileTest, OpensBelowALinkedDirectory) {
  MakeStore();
  const TempDir elsewhere;
  fs::create_directory_symlink(directory_.path(), elsewhere.path() / "work");
  EXPECT_TRUE(OpenSqlite(At(elsewhere.path() / "work/curated.db", Mode::kReadOnly)));
}

TEST_F(StoreFileTest, ACorruptedPageIsReportedWithItsFile) {
  MakeStore(400);
  const auto size = fs::file_size(file());
  for (std::uintmax_t at = 4096; at < size; at += 4096) {
    Overwrite(file(), static_cast<std::streamoff>(at), std::string(200, '\xff'));
  }
  auto opened = OpenSqlite(At(file(), Mode::kReadOnly));
  Error error = opened ? test::All(**opened).error() : opened.error();
  EXPECT_EQ(error.code(), Errc::kCorrupt) << error.text();
  EXPECT_THAT(error.text(), HasSubstr(file().string()));
}

TEST_F(StoreFileTest, ATruncatedFileIsReported) {
  MakeStore(400);
  fs::resize_file(file(), 4096 * 3);
  auto opened = OpenSqlite(At(file(), Mode::kReadOnly));
  Error error = opened ? test::All(**opened).error() : opened.error();
  EXPECT_EQ(error.code(), Errc::kCorrupt) << error.text();
}

TEST_F(StoreFileTest, TriggersOfAHostileFileDoNotRun) {
  MakeStore();
  ChangeSqlite(file(),
               "CREATE TRIGGER evil AFTER INSERT ON state BEGIN "
               "DELETE FROM state; INSERT INTO state VALUES (1, 'evil', 'x'); END");
  auto opened = OpenSqlite(At(file(), Mode::kReadWrite));
  ASSERT_TRUE(opened) << opened.error().text();
  ASSERT_TRUE(test::Put(**opened, "a", "1"));
  EXPECT_EQ(test::All(**opened).value(), (test::States{{"a", "1"}}));
}

TEST_F(StoreFileTest, ATableReplacedByAViewIsNotRead) {
  MakeStore();
  ChangeSqlite(
      file(),
      "DROP TABLE state; CREATE VIEW state AS SELECT 1 AS workspace_id, 'a' AS name, 'b' AS value");
  auto opened = OpenSqlite(At(file(), Mode::kReadOnly));
  ASSERT_TRUE(opened);
  const auto all = test::All(**opened);
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().code(), Errc::kCorrupt);
}

TEST_F(StoreFileTest, TablesAreCheckedByNameAndColumn) {
  for (const auto& [damage, text] : std::vector<std::pair<std::string, std::string>>{
           {"DROP TABLE state", "there is no table state"},
           {"DROP TABLE state; CREATE VIEW state AS SELECT 1 AS workspace_id",
            "there is no table state"},
           {"ALTER TABLE document DROP COLUMN title", "other columns in the table document"},
           {"INSERT INTO counter VALUES (1, 'file', 0)", "no count in the table counter"}}) {
    fs::remove_all(file());
    MakeStore();
    EXPECT_TRUE(CheckSqlite(At(file(), Mode::kReadOnly), Deadline::Never()));
    ChangeSqlite(file(), damage);
    const auto checked = CheckSqlite(At(file(), Mode::kReadOnly), Deadline::Never());
    ASSERT_FALSE(checked) << damage;
    EXPECT_EQ(checked.error().code(), Errc::kCorrupt);
    EXPECT_THAT(checked.error().text(), HasSubstr(text));
  }
}

constexpr std::array kOldColumns = {Column{"name", ValueType::kText}};
constexpr std::array kNewColumns = {Column{"name", ValueType::kText},
                                    Column{"size", ValueType::kInteger, false, 2}};
constexpr std::array<std::string_view, 1> kBySize = {"size"};
constexpr std::array kNewIndexes = {Index{"thing_by_size", kBySize, 2}};
constexpr Table kOldThing{.name = "thing", .columns = kOldColumns, .key = 1};
constexpr Table kNewThing{
    .name = "thing", .columns = kNewColumns, .key = 1, .indexes = kNewIndexes};

TEST_F(StoreFileTest, MigratesForwardAndKeepsRows) {
  auto connection = Connection::Open({.file = ":memory:", .mode = Mode::kCreate}).value();
  ASSERT_TRUE(
      Migrate(*connection, std::array{&kMigrationTable, &kOldThing}, Area::kCurated, 1, Time{1}));
  ASSERT_TRUE(connection->Execute("INSERT INTO thing VALUES (1, 'a')"));
  ASSERT_TRUE(
      Migrate(*connection, std::array{&kMigrationTable, &kNewThing}, Area::kCurated, 2, Time{5}));
  EXPECT_EQ(connection->Evaluate("SELECT name || size FROM thing").value(), Value("a0"));
  EXPECT_EQ(connection->Evaluate("SELECT max(applied_at) FROM migration").value(), Value(5));
  EXPECT_EQ(connection->Evaluate("PRAGMA user_version").value(), Value(2));
  EXPECT_TRUE(CheckVersion(*connection, 2));
  EXPECT_THAT(CheckVersion(*connection, 3).error().text(), HasSubstr("has schema 2"));
}

TEST_F(StoreFileTest, AFailedMigrationLeavesTheOldVersion) {
  constexpr Table kWrong{.name = "thing", .columns = kOldColumns, .key = 1, .since = 2};
  {
    auto connection = Connection::Open(At(file(), Mode::kCreate)).value();
    ASSERT_TRUE(Claim(*connection, Area::kCurated, false));
    ASSERT_TRUE(
        Migrate(*connection, std::array{&kMigrationTable, &kOldThing}, Area::kCurated, 1, Time{1}));
    EXPECT_FALSE(
        Migrate(*connection, std::array{&kMigrationTable, &kWrong}, Area::kCurated, 2, Time{1}));
  }
  auto connection = Connection::Open(At(file(), Mode::kReadWrite)).value();
  EXPECT_TRUE(CheckVersion(*connection, 1));
}

TEST_F(StoreFileTest, ReadersNeverMigrate) {
  {
    auto connection = Connection::Open(At(file(), Mode::kCreate)).value();
    ASSERT_TRUE(Claim(*connection, Area::kCurated, false));
  }
  const auto opened = OpenSqlite(At(file(), Mode::kReadOnly));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kNotFound);
  EXPECT_THAT(opened.error().text(), HasSubstr("has not been set up"));
  EXPECT_TRUE(OpenSqlite(At(file(), Mode::kReadWrite)));
  EXPECT_TRUE(OpenSqlite(At(file(), Mode::kReadOnly)));
}

}  // namespace
}  // namespace satchel::store::sqlite
