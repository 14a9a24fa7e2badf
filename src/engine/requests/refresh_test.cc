#include "engine/requests/refresh.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/writer_lock.h"
#include "engine/requests/packets.h"
#include "notes/files/documents.h"
#include "store/curated.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using test::StoreWorkspace;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RefreshTest : public testing::Test {
 protected:
  void SetUp() override {
    Write("- [ ] First\n- [ ] Second\n");
    ASSERT_TRUE(at_.Init());
  }

  void Write(std::string_view tasks) { at_.dir().Write("app/.context/TASKS.md", tasks); }

  // Through the whole engine; the remarks.
  std::vector<std::string> Ask(Stores::Use use = Stores::Use::kRead) {
    auto stores = at_.Open(use);
    EXPECT_TRUE(stores) << stores.error().text();
    if (!stores) return {"no stores"};
    const auto answer =
        MakePacket(*stores, at_.workspace(), {.recipe = "notes"}, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? answer->remarks : std::vector<std::string>{"no answer"};
  }

  // "number path" of every document.
  std::vector<std::string> Documents() {
    auto stores = at_.Open(Stores::Use::kReadOnly);
    EXPECT_TRUE(stores);
    std::vector<std::string> rows;
    const auto documents = store::CuratedReader(stores->curated())
                               .Documents(stores->scope(Deadline::Never()), "notes", 0, 1000);
    EXPECT_TRUE(documents);
    for (const auto& row : *documents) rows.push_back(std::to_string(row.id) + " " + row.path);
    return rows;
  }

  StoreWorkspace at_;
};

TEST_F(RefreshTest, ARequestBringsTheDocumentsUpToDate) {
  EXPECT_THAT(Documents(), IsEmpty());
  EXPECT_THAT(Ask(), IsEmpty());
  EXPECT_THAT(Documents(), ElementsAre(HasSubstr("TASKS.md#first"), HasSubstr("TASKS.md#second")));
  Write("- [ ] Second\n- [ ] Third\n");
  const std::string second = Documents()[1];
  EXPECT_THAT(Ask(), IsEmpty());
  EXPECT_THAT(Documents(), ElementsAre(second, HasSubstr("TASKS.md#third")));
}

TEST_F(RefreshTest, WhoHoldsTheLockItselfIsNotInItsOwnWay) {
  EXPECT_THAT(Ask(Stores::Use::kWrite), IsEmpty());
  EXPECT_THAT(Documents(), testing::SizeIs(2));
}

TEST_F(RefreshTest, ABusyWriterIsARemarkAndTheNextRequestMakesUpForIt) {
  {
    const auto lock = WriterLock::Acquire(at_.place(), Deadline::Never());
    ASSERT_TRUE(lock);
    EXPECT_THAT(Ask(), ElementsAre(HasSubstr("is writing")));
    EXPECT_THAT(Documents(), IsEmpty());
  }
  EXPECT_THAT(Ask(), IsEmpty());
  EXPECT_THAT(Documents(), testing::SizeIs(2));
}

TEST_F(RefreshTest, AWriterWhoEndsSoonIsWaitedFor) {
  auto lock = std::make_optional(WriterLock::Acquire(at_.place(), Deadline::Never()).value());
  std::thread other([&lock] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the request comes meanwhile
    lock.reset();
  });
  EXPECT_THAT(Ask(), IsEmpty());
  other.join();
  EXPECT_THAT(Documents(), testing::SizeIs(2));
}

TEST_F(RefreshTest, NothingIsLockedOrWrittenWhileNothingChanged) {
  EXPECT_THAT(Ask(), IsEmpty());
  const auto lock = WriterLock::Acquire(at_.place(), Deadline::Never());
  ASSERT_TRUE(lock);
  EXPECT_THAT(Ask(), IsEmpty()) << "the lock was not needed";
}

TEST_F(RefreshTest, AnUnchangedFolderCostsOneRead) {
  EXPECT_THAT(Ask(), IsEmpty());
  auto stores = at_.Open();
  ASSERT_TRUE(stores);
  const auto notes = notes::ReadNotes({{.path = ".context/TASKS.md",
                                        .role = notes::FileRole::kTasks,
                                        .text = "- [ ] First\n- [ ] Second\n"}});
  store::StoreCount count;
  EXPECT_TRUE(notes::HasDocuments(stores->curated(), stores->scope(Deadline::Never(), &count),
                                  notes::DocumentDigest(notes))
                  .value());
  EXPECT_EQ(count.calls, 1U);
  EXPECT_EQ(count.round_trips, 1U);
}

}  // namespace
}  // namespace satchel::engine
