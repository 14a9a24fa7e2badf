#include "code/parse/parse_budget.h"

#include <atomic>
#include <cstddef>
#include <latch>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

// Threads take shares of these sizes again and again: the most that was taken at once.
std::size_t MostAtOnce(std::size_t budget_bytes, const std::vector<std::size_t>& sizes) {
  ParseBudget budget(budget_bytes);
  std::atomic<std::size_t> now = 0;
  std::atomic<std::size_t> most = 0;
  std::latch ready(static_cast<std::ptrdiff_t>(sizes.size()));
  std::vector<std::jthread> threads;
  threads.reserve(sizes.size());
  for (const std::size_t size : sizes) {
    threads.emplace_back([&, size] {
      ready.arrive_and_wait();
      for (int i = 0; i < 2'000; ++i) {
        const ParseBudget::Share share(budget, size);
        const std::size_t taken = now += size;
        std::size_t seen = most;
        while (seen < taken && !most.compare_exchange_weak(seen, taken)) {
        }
        std::this_thread::yield();
        now -= size;
      }
    });
  }
  threads.clear();
  return most;
}

TEST(ParseBudgetTest, SharesTogetherNeverExceedIt) {
  EXPECT_LE(MostAtOnce(100, {60, 50, 40, 30, 20, 10, 5, 5}), 100U);
}

TEST(ParseBudgetTest, SmallSharesAreTakenAtTheSameTime) {
  ParseBudget budget(100);
  const ParseBudget::Share one(budget, 50);
  std::jthread other([&budget] { const ParseBudget::Share two(budget, 50); });
  other.join();  // would wait for ever
}

TEST(ParseBudgetTest, OneThatAsksForMoreThanThereIsGoesAlone) {
  EXPECT_EQ(MostAtOnce(100, {1'000, 1'000, 1'000}), 1'000U);
}

}  // namespace
}  // namespace satchel::code
