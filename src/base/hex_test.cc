#include "base/hex.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(Hex, TwoDigitsAByte) {
  EXPECT_EQ(HexOf(""), "");
  EXPECT_EQ(HexOf(std::string_view("\x00\x09\xAF\xFF", 4)), "0009afff");
}

}  // namespace
}  // namespace satchel
