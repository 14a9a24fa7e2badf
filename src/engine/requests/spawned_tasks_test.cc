#include "engine/requests/spawned_tasks.h"

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "store/session_state.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

class SpawnedTasksTest : public testing::Test {
 protected:
  SpawnedTasksTest() { EXPECT_TRUE(at_.Init().has_value()); }

  void Remember(const std::string& type, const std::string& task) const {
    auto stores = at_.Open();
    ASSERT_TRUE(stores.has_value());
    const auto done =
        RememberSpawned(*stores, parent_, {.type = type, .task = task}, Deadline::Never());
    EXPECT_TRUE(done.has_value()) << done.error().text();
  }
  // "-": there is none.
  std::string Take(const std::string& type) const {
    auto stores = at_.Open();
    EXPECT_TRUE(stores.has_value());
    auto task = TakeSpawned(*stores, parent_, type, Deadline::Never());
    EXPECT_TRUE(task.has_value()) << task.error().text();
    return task.value_or(std::nullopt).value_or("-");
  }
  void Put(const std::string& value) const {
    auto stores = at_.Open();
    ASSERT_TRUE(stores.has_value());
    const auto session = stores->Session("pack-c", Time{1}, Deadline::Never());
    ASSERT_TRUE(session.has_value());
    ASSERT_TRUE(store::SessionState(**session)
                    .Put(stores->scope(Deadline::Never()), "pack-c",
                         {{"spawned_tasks", {.version = 1, .value = value}}}, Time{1})
                    .has_value());
  }

  test::StoreWorkspace at_;
  PacketRequest parent_{.recipe = "pack", .conversation = "c"};
};

TEST_F(SpawnedTasksTest, AreTakenOnceByTypeTheEarliestFirst) {
  Remember("Explore", "first");
  Remember("Plan", "plan");
  Remember("Explore", "second");
  EXPECT_EQ(Take("Explore"), "first");
  EXPECT_EQ(Take("Explore"), "second");
  EXPECT_EQ(Take("Explore"), "-");
  EXPECT_EQ(Take("explore"), "-");
  EXPECT_EQ(Take("Plan"), "plan");
}

TEST_F(SpawnedTasksTest, BelongToOneConversation) {
  Remember("Explore", "first");
  parent_.conversation = "d";
  EXPECT_EQ(Take("Explore"), "-");
}

TEST_F(SpawnedTasksTest, SubagentsThatStartTogetherTakeDifferentOnes) {
  constexpr std::size_t kMany = 6;
  std::vector<std::string> taken(kMany);
  Remember("Plan", "opens the stores for the first time");
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kMany; ++i) {
      threads.emplace_back([this, i] { Remember("Explore", fmt::format("task {}", i)); });
    }
  }
  {
    std::vector<std::jthread> threads;
    for (std::string& one : taken) threads.emplace_back([&] { one = Take("Explore"); });
  }
  EXPECT_THAT(taken, testing::UnorderedElementsAre("task 0", "task 1", "task 2", "task 3", "task 4",
                                                   "task 5"));
}

TEST_F(SpawnedTasksTest, OnlyTheLatestAreKept) {
  for (std::size_t i = 0; i <= kMostSpawned; ++i) Remember("Explore", fmt::format("task {}", i));
  EXPECT_EQ(Take("Explore"), "task 1");
}

TEST_F(SpawnedTasksTest, ATaskThatWaitedForTooLongIsNotTaken) {
  const std::int64_t now = SystemClock().Now().micros;
  const std::int64_t minute = 60'000'000;
  for (const std::int64_t since : {now - 11 * minute, now + minute}) {
    Put(fmt::format(R"([{{"type": "Plan", "task": "x", "since": {}}}])", since));
    EXPECT_EQ(Take("Plan"), "-") << since - now;
  }
  Put(fmt::format(R"([{{"type": "Plan", "task": "x", "since": {}}}])", now - 9 * minute));
  EXPECT_EQ(Take("Plan"), "x");
}

TEST_F(SpawnedTasksTest, WhatSomethingElseWroteCountsAsNone) {
  for (const char* value : {"{}", "[1]", "no JSON", R"([{"type": 1, "task": "x", "since": 1}])"}) {
    Put(value);
    EXPECT_EQ(Take("Plan"), "-") << value;
  }
}

TEST_F(SpawnedTasksTest, HoldNoSecretAndNotTheWholeOfALongTask) {
  const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  Remember("Plan", "use " + secret + " " + std::string(10'000, 'x'));
  const std::string task = Take("Plan");
  EXPECT_THAT(task, Not(HasSubstr(secret)));
  EXPECT_LE(task.size(), 4'096U);
  EXPECT_THAT(task, HasSubstr("xxx"));
}

}  // namespace
}  // namespace satchel::engine
