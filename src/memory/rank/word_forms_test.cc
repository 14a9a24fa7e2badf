#include "memory/rank/word_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WordFormsTest, KnowsFormsThatAreWrittenDifferently) {
  EXPECT_THAT(OtherForms("bought"), ElementsAre("buy"));
  EXPECT_THAT(OtherForms("take"), ElementsAre("took", "taken"));
  EXPECT_THAT(OtherForms("table"), IsEmpty());
  EXPECT_THAT(OtherForms(""), IsEmpty());
}

}  // namespace
}  // namespace satchel::rank
