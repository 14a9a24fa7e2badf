#include "code/index/ordered_work.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

constexpr WorkWindow kWide = {.results = 8, .weight = 100, .cost = 100};

// What `work` makes of 0 … count-1, in the order in which it was taken; `who` are the workers that
// worked.
struct Done {
  std::vector<std::size_t> taken;
  std::set<std::size_t> who;
};

template <class Work>
Done DoAll(std::size_t count, unsigned threads, const WorkWindow& window, std::size_t cost,
           Work work, std::size_t most = 1'000'000) {
  Done done;
  std::atomic<std::size_t> workers = 0;
  struct Result {
    std::size_t number = 0;
    std::size_t worker = 0;
  };
  WorkInOrder<Result>(
      count, threads, window,
      [&] {
        return [&, me = workers++](std::size_t i) {
          work(i);
          return Result{.number = i, .worker = me};
        };
      },
      [cost](std::size_t) { return cost; }, [](const Result&) { return std::size_t{1}; },
      [&](std::size_t i, Result result) {
        EXPECT_EQ(result.number, i);
        done.taken.push_back(i);
        done.who.insert(result.worker);
        return done.taken.size() < most;
      });
  return done;
}

void Nothing(std::size_t /*i*/) {}

TEST(WorkInOrderTest, ResultsAreTakenInOrder) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    const Done done = DoAll(500, threads, kWide, 1, [](std::size_t i) {
      if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    });
    ASSERT_EQ(done.taken.size(), 500U);
    for (std::size_t i = 0; i < 500; ++i) ASSERT_EQ(done.taken[i], i);
  }
  EXPECT_TRUE(DoAll(0, 4, kWide, 1, Nothing).taken.empty());
}

TEST(WorkInOrderTest, WhereFewMayWorkFewEverDo) {
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  const auto work = [&](std::size_t) {
    const int now = ++at_once;
    if (now > most) most = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --at_once;
  };
  // A piece that costs more than there is goes alone. Who began the first one may not be the first
  // of all, since threads come when they come.
  EXPECT_LE(DoAll(60, 16, kWide, 1'000, work).who.size(), 3U);
  EXPECT_EQ(most, 1);
  most = 0;
  EXPECT_LE(DoAll(60, 16, kWide, 50, work).who.size(), 6U);
  EXPECT_LE(most, 2);
}

TEST(WorkInOrderTest, NoMoreIsBegunThanTheWindowHasRoomFor) {
  std::atomic<std::size_t> begun = 0;
  const Done done = DoAll(
      200, 4, {.results = 5, .weight = 100, .cost = 100}, 1, [&](std::size_t) { ++begun; }, 10);
  EXPECT_EQ(done.taken.size(), 10U);
  EXPECT_LE(begun, 15U);
}

TEST(WorkInOrderTest, WhatAWorkerThrowsComesOut) {
  EXPECT_THROW(DoAll(200, 4, kWide, 1,
                     [](std::size_t i) {
                       if (i == 20) throw std::runtime_error("no");
                     }),
               std::runtime_error);
}

}  // namespace
}  // namespace satchel::code
