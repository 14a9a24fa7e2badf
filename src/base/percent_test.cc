#include "base/percent.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(PercentDecoded, TakesWholeEscapesAlone) {
  EXPECT_EQ(PercentDecoded(""), "");
  EXPECT_EQ(PercentDecoded("a%20b%2Fc%2fd"), "a b/c/d");
  EXPECT_EQ(PercentDecoded("%C3%a9"), "\xC3\xA9");
  EXPECT_EQ(PercentDecoded("100%, %zz %4"), "100%, %zz %4");
  EXPECT_EQ(PercentDecoded("%%41"), "%A");
  EXPECT_EQ(PercentDecoded("%2541"), "%41");
}

}  // namespace
}  // namespace satchel
