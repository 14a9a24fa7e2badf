#include "code/requests/pending_look.h"

#include <chrono>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::engine {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr PendingLook::Pauses kPauses = {.quiet = milliseconds(100), .most = milliseconds(1000)};

TEST(PendingLookTest, NothingIsDueWhereNothingHappened) {
  EXPECT_EQ(PendingLook(kPauses, 3).due(), std::nullopt);
}

TEST(PendingLookTest, ALookWaitsUntilItIsQuiet) {
  PendingLook pending(kPauses, 3);
  pending.Add("a", milliseconds(5000));
  EXPECT_EQ(pending.due(), milliseconds(5100));
  pending.Add("b", milliseconds(5080));
  EXPECT_EQ(pending.due(), milliseconds(5180));
}

TEST(PendingLookTest, ALookDoesNotWaitForeverWhereItIsNeverQuiet) {
  PendingLook pending(kPauses, 3);
  for (int i = 0; i < 50; ++i) pending.Add("a", milliseconds(5000 + i * 50));
  EXPECT_EQ(pending.due(), milliseconds(6000));
}

TEST(PendingLookTest, WhatIsTakenIsPendingNoLonger) {
  PendingLook pending(kPauses, 3);
  pending.Add("b", milliseconds(1));
  pending.Add("a", milliseconds(2));
  pending.Add("b", milliseconds(3));
  const PendingLook::Look look = pending.Take();
  EXPECT_FALSE(look.all);
  EXPECT_THAT(look.paths, ElementsAre("a", "b"));
  EXPECT_EQ(pending.due(), std::nullopt);
  pending.Add("c", milliseconds(2000));
  EXPECT_EQ(pending.due(), milliseconds(2100));
  EXPECT_THAT(pending.Take().paths, ElementsAre("c"));
}

TEST(PendingLookTest, TooManyFilesAreAll) {
  PendingLook pending(kPauses, 3);
  for (const char* path : {"a", "b", "c", "d", "e"}) pending.Add(path, milliseconds(1));
  const PendingLook::Look look = pending.Take();
  EXPECT_TRUE(look.all);
  EXPECT_THAT(look.paths, IsEmpty());
  pending.Add("a", milliseconds(2));
  EXPECT_FALSE(pending.Take().all);
}

TEST(PendingLookTest, ALookIsPutOffWhateverComes) {
  PendingLook pending(kPauses, 3);
  pending.AddAll(milliseconds(1000));
  pending.NotBefore(milliseconds(9000));
  pending.Add("a", milliseconds(1500));
  EXPECT_EQ(pending.due(), milliseconds(9000));
  EXPECT_TRUE(pending.Take().all);
  pending.Add("a", milliseconds(2000));
  EXPECT_EQ(pending.due(), milliseconds(2100));
}

}  // namespace
}  // namespace satchel::engine
