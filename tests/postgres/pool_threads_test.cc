#include <atomic>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "tests/postgres/store_fixture.h"
#include "tests/support/random.h"

namespace satchel::test {
namespace {

using std::chrono::milliseconds;

// More threads than connections; some give up, some are ended by the server.
TEST(PoolThreadsTest, ServesManyWhileConnectionsComeAndGo) {
  const PostgresDatabase place;
  const auto store = MustOpen({.url = place.AppUrl(), .most_connections = 3});
  const WorkspaceId workspace = MustAdd(*store, "one");
  std::atomic<int> written = 0;
  std::atomic<bool> over = false;
  std::jthread ender([&] {
    PostgresClient admin(place.AdminUrl());
    while (!over) {
      std::this_thread::sleep_for(milliseconds(60));
      admin.Run(fmt::format(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{}' LIMIT 1",
          place.app()));
    }
  });
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      Random random(static_cast<std::uint64_t>(thread));
      for (int i = 0; i < 60; ++i) {
        const Scope scope{.workspace = workspace};
        const std::string name = fmt::format("{}-{}", thread, i);
        const std::vector<Call> calls = {
            Insert{&store::kStateTable, OnConflict::kIgnore, {Text{name}, Text{"x"}}}};
        for (bool done = false; !done;) {
          auto answer = store::WriteRepeatable(*store, scope, calls);
          done = answer.has_value();
          if (!done) {
            ASSERT_EQ(answer.error().code(), Errc::kUnavailable) << answer.error().text();
          }
        }
        ++written;
        if (random.OneIn(10)) {
          const Scope hasty{.workspace = workspace, .deadline = Deadline::After(milliseconds(5))};
          EXPECT_FALSE(store::ReadOne(*store, hasty, Query{&kSleep, {std::int64_t{30}}}));
        }
      }
    });
  }
  threads.clear();
  over = true;
  ender.join();
  EXPECT_EQ(written, 480);
  std::vector<std::string> states;
  for (int tries = 0; tries < 5 && states.size() != 480; ++tries)
    states = States(*store, {.workspace = workspace});
  EXPECT_EQ(states.size(), 480U);
}

}  // namespace
}  // namespace satchel::test
