#include "engine/stores/stores.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/writer_lock.h"
#include "store/curated.h"
#include "store/segments.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::AddRun;
using test::PutSession;
using test::StoreWorkspace;
using test::TempDir;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Use = Stores::Use;

TEST(StoresTest, MissingOnesAreNotFoundWithTheNextStep) {
  const StoreWorkspace at;
  for (const Use use : {Use::kRead, Use::kWrite, Use::kReadOnly}) {
    const auto opened = at.Open(use);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code(), Errc::kNotFound);
    EXPECT_THAT(opened.error().hint(), HasSubstr("satchel init"));
  }
  EXPECT_FALSE(fs::exists(at.place()));
}

TEST(StoresTest, ADeletedCuratedFileIsToldAndMadeAgain) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  {
    auto stores = at.Open();
    AddRun(*stores, "r1", Time{5});
  }
  fs::remove(at.place() / "curated.db");
  const auto opened = at.Open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kNotFound);
  EXPECT_THAT(opened.error().hint(), HasSubstr("satchel init"));
  ASSERT_TRUE(at.Init());
  auto stores = at.Open();
  ASSERT_TRUE(stores) << stores.error().text();
  EXPECT_THAT(store::RawReader(stores->raw())
                  .LatestRuns(stores->scope(Deadline::Never()), std::nullopt, 10)
                  .value(),
              SizeIs(1));
}

TEST(StoresTest, AForeignOrDamagedFileIsRefusedAndLeftAsItIs) {
  for (const std::string name : {"curated.db", "raw.db"}) {
    for (const bool foreign : {true, false}) {
      const StoreWorkspace at;
      ASSERT_TRUE(at.Init());
      std::string bytes = TempDir::ReadFile(at.place() / name);
      if (foreign) {
        bytes = "somebody's diary\n";
      } else {
        bytes.replace(100, 3'900, std::string(3'900, '\x5a'));  // the first page's cells
      }
      at.dir().Write("app/.satchel/" + name, bytes);
      for (const Use use : {Use::kReadOnly, Use::kRead, Use::kWrite}) {
        const auto opened = at.Open(use);
        ASSERT_FALSE(opened) << name;
        EXPECT_EQ(opened.error().code(), foreign ? Errc::kForeign : Errc::kCorrupt)
            << opened.error().text();
        EXPECT_THAT(opened.error().text(), HasSubstr(name));
        EXPECT_EQ(opened.error().subject(), name == "curated.db" ? Subject::kIndex : Subject::kLog);
      }
      const auto made = at.Init();
      ASSERT_FALSE(made);
      EXPECT_THAT(made.error().text(), HasSubstr(name));
      EXPECT_EQ(TempDir::ReadFile(at.place() / name), bytes) << name;
    }
  }
}

TEST(StoresTest, AnIndexMadeAnewKeepsWhatIsNotOurs) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  const auto remake = [&] {
    return Stores::RemakeCurated(at.store(), "app", Time{1}, Deadline::Never());
  };
  // Our own, damaged: nothing is lost with it.
  std::string bytes = TempDir::ReadFile(at.place() / "curated.db");
  bytes.replace(100, 3'900, std::string(3'900, '\x5a'));
  at.dir().Write("app/.satchel/curated.db", bytes);
  const auto thrown = remake();
  ASSERT_TRUE(thrown) << thrown.error().text();
  EXPECT_FALSE(*thrown);
  EXPECT_TRUE(at.Open());
  for (const std::string number : {"1", "2"}) {
    at.dir().Write("app/.satchel/curated.db", "somebody's diary " + number);
    const auto moved = remake();
    ASSERT_TRUE(moved) << moved.error().text();
    EXPECT_EQ(*moved, at.place() / ("curated.db.unknown-" + number));
    EXPECT_EQ(TempDir::ReadFile(**moved), "somebody's diary " + number);
    EXPECT_TRUE(at.Open());
  }
}

TEST(StoresTest, ASwappedFileIsRefused) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  fs::copy_file(at.place() / "raw.db", at.place() / "curated.db",
                fs::copy_options::overwrite_existing);
  const auto opened = at.Open();
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().text(), HasSubstr("holds the log, not curated rows"));
}

TEST(StoresTest, LinksInTheWorkspaceAreNotFollowed) {
  for (const std::string name : {"sessions", "raw.db", "curated.db"}) {
    const StoreWorkspace at;
    ASSERT_TRUE(at.Init());
    fs::rename(at.place() / name, at.dir().path() / "elsewhere");
    fs::create_symlink(at.dir().path() / "elsewhere", at.place() / name);
    const auto opened = at.Open();
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(opened.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(opened.error().text(), HasSubstr("symbolic link"));
    EXPECT_FALSE(at.Init());
  }
}

TEST(StoresTest, ReadingLeavesCuratedAloneAndReadOnlyLeavesAll) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open(Use::kRead);
  EXPECT_FALSE(store::CuratedChange::Begin(stores->curated(), stores->scope(Deadline::Never())));
  AddRun(*stores, "r1", Time{5});
  auto looking = at.Open(Use::kReadOnly);
  EXPECT_FALSE(
      store::RawWriter(looking->raw()).Pin(looking->scope(Deadline::Never()), RunId("r1"), true));
  EXPECT_FALSE(PutSession(*looking, "t", Time{5}));
  EXPECT_THAT(looking->SessionFiles().value(), IsEmpty());
}

// Puts a segment of this source into a store.
Status PutSource(Stores& stores, store::Database& database, std::string source) {
  auto transaction =
      SATCHEL_TRY(database.Begin(stores.scope(Deadline::Never()), store::Access::kWrite));
  SATCHEL_TRY(store::PutSegment(*transaction, {.source = std::move(source), .id = 1}));
  SATCHEL_TRY(transaction->Commit({}));
  return {};
}

std::size_t CountSegments(Stores& stores, store::Database& database, std::string_view source) {
  return store::SegmentReader(database)
      .Segments(stores.scope(Deadline::Never()), source)
      .value()
      .size();
}

TEST(StoresTest, RowsOfMemoriesAreInAFileOfTheStateDirectory) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  const fs::path file = at.store().memory_file;
  auto stores = at.Open();
  EXPECT_FALSE(fs::exists(file)) << "made when it is first asked for";
  const auto rows = stores->MemoryRows(Time{5}, Deadline::Never());
  ASSERT_TRUE(rows) << rows.error().text();
  EXPECT_NE(*rows, &stores->curated());
  EXPECT_EQ(fs::status(file.parent_path()).permissions(), fs::perms::owner_all);
  const auto put = [&](store::Database& database) {
    return PutSource(*stores, database, "memory/1");
  };
  const Status done = stores->ChangeMemoryRows(put, Deadline::Never());
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(CountSegments(*stores, **rows, "memory/1"), 1U);
  EXPECT_EQ(CountSegments(*stores, stores->curated(), "memory/1"), 0U);
  auto later = at.Open(Use::kReadOnly);
  const auto read = later->MemoryRows(Time{6}, Deadline::Never());
  ASSERT_TRUE(read);
  EXPECT_EQ(CountSegments(*later, **read, "memory/1"), 1U);
  EXPECT_FALSE(later->ChangeMemoryRows(put, Deadline::Never()));
}

TEST(StoresTest, ADamagedFileOfMemoriesIsReplaced) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  const fs::path file = at.store().memory_file;
  for (const bool foreign : {true, false}) {
    ASSERT_TRUE(at.Open()->MemoryRows(Time{5}, Deadline::Never()));
    std::string bytes = TempDir::ReadFile(file);
    if (foreign) {
      bytes = "a diary";
    } else {
      bytes.replace(100, 3'900, std::string(3'900, '\x5a'));
    }
    std::ofstream(file, std::ios::binary) << bytes;
    if (!foreign) {
      EXPECT_THAT(FindDamage(at.store(), Deadline::Never()), SizeIs(1));
    }
    auto stores = at.Open();
    const auto rows = stores->MemoryRows(Time{6}, Deadline::Never());
    ASSERT_TRUE(rows) << rows.error().text();
    EXPECT_EQ(CountSegments(*stores, **rows, "memory/1"), 0U);
    EXPECT_THAT(FindDamage(at.store(), Deadline::Never()), IsEmpty());
    EXPECT_NE(TempDir::ReadFile(file), bytes);
  }
}

TEST(StoresTest, WithoutAFileRowsOfMemoriesAreInMemory) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  const fs::path file = at.store().memory_file;
  const auto expect_in_memory = [&at](Use use) {
    auto stores = at.Open(use);
    const auto rows = stores->MemoryRows(Time{5}, Deadline::Never());
    ASSERT_TRUE(rows) << rows.error().text();
    ASSERT_TRUE(stores->ChangeMemoryRows(
        [&](store::Database& database) { return PutSource(*stores, database, "memory/1"); },
        Deadline::Never()));
    EXPECT_EQ(CountSegments(*stores, **rows, "memory/1"), 1U);
    EXPECT_EQ(CountSegments(*stores, stores->curated(), "memory/1"), 0U);
  };
  expect_in_memory(Use::kReadOnly);
  EXPECT_FALSE(fs::exists(file));
  fs::create_directories(file.parent_path().parent_path());
  std::ofstream(file.parent_path()) << "no directory";
  expect_in_memory(Use::kRead);
}

TEST(StoresTest, OldRowsOfMemoriesLeaveCurated) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open(Use::kWrite);
  for (const char* source : {"code", "memory", "memory/1", "memory/1.rows", "memory0"}) {
    ASSERT_TRUE(PutSource(*stores, stores->curated(), source));
  }
  ASSERT_TRUE(stores->DropMemoryRows(Deadline::Never()));
  std::string left;
  for (const char* source : {"code", "memory", "memory/1", "memory/1.rows", "memory0"}) {
    if (CountSegments(*stores, stores->curated(), source) > 0) left += std::string(source) + " ";
  }
  EXPECT_EQ(left, "code memory memory0 ");
}

TEST(StoresTest, TwoWritersAreNotThereAtOnce) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto first = at.Open(Use::kWrite);
  ASSERT_TRUE(first);
  const auto second =
      Stores::Open(at.store(), Use::kWrite, Deadline::After(std::chrono::milliseconds(30)));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Errc::kUnavailable);
  EXPECT_THAT(second.error().text(), HasSubstr("is writing"));
  EXPECT_TRUE(at.Open(Use::kRead)) << "readers and the log go on";
  first = Fail(Errc::kInternal, "gone");
  EXPECT_TRUE(at.Open(Use::kWrite));
}

TEST(StoresTest, AChangeWaitsForAnotherWriterAsLongAsItWasTold) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open(Use::kRead);
  ASSERT_TRUE(stores);
  auto lock = std::make_optional(WriterLock::Acquire(at.place(), Deadline::Never()).value());
  bool changed = false;
  const auto change = [&changed](store::Database&) -> Status {
    changed = true;
    return {};
  };
  const Status refused =
      stores->ChangeCurated(change, Deadline::After(std::chrono::milliseconds(30)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kUnavailable);
  EXPECT_THAT(refused.error().text(), HasSubstr("is writing"));
  EXPECT_FALSE(changed);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // so that the change does wait
    lock.reset();
  });
  EXPECT_TRUE(stores->ChangeCurated(change, Deadline::After(std::chrono::seconds(20))));
  other.join();
  EXPECT_TRUE(changed);
}

TEST(StoresTest, SessionsAreFilesBesideEachOther) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open();
  ASSERT_TRUE(PutSession(*stores, "fix-login", Time{5}));
  ASSERT_TRUE(PutSession(*stores, "../../../home/x", Time{5}));
  const auto files = stores->SessionFiles().value();
  ASSERT_THAT(files, SizeIs(2));
  for (const fs::path& file : files) EXPECT_EQ(file.parent_path(), at.place() / "sessions");
  EXPECT_EQ(files[1].filename(), "fix-login.db");
  EXPECT_FALSE(fs::exists(at.dir().path() / "home/x.db"));
}

TEST(StoresTest, SessionsWaitForTheirRemovalAndNotForEachOther) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open();
  const fs::path sessions = at.place() / "sessions";
  {
    const auto other = WriterLock::AcquireShared(sessions, Deadline::Never()).value();
    EXPECT_TRUE(stores->Session("first", Time{5}, Deadline::Never()));
  }
  const auto removal = WriterLock::Acquire(sessions, Deadline::Never()).value();
  const auto opened =
      stores->Session("second", Time{5}, Deadline::After(std::chrono::milliseconds(30)));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kUnavailable);
}

TEST(StoresTest, ALogThatCannotBeWrittenIsInMemoryForThoseThatCanDoWithoutIt) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  at.dir().Write("app/.satchel/raw.db", "somebody's diary\n");
  EXPECT_FALSE(at.Open());
  auto stores = Stores::OpenWithoutLog(at.store(), Use::kRead, Time{1}, Deadline::Never());
  ASSERT_TRUE(stores) << stores.error().text();
  ASSERT_TRUE(stores->log_failure());
  EXPECT_EQ(stores->log_failure()->code(), Errc::kForeign);
  AddRun(*stores, "r1", Time{5});
  EXPECT_EQ(TempDir::ReadFile(at.place() / "raw.db"), "somebody's diary\n");
  fs::remove(at.place() / "raw.db");
  const auto missing = Stores::OpenWithoutLog(at.store(), Use::kRead, Time{1}, Deadline::Never());
  ASSERT_FALSE(missing) << "stores without a log were not made";
  EXPECT_EQ(missing.error().code(), Errc::kNotFound);
}

TEST(StoresTest, ADirectoryHoldsOneWorkspace) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  StorePlace other = at.store();
  other.key = "another";
  other.registry.reset();
  const auto opened = Stores::Open(other, Use::kRead, Deadline::Never());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kNotFound);
  const auto made = Stores::Create(other, "n", Time{1}, Deadline::Never());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), Errc::kConflict);
  EXPECT_THAT(made.error().text(), HasSubstr("another workspace"));
  EXPECT_TRUE(at.Open());
}

TEST(StoresTest, ALookSaysWhatIsThereAndChangesNothing) {
  using State = StoreHealth::State;
  const StoreWorkspace at;
  auto before = at.dir().Listing();
  EXPECT_EQ(LookAtStores(at.store(), Deadline::Never()).state, State::kNotMade);
  EXPECT_EQ(at.dir().Listing(), before);
  ASSERT_TRUE(at.Init());
  const StoreHealth ready = LookAtStores(at.store(), Deadline::Never());
  EXPECT_EQ(ready.state, State::kReady);
  EXPECT_EQ(ready.schema, 4);
  at.dir().Write("app/.satchel/raw.db", "somebody's diary\n");
  const StoreHealth failed = LookAtStores(at.store(), Deadline::Never());
  EXPECT_EQ(failed.state, State::kFailed);
  EXPECT_THAT(failed.reason ? failed.reason->text() : "", HasSubstr("is not a Satchel store"));
  EXPECT_EQ(TempDir::ReadFile(at.place() / "raw.db"), "somebody's diary\n");
}

TEST(StoresTest, GoAlongWithATreeThatIsMoved) {
  StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  {
    auto stores = at.Open();
    AddRun(*stores, "r1", Time{5});
  }
  fs::rename(at.root(), at.dir().path() / "moved");
  at.environment().working_directory = at.dir().path() / "moved/src";
  auto stores = at.Open();
  ASSERT_TRUE(stores) << stores.error().text();
  EXPECT_THAT(store::RawReader(stores->raw())
                  .LatestRuns(stores->scope(Deadline::Never()), std::nullopt, 10)
                  .value(),
              SizeIs(1));
}

}  // namespace
}  // namespace satchel::engine
