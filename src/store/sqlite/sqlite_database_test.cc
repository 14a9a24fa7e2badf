#include "store/sqlite/sqlite_database.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::store {
namespace {

namespace fs = std::filesystem;
using Mode = SqliteOptions::Mode;
using std::chrono::milliseconds;
using test::All;
using test::kOnly;
using test::Put;
using test::PutState;
using test::States;
using test::TempDir;
using testing::HasSubstr;

// No file of this process can grow: what a full disk does to it.
class NoSpace {
 public:
  NoSpace() : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit none{.rlim_cur = 0, .rlim_max = limit_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoSpace() {
    ::setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  NoSpace(const NoSpace&) = delete;
  NoSpace& operator=(const NoSpace&) = delete;

 private:
  void (*before_)(int);
  rlimit limit_{};
};

class SqliteDatabaseTest : public testing::Test {
 protected:
  fs::path file() const { return directory_.path() / "curated.db"; }
  std::unique_ptr<Database> Open(Mode mode = Mode::kCreate, std::size_t connections = 8) {
    auto opened = test::OpenState({.file = file().string(),
                                   .mode = mode,
                                   .full_sync = false,
                                   .most_connections = connections});
    EXPECT_TRUE(opened) << opened.error().text();
    return std::move(*opened);
  }

  TempDir directory_;
};

Scope Only(StoreCount* count = nullptr) { return {.workspace = kOnly, .count = count}; }

TEST_F(SqliteDatabaseTest, KeepsWhatWasCommitted) {
  {
    auto database = Open();
    ASSERT_TRUE(Put(*database, "b", "2"));
    ASSERT_TRUE(Put(*database, "a", "1"));
  }
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}, {"b", "2"}}));
}

TEST_F(SqliteDatabaseTest, DropsWhatWasNotCommitted) {
  auto database = Open();
  {
    auto transaction = database->Begin(Only(), Access::kWrite).value();
    const Call call = PutState("a", "1");
    ASSERT_TRUE(transaction->Run({&call, 1}));
  }
  EXPECT_EQ(All(*database).value(), States());
}

TEST_F(SqliteDatabaseTest, ANewWorkspaceIsTheFirstAndIsFoundAgain) {
  auto database = Open();
  EXPECT_EQ(database->FindWorkspace("key", Deadline::Never()).value(), kOnly);
  EXPECT_EQ(database->FindWorkspace("other", Deadline::Never()).value(), std::nullopt);
  EXPECT_EQ(database->AddWorkspace("key", "again", Time{9}, Deadline::Never()).value(), kOnly);
  EXPECT_EQ(database->AddWorkspace("other", "name", Time{9}, Deadline::Never()).value(),
            WorkspaceId(2));
}

TEST_F(SqliteDatabaseTest, WorkspacesDoNotSeeEachOther) {
  auto database = Open();
  const auto other = database->AddWorkspace("other", "", Time{1}, Deadline::Never()).value();
  ASSERT_TRUE(Put(*database, "a", "1"));
  const auto rows = ReadOne(*database, {.workspace = other}, Query{&test::kAllState, {}});
  EXPECT_TRUE(rows.value().empty());
}

TEST_F(SqliteDatabaseTest, OnlyTheHomeIsWritten) {
  auto database = Open();
  const Call call = PutState("a", "1");
  const auto unknown = Write(*database, {.workspace = WorkspaceId(5)}, {&call, 1});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code(), Errc::kConflict);
  EXPECT_EQ(unknown.error().text(), "this store is not the home of the workspace");

  const Call leave = Insert{.table = &kHomeTable,
                            .on_conflict = OnConflict::kReplace,
                            .cells = {std::int64_t{0}, std::int64_t{2}}};
  ASSERT_TRUE(Write(*database, Only(), {&leave, 1}));
  EXPECT_EQ(Put(*database, "a", "1").error().code(), Errc::kConflict);
  EXPECT_TRUE(All(*database)) << "reading goes on";
}

TEST_F(SqliteDatabaseTest, CountsCallsRoundTripsAndRows) {
  auto database = Open();
  StoreCount count;
  auto transaction = database->Begin(Only(&count), Access::kWrite).value();
  const std::vector<Call> calls = {PutState("a", "1"), PutState("b", "2"),
                                   Query{&test::kAllState, {}}};
  ASSERT_TRUE(transaction->Run(calls));
  ASSERT_TRUE(transaction->Commit({}));
  EXPECT_EQ(count, (StoreCount{.calls = 3, .round_trips = 2, .rows = 4}));
}

TEST_F(SqliteDatabaseTest, AnswersSayHowManyRowsChanged) {
  auto database = Open();
  Insert insert = PutState("a", "1", OnConflict::kIgnore);
  insert.cells.insert(insert.cells.end(), {Text{"b"}, Text{"2"}});
  const std::vector<Call> calls = {insert, PutState("a", "9", OnConflict::kIgnore),
                                   Query{&test::kAllState, {}},
                                   Query{&test::kDropState, {Text{"a"}}}};
  const auto answers = Write(*database, Only(), calls).value();
  EXPECT_EQ(answers[0].changed, 2U);
  EXPECT_EQ(answers[1].changed, 0U);
  EXPECT_EQ(answers[2].changed, 0U);
  EXPECT_EQ(answers[2].rows.String(0, 1), "1") << "the row that was there stays";
  EXPECT_EQ(answers[3].changed, 1U);
}

TEST_F(SqliteDatabaseTest, CommitsNothingAtAll) {
  auto database = Open();
  EXPECT_TRUE(database->Begin(Only(), Access::kRead).value()->Commit({}));
  EXPECT_TRUE(database->Begin(Only(), Access::kWrite).value()->Commit({}));
}

TEST_F(SqliteDatabaseTest, ARowThatIsThereIsAConflict) {
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  const Call call = PutState("a", "2", OnConflict::kFail);
  EXPECT_EQ(Write(*database, Only(), {&call, 1}).error().code(), Errc::kConflict);
  EXPECT_EQ(All(*database).value(), (States{{"a", "1"}}));
}

TEST_F(SqliteDatabaseTest, AfterAnErrorTheTransactionIsOver) {
  auto database = Open();
  auto transaction = database->Begin(Only(), Access::kWrite).value();
  const Call good = PutState("a", "1");
  const Call bad = PutState("a", "2", OnConflict::kFail);
  ASSERT_TRUE(transaction->Run({&good, 1}));
  ASSERT_FALSE(transaction->Run({&bad, 1}));
  EXPECT_FALSE(transaction->Commit({}));
  EXPECT_EQ(All(*database).value(), States());
  EXPECT_TRUE(Put(*database, "b", "1")) << "the connection is free again";
}

TEST_F(SqliteDatabaseTest, SetsOfAnySize) {
  auto database = Open();
  std::vector<std::string> names;
  std::vector<Parameter> cells;
  for (int i = 0; i < 10'000; ++i) names.push_back("n" + std::to_string(i));
  for (const std::string& name : names) cells.insert(cells.end(), {Text{name}, Text{name}});
  const Call fill = Insert{.table = &kStateTable, .cells = cells};
  ASSERT_EQ(Write(*database, Only(), {&fill, 1}).value()[0].changed, 10'000U);
  for (const std::size_t size : {0U, 1U, 10'000U}) {
    const std::span wanted(names.data(), size);
    const auto rows =
        ReadOne(*database, Only(), Query{&test::kSomeState, {TextSet{wanted}}}).value();
    EXPECT_EQ(rows.size(), size);
  }
}

constexpr Statement kSegmentData = {
    .name = "test_segment_data",
    .sql = "SELECT row_key, data FROM segment_row WHERE workspace_id = $1 ORDER BY row_key",
    .gives = {ParameterType::kBytes, ParameterType::kBytes}};
constexpr Statement kFraction = {
    .name = "test_fraction", .sql = "SELECT $1 / 2.0", .gives = {ParameterType::kInteger}};
constexpr Statement kUnknownTable = {.name = "test_unknown",
                                     .sql = "SELECT x FROM nothing WHERE workspace_id = $1",
                                     .gives = {ParameterType::kInteger}};

TEST_F(SqliteDatabaseTest, BytesMayBeAnything) {
  auto database = Open();
  const std::string bytes("\0a\xff\0", 4);
  const Call call = Insert{.table = &kSegmentRowTable,
                           .cells = {Text{"code"}, std::int64_t{1}, std::int64_t{2}, Bytes{bytes},
                                     std::int64_t{0}, Bytes{}}};
  ASSERT_TRUE(Write(*database, Only(), {&call, 1}));
  const auto rows = ReadOne(*database, Only(), Query{&kSegmentData, {}}).value();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.String(0, 0), bytes);
  EXPECT_EQ(rows.String(0, 1), "") << "empty is not null";
}

TEST_F(SqliteDatabaseTest, IntegersKeepAllBits) {
  auto database = Open();
  for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                   std::numeric_limits<std::int64_t>::max()}) {
    const Call call = Insert{
        .table = &kCounterTable, .on_conflict = OnConflict::kReplace, .cells = {Text{"n"}, value}};
    ASSERT_TRUE(Write(*database, Only(), {&call, 1}));
    static constexpr Statement kNext = {.name = "test_next",
                                        .sql = "SELECT next FROM counter WHERE workspace_id = $1",
                                        .gives = {ParameterType::kInteger}};
    EXPECT_EQ(ReadOne(*database, Only(), Query{&kNext, {}}).value().Integer(0, 0), value);
  }
}

TEST_F(SqliteDatabaseTest, RefusesWhatTheOtherEngineRefuses) {
  auto database = Open();
  EXPECT_EQ(Put(*database, "a", std::string("\0", 1)).error().code(), Errc::kInvalidInput);
  EXPECT_EQ(Put(*database, "a", "\xff").error().code(), Errc::kInvalidInput);
  const std::vector<std::string> bad = {"\xc0"};
  EXPECT_EQ(ReadOne(*database, Only(), Query{&test::kSomeState, {TextSet{bad}}}).error().code(),
            Errc::kInvalidInput);
  const Call wrong_type = Insert{.table = &kStateTable, .cells = {Text{"a"}, std::int64_t{1}}};
  EXPECT_EQ(Write(*database, Only(), {&wrong_type, 1}).error().code(), Errc::kInternal);
  const Call null = Insert{.table = &kStateTable, .cells = {Text{"a"}, Null{}}};
  EXPECT_EQ(Write(*database, Only(), {&null, 1}).error().code(), Errc::kInvalidInput);
  const Call narrow = Insert{.table = &kStateTable, .cells = {Text{"a"}}};
  EXPECT_EQ(Write(*database, Only(), {&narrow, 1}).error().code(), Errc::kInternal);
  EXPECT_EQ(All(*database).value(), States());
}

// A hostile file: SQLite itself does not hold a table to what its rows have.
TEST_F(SqliteDatabaseTest, AValueOfAnotherTypeThanItsColumnIsDamage) {
  static constexpr Statement kNumberedName = {
      .name = "test_numbered",
      .sql = "SELECT name FROM state WHERE workspace_id = $1",
      .gives = {ParameterType::kInteger}};
  static constexpr Statement kNoValue = {.name = "test_no_value",
                                         .sql = "SELECT NULL FROM state WHERE workspace_id = $1",
                                         .gives = {ParameterType::kText}};
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  for (const Statement* statement : {&kNumberedName, &kNoValue}) {
    const auto rows = ReadOne(*database, Only(), Query{statement, {}});
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code(), Errc::kCorrupt);
    EXPECT_THAT(rows.error().text(), HasSubstr(std::string(statement->name)));
  }
}

TEST_F(SqliteDatabaseTest, AStatementGivesTheColumnsThatItDeclares) {
  static constexpr Statement kTwo = {.name = "test_two",
                                     .sql = "SELECT name, value FROM state WHERE workspace_id = $1",
                                     .gives = {ParameterType::kText}};
  const auto rows = ReadOne(*Open(), Only(), Query{&kTwo, {}});
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code(), Errc::kInternal);
}

TEST_F(SqliteDatabaseTest, OurMistakesAreInternalErrorsWithTheStatementsName) {
  auto database = Open();
  for (const Statement* statement : {&kFraction, &kUnknownTable, &test::kSomeState}) {
    const auto rows = ReadOne(*database, Only(), Query{statement, {}});
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code(), Errc::kInternal);
    EXPECT_THAT(rows.error().text(), HasSubstr(std::string(statement->name)));
  }
  const std::vector<Call> writes = {Query{&test::kDropState, {Text{"a"}}}, PutState("a", "1")};
  for (const Call& call : writes) {
    EXPECT_EQ(Read(*database, Only(), {&call, 1}).error().code(), Errc::kInternal);
  }
}

TEST_F(SqliteDatabaseTest, AReaderSeesOneMoment) {
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  auto reader = database->Begin(Only(), Access::kRead).value();
  const Call all = Query{&test::kAllState, {}};
  ASSERT_EQ(reader->Run({&all, 1}).value()[0].rows.size(), 1U);
  ASSERT_TRUE(Put(*database, "b", "2"));
  EXPECT_EQ(reader->Run({&all, 1}).value()[0].rows.size(), 1U);
  ASSERT_TRUE(reader->Commit({}));
  EXPECT_EQ(All(*database).value().size(), 2U);
}

TEST_F(SqliteDatabaseTest, AReadOnlyStoreIsNotWritten) {
  Open();
  auto database = Open(Mode::kReadOnly);
  const auto written = Put(*database, "a", "1");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(written.error().text(), HasSubstr("opened for reading"));
}

TEST_F(SqliteDatabaseTest, ASecondWriterWaitsUntilItsDeadline) {
  auto first = Open();
  auto second = Open();  // as another process would be
  auto writer = first->Begin(Only(), Access::kWrite).value();
  const auto refused = Put(*second, "a", "1", Deadline::After(milliseconds(30)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kUnavailable);
  EXPECT_THAT(refused.error().text(), HasSubstr("is in use by another process"));
  ASSERT_TRUE(writer->Commit({}));
  EXPECT_TRUE(Put(*second, "a", "1"));
}

TEST_F(SqliteDatabaseTest, ASecondWriterOfTheSameDatabaseWaitsToo) {
  auto database = Open();
  auto writer = database->Begin(Only(), Access::kWrite).value();
  const auto refused = Put(*database, "a", "1", Deadline::After(milliseconds(30)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kUnavailable);
  EXPECT_THAT(refused.error().text(), HasSubstr("another thread is writing"));
}

TEST_F(SqliteDatabaseTest, ConnectionsAreBounded) {
  auto database = Open(Mode::kCreate, 2);
  auto first = database->Begin(Only(), Access::kRead).value();
  auto second = database->Begin(Only(), Access::kRead).value();
  const auto refused = [&database] {
    const Scope soon{.workspace = kOnly, .deadline = Deadline::After(milliseconds(20))};
    const auto third = database->Begin(soon, Access::kRead);
    ASSERT_FALSE(third);
    EXPECT_THAT(third.error().text(), HasSubstr("all connections are taken"));
  };
  refused();
  std::thread(refused).join();
}

TEST_F(SqliteDatabaseTest, ADeadlineStopsAStatementThatRuns) {
  auto database = Open();
  const Scope soon{.workspace = kOnly, .deadline = Deadline::After(milliseconds(30))};
  const auto rows = ReadOne(*database, soon, Query{&test::kEndless, {}});
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code(), Errc::kDeadline);
  EXPECT_TRUE(All(*database));
}

TEST_F(SqliteDatabaseTest, SoDoesACancel) {
  auto database = Open();
  CancelSource cancel;
  const Scope scope{.workspace = kOnly, .deadline = Deadline::Never().With(cancel)};
  std::thread canceller([&] { cancel.Cancel(); });
  const auto rows = ReadOne(*database, scope, Query{&test::kEndless, {}});
  canceller.join();
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code(), Errc::kDeadline);
}

TEST_F(SqliteDatabaseTest, NothingBeginsAfterTheDeadline) {
  auto database = Open();
  EXPECT_EQ(Put(*database, "a", "1", Deadline::After(milliseconds(0))).error().code(),
            Errc::kDeadline);
}

TEST_F(SqliteDatabaseTest, AStoreInMemoryWorksAlike) {
  auto database = test::OpenState({.file = ":memory:", .mode = Mode::kCreate}).value();
  ASSERT_TRUE(Put(*database, "a", "1"));
  EXPECT_EQ(All(*database).value(), (States{{"a", "1"}}));
}

TEST_F(SqliteDatabaseTest, FilesBelongToTheUserAlone) {
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  for (const std::string suffix : {"", "-wal", "-shm"}) {
    EXPECT_EQ(fs::status(file().string() + suffix).permissions(), fs::perms(0600)) << suffix;
  }
}

TEST_F(SqliteDatabaseTest, ALongLogIsEndedAtACloseWhereThatIsWanted) {
  const auto reader = [&] {
    EXPECT_TRUE(Put(*Open(), "a", "1"));
    return Open(Mode::kReadOnly);
  }();
  const auto log_after = [&](bool end_long_log, std::size_t bytes) {
    auto opened = test::OpenState({.file = file().string(),
                                   .mode = Mode::kReadWrite,
                                   .full_sync = false,
                                   .end_long_log = end_long_log});
    EXPECT_TRUE(Put(**opened, "b", std::string(bytes, 'x')));
    opened->reset();
    return fs::file_size(file().string() + "-wal");
  };
  EXPECT_GT(log_after(true, 10), 0U);
  EXPECT_GT(log_after(false, 300'000), 300'000U);
  EXPECT_EQ(log_after(true, 300'000), 0U);
  EXPECT_EQ(All(*reader).value(), (States{{"a", "1"}, {"b", std::string(300'000, 'x')}}));
}

TEST_F(SqliteDatabaseTest, PagesThatRemovedRowsLeftGoBackAtACloseWhenTheyAreMany) {
  const auto size_after = [&](bool end_long_log, std::size_t bytes) {
    auto opened = test::OpenState({.file = file().string(),
                                   .mode = Mode::kCreate,
                                   .full_sync = false,
                                   .end_long_log = end_long_log});
    EXPECT_TRUE(Put(**opened, "b", std::string(bytes, 'x')));
    opened->reset();
    return fs::file_size(file());
  };
  EXPECT_GT(size_after(true, 20'000'000), 20'000'000U);
  EXPECT_GT(size_after(false, 1'000), 20'000'000U);  // free, and kept
  EXPECT_LT(size_after(true, 1'000), 1'000'000U);
  EXPECT_GT(size_after(true, 2'000'000), 2'000'000U);
  EXPECT_GT(size_after(true, 1'000), 2'000'000U);  // too few to be worth it
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"b", std::string(1'000, 'x')}}));
}

TEST_F(SqliteDatabaseTest, AWriteIntoAFileThatIsGoneOrReplacedIsRefused) {
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  fs::rename(file(), directory_.path() / "old.db");
  Status written = Put(*database, "b", "2");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kConflict);
  EXPECT_THAT(written.error().text(), HasSubstr("was removed or replaced while it was open"));
  fs::copy_file(directory_.path() / "old.db", file());
  written = Put(*database, "b", "2");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kConflict);
  fs::remove(file());
  fs::rename(directory_.path() / "old.db", file());
  EXPECT_TRUE(Put(*database, "b", "2"));
}

class RemoveSqliteTest : public SqliteDatabaseTest {
 protected:
  Result<bool> Remove(bool unused = true) const {
    return RemoveSqlite({.file = file().string(), .area = Area::kCurated, .mode = Mode::kReadWrite},
                        [unused](Database&) -> Result<bool> { return unused; });
  }
};

TEST_F(RemoveSqliteTest, LeavesNothingOfAFileThatNobodyUses) {
  Open();
  const auto removed = Remove();
  ASSERT_TRUE(removed) << removed.error().text();
  EXPECT_TRUE(*removed);
  EXPECT_THAT(directory_.Listing(), testing::IsEmpty());
}

TEST_F(RemoveSqliteTest, LeavesAFileThatIsStillWanted) {
  ASSERT_TRUE(Put(*Open(), "a", "1"));
  EXPECT_FALSE(Remove(false).value());
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}}));
  ASSERT_TRUE(Put(*Open(Mode::kReadWrite), "b", "2"));
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}, {"b", "2"}}));
}

TEST_F(RemoveSqliteTest, LeavesAFileThatIsOpen) {
  auto database = Open();
  ASSERT_TRUE(Put(*database, "a", "1"));
  EXPECT_FALSE(Remove().value());
  ASSERT_TRUE(Put(*database, "b", "2"));
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}, {"b", "2"}}));
}

TEST_F(RemoveSqliteTest, LeavesAFileThatAnotherProcessHasOpen) {
  Open();
  int ready[2];
  int go[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(go), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto database = test::OpenState({.file = file().string(), .mode = Mode::kReadWrite});
    char byte = database && Put(**database, "a", "1") ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) != 1 || ::read(go[0], &byte, 1) != 1) ::_exit(2);
    ::_exit(Put(**database, "b", "2") ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ASSERT_EQ(byte, 'y');
  EXPECT_FALSE(Remove().value());
  ASSERT_EQ(::write(go[1], "g", 1), 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}, {"b", "2"}}));
  EXPECT_TRUE(Remove().value());
  for (const int fd : {ready[0], ready[1], go[0], go[1]}) ::close(fd);
}

// This thread's rights on files are those of nobody; without root they are its own.
class AsNobody {
 public:
  AsNobody() {
    if (::geteuid() == 0) ::setfsuid(65534);
  }
  ~AsNobody() {
    if (::geteuid() == 0) ::setfsuid(0);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
};

TEST_F(SqliteDatabaseTest, IsReadOnAFullDisk) {
  ASSERT_TRUE(Put(*Open(), "a", "1"));
  {
    const NoSpace no_space;
    auto database = Open(Mode::kReadOnly);
    EXPECT_EQ(All(*database).value(), (States{{"a", "1"}}));
  }
  EXPECT_TRUE(Put(*Open(), "a", "2"));
}

TEST_F(SqliteDatabaseTest, IsNotReadOnAFullDiskWithoutTheLogThatAnotherProcessLeft) {
  auto writing = Open();
  ASSERT_TRUE(Put(*writing, "a", "1"));
  const std::string log = TempDir::ReadFile(file().string() + "-wal");
  writing.reset();
  directory_.Write("curated.db-wal", log);
  const NoSpace no_space;
  const auto opened = test::OpenState({.file = file().string(), .mode = Mode::kReadOnly});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kSystem);
}

TEST_F(SqliteDatabaseTest, WithoutLocksAChangeByAnotherProcessIsSeen) {
  ASSERT_TRUE(Put(*Open(), "a", "1"));
  std::unique_ptr<Database> reading;
  {
    const NoSpace no_space;
    reading = Open(Mode::kReadOnly);
  }
  ASSERT_TRUE(All(*reading));
  ASSERT_TRUE(Put(*Open(), "a", std::string(100'000, 'x')));
  const auto read = All(*reading);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), Errc::kUnavailable);
  EXPECT_THAT(read.error().text(), HasSubstr("changed by another process"));
}

TEST_F(SqliteDatabaseTest, AReadOnlyDirectoryIsReadAndStaysAsItIs) {
  ASSERT_TRUE(Put(*Open(), "a", "1"));
  fs::permissions(file(), fs::perms(0444));
  fs::permissions(directory_.path(), fs::perms(0555));
  const auto before = directory_.Listing();
  {
    const AsNobody nobody;
    EXPECT_EQ(All(*Open(Mode::kReadOnly)).value(), (States{{"a", "1"}}));
  }
  for (const Mode mode : {Mode::kReadWrite, Mode::kCreate}) {
    const AsNobody nobody;
    const auto opened = test::OpenState({.file = file().string(), .mode = mode});
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().text(), HasSubstr(file().string()));
    EXPECT_THAT(opened.error().hint(), HasSubstr("must be")) << opened.error().text();
  }
  {
    const AsNobody nobody;
    const auto missing =
        test::OpenState({.file = (directory_.path() / "new.db").string(), .mode = Mode::kCreate});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().text(), HasSubstr("it cannot be created"));
  }
  EXPECT_EQ(directory_.Listing(), before);
  fs::permissions(directory_.path(), fs::perms(0755));
}

}  // namespace
}  // namespace satchel::store
