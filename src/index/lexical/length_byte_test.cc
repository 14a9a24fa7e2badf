#include "index/lexical/length_byte.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::lexical {
namespace {

TEST(LengthByteTest, IsExactForShortOnes) {
  for (std::uint32_t length = 0; length <= 40; ++length) {
    EXPECT_EQ(LengthOf(LengthByte(length)), length);
  }
}

TEST(LengthByteTest, RoundsDownByLessThanAnEighthAndKeepsTheOrder) {
  std::uint8_t before = 0;
  for (std::uint64_t length = 1; length < 0x7FFFFFFF; length += 1 + (length / 7)) {
    const std::uint8_t byte = LengthByte(static_cast<std::uint32_t>(length));
    EXPECT_GE(byte, before);
    EXPECT_LE(LengthOf(byte), length);
    EXPECT_GT(LengthOf(byte), length - (length / 8) - 1);
    before = byte;
  }
  EXPECT_EQ(LengthByte(0xFFFFFFFFU), 255);
}

TEST(LengthByteTest, EveryByteStandsForALengthThatGivesIt) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(LengthByte(LengthOf(static_cast<std::uint8_t>(byte))), byte);
  }
}

// From the published encoding of Lucene's SmallFloat.
TEST(LengthByteTest, IsTheFormThatOthersUse) {
  EXPECT_EQ(LengthOf(LengthByte(41)), 40U);
  EXPECT_EQ(LengthOf(LengthByte(1000)), 984U);
}

}  // namespace
}  // namespace satchel::lexical
