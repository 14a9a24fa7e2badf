// Threads of one server: each has its own connections, all share the stages.

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/requests/packets.h"
#include "engine/requests/replay.h"
#include "packet/packet.h"
#include "store/raw_log.h"
#include "tests/support/candidates.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kThreads = 8;
constexpr std::size_t kRepetitions = 100;

TEST(NotesThreadsTest, ManyRequestsAtOnceGiveTheSameBytesAndEachCanBeReplayed) {
  const test::StoreWorkspace at;
  std::string decisions;
  for (int i = 0; i < 12; ++i) {
    decisions += fmt::format("## [2025-{:02}-01] Decision {}\n\nThe login {}\n\n", i % 12 + 1, i,
                             test::Words(20));
  }
  at.dir().Write("app/.context/CONSTITUTION.md", "- Never commit secrets\n");
  at.dir().Write("app/.context/TASKS.md", "- [ ] Repair the login redirect\n- [ ] Other\n");
  at.dir().Write("app/.context/DECISIONS.md", decisions);
  ASSERT_TRUE(at.Init());
  const settings::Workspace workspace = at.workspace();

  std::vector<std::string> texts(kThreads);
  std::vector<std::vector<RunId>> runs(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      auto stores = at.Open();
      ASSERT_TRUE(stores) << stores.error().text();
      for (std::size_t i = 0; i < kRepetitions; ++i) {
        // Half of them in one conversation, the others each in their own.
        const PacketRequest request{
            .recipe = "notes",
            .conversation = thread % 2 == 0 ? "shared" : fmt::format("own-{}", thread),
            .budget = 500,
            .now = Time{1'767'225'600'000'000}};
        const auto answer = MakePacket(*stores, workspace, request, Deadline::Never());
        ASSERT_TRUE(answer) << answer.error().text();
        if (i == 0) texts[thread] = answer->text;
        ASSERT_EQ(answer->text, texts[thread]);
        runs[thread].push_back(answer->run);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_FALSE(HasFailure());
  EXPECT_THAT(texts, testing::Each(texts[0]));
  EXPECT_THAT(texts[0], testing::HasSubstr("Repair the login redirect"));

  auto stores = at.Open(Stores::Use::kReadOnly);
  ASSERT_TRUE(stores) << stores.error().text();
  for (const auto& of_thread : runs) {
    for (const std::size_t i : {std::size_t{0}, of_thread.size() / 2, of_thread.size() - 1}) {
      const auto replayed = Replay(*stores, of_thread[i], Deadline::Never());
      ASSERT_TRUE(replayed) << replayed.error().text();
      EXPECT_TRUE(replayed->same()) << testing::PrintToString(replayed->causes);
      EXPECT_EQ(replayed->text, texts[0]);
    }
  }
  const auto logged = store::RawReader(stores->raw())
                          .LatestRuns(stores->scope(Deadline::Never()), std::nullopt, 10'000);
  ASSERT_TRUE(logged);
  EXPECT_EQ(logged->size(), kThreads * kRepetitions);
  for (const store::RunRow& run : *logged) EXPECT_EQ(run.status, "done") << run.id.value();
}

// Notes of this size are read, scored and packed with a thread beside.
TEST(NotesThreadsTest, LargeNotesGiveTheSameBytesAgain) {
  const test::StoreWorkspace at;
  for (const char* name : {"DECISIONS", "LEARNINGS"}) {
    std::string text;
    for (std::size_t i = 0; i < 1'000; ++i) {
      text += fmt::format("## [2025-{:02}-01] {} {}\n\nThe login {} {}\n\n", i % 12 + 1, name, i,
                          i % 3 == 0 ? "redirect" : "", test::Words(60 + i % 30));
    }
    at.dir().Write(fmt::format("app/.context/{}.md", name), text);
  }
  at.dir().Write("app/.context/TASKS.md", "- [ ] Repair the login redirect\n");
  ASSERT_TRUE(at.Init());
  auto stores = at.Open();
  ASSERT_TRUE(stores) << stores.error().text();
  std::string first;
  for (int i = 0; i < 5; ++i) {
    const auto answer =
        MakePacket(*stores, at.workspace(), {.recipe = "notes", .now = Time{1'767'225'600'000'000}},
                   Deadline::Never());
    ASSERT_TRUE(answer) << answer.error().text();
    if (i == 0) first = answer->text;
    EXPECT_EQ(answer->text, first);
    const auto replayed = Replay(*stores, answer->run, Deadline::Never());
    ASSERT_TRUE(replayed) << replayed.error().text();
    EXPECT_TRUE(replayed->same()) << testing::PrintToString(replayed->causes);
  }
}

}  // namespace
}  // namespace satchel::engine
