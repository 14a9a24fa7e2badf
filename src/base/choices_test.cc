#include "base/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitChoicesTest, KeepsTheOrderOfTheTable) {
  EXPECT_THAT(SplitChoices(""), IsEmpty());
  EXPECT_THAT(SplitChoices("text"), ElementsAre("text"));
  EXPECT_THAT(SplitChoices("text|json|md"), ElementsAre("text", "json", "md"));
}

TEST(SplitChoicesTest, AnEmptyPartCountsUnlessItIsTheLast) {
  EXPECT_THAT(SplitChoices("a||b"), ElementsAre("a", "", "b"));
  EXPECT_THAT(SplitChoices("|a|"), ElementsAre("", "a"));
}

}  // namespace
}  // namespace satchel
