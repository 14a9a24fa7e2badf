#include "base/hex.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(Hex, TwoDigitsAByte) {
  EXPECT_EQ(HexOf(""), "");
  EXPECT_EQ(HexOf(std::string_view("\x00\x09\xAF\xFF", 4)), "0009afff");
}

TEST(Hex, IsReadBackInEitherCase) {
  EXPECT_EQ(BytesFromHex("0009afFF"), std::string_view("\x00\x09\xAF\xFF", 4));
  EXPECT_EQ(BytesFromHex("000"), "");
  EXPECT_EQ(BytesFromHex("00zz"), "");
}

}  // namespace
}  // namespace satchel
