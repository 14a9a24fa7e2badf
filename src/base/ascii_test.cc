#include "base/ascii.h"

#include <gtest/gtest.h>

namespace satchel {
namespace {

std::string AllThat(bool (*test)(char)) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    if (test(static_cast<char>(byte))) all += static_cast<char>(byte);
  }
  return all;
}

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";

TEST(Ascii, ClassesOfAllBytes) {
  EXPECT_EQ(AllThat(IsDigit), kDigits);
  EXPECT_EQ(AllThat(IsUpper), kUpper);
  EXPECT_EQ(AllThat(IsLower), kLower);
  EXPECT_EQ(AllThat(IsAlpha), std::string(kUpper).append(kLower));
  EXPECT_EQ(AllThat(IsAlnum), std::string(kDigits).append(kUpper).append(kLower));
  EXPECT_EQ(AllThat(IsBlank), "\t ");
}

TEST(Ascii, CaseOfLettersAlone) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const std::size_t upper = kUpper.find(c);
    const std::size_t lower = kLower.find(c);
    EXPECT_EQ(ToLower(c), upper == kUpper.npos ? c : kLower[upper]) << byte;
    EXPECT_EQ(ToUpper(c), lower == kLower.npos ? c : kUpper[lower]) << byte;
  }
  EXPECT_EQ(AsciiLower("A_b Z@[\xC3\x84"), "a_b z@[\xC3\x84");
}

TEST(Ascii, HexadecimalDigits) {
  EXPECT_EQ(AllThat([](char c) { return HexValue(c) >= 0; }), "0123456789ABCDEFabcdef");
  EXPECT_EQ(HexValue('0'), 0);
  EXPECT_EQ(HexValue('9'), 9);
  EXPECT_EQ(HexValue('a'), 10);
  EXPECT_EQ(HexValue('F'), 15);
}

TEST(Ascii, SameButCase) {
  EXPECT_TRUE(SameButCase("Notes.MD", "nOTES.md"));
  EXPECT_TRUE(SameButCase("", ""));
  EXPECT_FALSE(SameButCase("notes", "note"));
  EXPECT_FALSE(SameButCase("@", "`"));
  EXPECT_FALSE(SameButCase("\xC3\x84", "\xC3\xA4"));
}

}  // namespace
}  // namespace satchel
