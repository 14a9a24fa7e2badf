// Threads share one Database: each sees its own writes at once and everybody's in the end.

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

TEST(StoreThreadsTest, ShareOneSqliteFile) {
  constexpr int kThreads = 6;
  constexpr int kWrites = 20;
  const TempDir directory;
  auto database = OpenState({.file = (directory.path() / "curated.db").string(),
                             .mode = store::SqliteOptions::Mode::kCreate,
                             .full_sync = false,
                             .most_connections = 3})
                      .value();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      std::vector<std::string> own;
      for (int i = 0; i < kWrites; ++i) {
        own.push_back(std::to_string(thread) + "." + std::to_string(i));
        const auto written = Put(*database, own.back(), own.back());
        EXPECT_TRUE(written) << written.error().text();
        const auto rows = store::ReadOne(*database, {.workspace = kOnly},
                                         store::Query{&kSomeState, {store::TextSet{own}}});
        EXPECT_TRUE(rows && rows->size() == own.size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(All(*database).value().size(), static_cast<std::size_t>(kThreads * kWrites));
}

}  // namespace
}  // namespace satchel::test
