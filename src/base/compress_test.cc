#include "base/compress.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kMost = std::size_t{1} << 20U;

std::string Text() {
  std::string text;
  for (int i = 0; i < 2'000; ++i) text += "line " + std::to_string(i * 7) + " of a packet\n";
  return text;
}

std::string ErrorOf(std::string_view frame, std::size_t max_bytes = kMost) {
  const auto bytes = Decompress(frame, max_bytes);
  if (bytes) return "decompressed";
  EXPECT_EQ(bytes.error().code(), Errc::kCorrupt);
  return bytes.error().text();
}

TEST(CompressTest, GivesBackWhatItWasGiven) {
  std::string random_bytes;
  test::Random random(1);
  for (int i = 0; i < 5'000; ++i) random_bytes += static_cast<char>(random.Below(256));
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(300'000, '\0'), random_bytes, Text()}) {
    EXPECT_EQ(Decompress(Compress(bytes), kMost).value_or("error"), bytes);
  }
  EXPECT_LT(Compress(Text()).size(), Text().size() / 4);
  EXPECT_EQ(Compress(Text()), Compress(Text()));
}

TEST(CompressTest, RefusesMoreThanTheCallerAllows) {
  const std::string frame = Compress(std::string(1'000'000, 'a'));
  EXPECT_LT(frame.size(), 200U);
  EXPECT_THAT(ErrorOf(frame, 999'999), HasSubstr("1000000 bytes, over 999999"));
  EXPECT_TRUE(Decompress(frame, 1'000'000));
}

TEST(CompressTest, RefusesWhatIsCutShortFollowedOrNotAFrame) {
  const std::string frame = Compress(Text());
  for (std::size_t size = 0; size < frame.size(); size += 1 + size / 8) {
    EXPECT_NE(ErrorOf(frame.substr(0, size)), "decompressed") << size;
  }
  EXPECT_THAT(ErrorOf(frame + "x"), HasSubstr("not one whole frame"));
  EXPECT_THAT(ErrorOf(frame + frame), HasSubstr("not one whole frame"));
  EXPECT_THAT(ErrorOf("plain text"), HasSubstr("not a frame"));
  const std::string skippable("\x50\x2A\x4D\x18\x00\x00\x00\x00", 8);
  EXPECT_THAT(ErrorOf(skippable), HasSubstr("not a frame"));
}

TEST(CompressTest, TheChecksumFindsEveryChangedByte) {
  const std::string frame = Compress("what was acknowledged is never lost");
  for (std::size_t i = 0; i < frame.size(); ++i) {
    for (const unsigned bit : {0U, 3U, 7U}) {
      std::string changed = frame;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ (1U << bit));
      const auto bytes = Decompress(changed, kMost);
      // A bit that says nothing may change; the content may not.
      EXPECT_EQ(bytes.value_or("what was acknowledged is never lost"),
                "what was acknowledged is never lost")
          << i;
    }
  }
}

// Sixteen bytes that claim to hold 2^30: single segment, size of eight bytes, one
// empty raw block. Refused before any memory is taken for it.
TEST(CompressTest, RefusesASizeThatTheFrameCannotHave) {
  const std::string claims("\x28\xB5\x2F\xFD\xE0\x00\x00\x00\x40\x00\x00\x00\x00\x01\x00\x00", 16);
  EXPECT_THAT(ErrorOf(claims, std::size_t{1} << 31U), HasSubstr("too small for its size"));
}

}  // namespace
}  // namespace satchel
