#include "store/turns.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::store {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::Optional;

Deadline AtOnce() { return Deadline::After(milliseconds(0)); }
Deadline Soon() { return Deadline::After(seconds(20)); }

// What another thread would hear that has none yet and does not wait.
std::optional<Turns::Refusal> RefusalOfAnother(Turns& turns, Access access = Access::kRead) {
  std::optional<Turns::Refusal> refusal;
  std::thread([&] {
    const auto turn = turns.Take(access, AtOnce());
    if (!turn) refusal = turn.error();
  }).join();
  return refusal;
}

// Waits until so many threads do.
void AwaitWaiting(const Turns& turns, std::size_t count) {
  while (turns.waiting() != count) std::this_thread::yield();
}

TEST(TurnsTest, WhoHasNoneWaitsForAFreeOne) {
  Turns turns({.most = 2});
  std::optional first = turns.Take(Access::kRead, AtOnce()).value();
  std::optional second = turns.Take(Access::kRead, AtOnce()).value();
  EXPECT_THAT(RefusalOfAnother(turns), Optional(Turns::Refusal::kAllTaken));
  std::thread waiting([&] { EXPECT_TRUE(turns.Take(Access::kRead, Soon())); });
  AwaitWaiting(turns, 1);
  second.reset();
  waiting.join();
  EXPECT_EQ(RefusalOfAnother(turns), std::nullopt);
}

TEST(TurnsTest, WhoHasOneGetsAnotherAlthoughAllAreTaken) {
  constexpr int kThreads = 4;
  Turns turns({.most = kThreads});
  std::barrier all(kThreads);
  std::atomic<int> got = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        const auto outer = turns.Take(Access::kRead, AtOnce());
        all.arrive_and_wait();
        const auto inner = turns.Take(Access::kRead, AtOnce());
        if (outer && inner) ++got;
        all.arrive_and_wait();
      });
    }
  }
  EXPECT_EQ(got, kThreads);
  EXPECT_EQ(turns.MostEver(), 12U);
}

TEST(TurnsTest, WhoHasSeveralWaitsLikeTheOthers) {
  Turns turns({.most = 2});
  std::optional first = turns.Take(Access::kRead, AtOnce()).value();
  const auto second = turns.Take(Access::kRead, AtOnce());
  EXPECT_FALSE(turns.Take(Access::kRead, AtOnce()));
  first.reset();
  EXPECT_TRUE(turns.Take(Access::kRead, AtOnce()));
}

TEST(TurnsTest, WhoHasNoneWaitsWhileTheOthersHaveMoreThanTheyShould) {
  Turns turns({.most = 2});
  std::barrier two(2);
  std::thread other([&] {
    const auto outer = turns.Take(Access::kRead, AtOnce());
    two.arrive_and_wait();
    two.arrive_and_wait();
  });
  two.arrive_and_wait();
  std::optional outer = turns.Take(Access::kRead, AtOnce()).value();
  std::optional inner = turns.Take(Access::kRead, AtOnce()).value();  // the third of two
  inner.reset();
  EXPECT_THAT(RefusalOfAnother(turns), Optional(Turns::Refusal::kAllTaken));
  outer.reset();
  EXPECT_EQ(RefusalOfAnother(turns), std::nullopt);
  two.arrive_and_wait();
  other.join();
}

TEST(TurnsTest, WhoHasWaitedLongestIsServedFirst) {
  Turns turns({.most = 1});
  std::mutex mutex;
  std::vector<int> served;
  std::optional first = turns.Take(Access::kRead, AtOnce()).value();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const auto turn = turns.Take(Access::kRead, Soon());
        EXPECT_TRUE(turn);
        const std::scoped_lock lock(mutex);
        served.push_back(i);
      });
      AwaitWaiting(turns, static_cast<std::size_t>(i) + 1);
    }
    first.reset();
  }
  EXPECT_THAT(served, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(TurnsTest, OneWritesAtATimeWhereThatIsTheRule) {
  Turns turns({.most = 4, .one_writer = true});
  std::optional writer = turns.Take(Access::kWrite, AtOnce()).value();
  EXPECT_THAT(RefusalOfAnother(turns, Access::kWrite), Optional(Turns::Refusal::kWriting));
  EXPECT_EQ(RefusalOfAnother(turns, Access::kRead), std::nullopt);
  writer.reset();
  EXPECT_EQ(RefusalOfAnother(turns, Access::kWrite), std::nullopt);
}

TEST(TurnsTest, ElsewhereWritersAreReaders) {
  Turns turns({.most = 4});
  const auto writer = turns.Take(Access::kWrite, AtOnce());
  EXPECT_EQ(RefusalOfAnother(turns, Access::kWrite), std::nullopt);
}

TEST(TurnsTest, AReaderPassesAWriterThatCannotGoOn) {
  Turns turns({.most = 4, .one_writer = true});
  std::optional writer = turns.Take(Access::kWrite, AtOnce()).value();
  std::thread waiting([&] { EXPECT_TRUE(turns.Take(Access::kWrite, Soon())); });
  AwaitWaiting(turns, 1);
  EXPECT_EQ(RefusalOfAnother(turns, Access::kRead), std::nullopt);
  writer.reset();
  waiting.join();
}

TEST(TurnsTest, ATurnEndsOnWhateverThread) {
  Turns turns({.most = 1});
  std::optional turn = turns.Take(Access::kRead, AtOnce()).value();
  std::thread([&] { turn.reset(); }).join();
  EXPECT_EQ(RefusalOfAnother(turns), std::nullopt);
  EXPECT_TRUE(turns.Take(Access::kRead, AtOnce()));
}

TEST(TurnsTest, ACancelEndsTheWait) {
  Turns turns({.most = 1});
  const auto turn = turns.Take(Access::kRead, AtOnce());
  CancelSource cancel;
  std::thread waiting(
      [&] { EXPECT_FALSE(turns.Take(Access::kRead, Deadline::Never().With(cancel))); });
  AwaitWaiting(turns, 1);
  cancel.Cancel();
  waiting.join();
}

}  // namespace
}  // namespace satchel::store
