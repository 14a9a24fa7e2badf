#include "engine/stores/open_sessions.h"

#include <memory>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/sqlite/sqlite_database.h"

namespace satchel::engine {
namespace {

std::shared_ptr<store::Database> InMemory() {
  auto opened =
      store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
  EXPECT_TRUE(opened) << opened.error().text();
  return opened ? std::shared_ptr<store::Database>(*std::move(opened)) : nullptr;
}

TEST(OpenSessionsTest, KeepsOnlyThoseThatWereUsedLast) {
  OpenSessions sessions;
  const std::weak_ptr<store::Database> first = sessions.Add("0", InMemory());
  const std::weak_ptr<store::Database> second = sessions.Add("1", InMemory());
  for (std::size_t i = 2; i < OpenSessions::kMost; ++i) {
    sessions.Add(fmt::format("{}", i), InMemory());
  }
  EXPECT_NE(sessions.Find("0"), nullptr);  // now the second one was not used for longest
  sessions.Add("one more", InMemory());
  EXPECT_FALSE(first.expired());
  EXPECT_TRUE(second.expired());
  EXPECT_EQ(sessions.Find("1"), nullptr);
}

TEST(OpenSessionsTest, OneInUseStaysOpenWhenItHasToMakeRoom) {
  OpenSessions sessions;
  const auto used = sessions.Add("used", InMemory());
  for (std::size_t i = 0; i < OpenSessions::kMost; ++i) {
    sessions.Add(fmt::format("{}", i), InMemory());
  }
  EXPECT_EQ(sessions.Find("used"), nullptr);
  EXPECT_EQ(used.use_count(), 1);
}

TEST(OpenSessionsTest, ASecondOneOfTheSameFileGivesWayToTheFirst) {
  OpenSessions sessions;
  const auto first = sessions.Add("file", InMemory());
  EXPECT_EQ(sessions.Add("file", InMemory()), first);
  EXPECT_EQ(sessions.Find("file"), first);
}

TEST(OpenSessionsTest, AForgottenOneIsClosed) {
  OpenSessions sessions;
  const std::weak_ptr<store::Database> gone = sessions.Add("file", InMemory());
  sessions.Forget("file");
  sessions.Forget("another");
  EXPECT_TRUE(gone.expired());
  EXPECT_EQ(sessions.Find("file"), nullptr);
}

}  // namespace
}  // namespace satchel::engine
