#include "base/id.h"

#include <type_traits>
#include <unordered_set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(IdTest, IdsOfDifferentThingsDoNotMix) {
  static_assert(!std::is_convertible_v<RunId, WorkspaceId>);
  static_assert(!std::is_convertible_v<std::string, RunId>);
}

TEST(IdTest, OrdersAndHashesByValue) {
  EXPECT_LT(RunId("a"), RunId("b"));
  const std::unordered_set<RunId> runs{RunId("a"), RunId("a")};
  EXPECT_EQ(runs.size(), 1U);
}

}  // namespace
}  // namespace satchel
