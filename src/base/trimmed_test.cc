#include "base/trimmed.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(TrimmedTest, TakesOffWhatIsBlankAtBothEnds) {
  EXPECT_EQ(Trimmed(" \r\n\ta b\n"), "a b");
  EXPECT_EQ(Trimmed(" \t"), "");
  EXPECT_EQ(Trimmed(""), "");
  EXPECT_EQ(Trimmed("\xC2\xA0x"), "\xC2\xA0x");
}

TEST(TrimmedTest, OrWhatElseIsNamed) { EXPECT_EQ(Trimmed("'a b.' ", "'. "), "a b"); }

}  // namespace
}  // namespace satchel
