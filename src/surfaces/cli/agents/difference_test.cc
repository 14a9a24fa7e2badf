#include "surfaces/cli/agents/difference.h"

#include <gtest/gtest.h>

namespace satchel::cli {
namespace {

TEST(DifferenceTest, ShowsLinesThatWerePutInWithOneOnEachSide) {
  EXPECT_EQ(Difference("a\nb\nc\nd\n", "a\nb\nnew\nc\nd\n"), "  b\n+ new\n  c\n");
}

TEST(DifferenceTest, ShowsALineThatBecameAnother) {
  EXPECT_EQ(Difference("{}\n", "{\n  1}\n"), "- {}\n+ {\n+   1}\n");
}

TEST(DifferenceTest, SaysWhereALineBreakIsMissing) {
  EXPECT_EQ(Difference("a", "a\n"), "- a\n  (no line break at the end)\n+ a\n");
}

TEST(DifferenceTest, IsEmptyForEqualTexts) { EXPECT_EQ(Difference("a\n", "a\n"), ""); }

TEST(DifferenceTest, ShowsANewFileWhole) { EXPECT_EQ(Difference("", "a\nb\n"), "+ a\n+ b\n"); }

TEST(DifferenceTest, DoesNotCountALineForBothSides) {
  EXPECT_EQ(Difference("a\na\n", "a\na\na\n"), "  a\n+ a\n");
}

TEST(DifferenceTest, WritesControlCharactersOut) {
  EXPECT_EQ(Difference("", "\x1b[31m\n").find('\x1b'), std::string::npos);
}

TEST(DifferenceTest, ShowsNoSecretAndNotAllOfALongLine) {
  const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  const std::string shown = Difference("{\"key\": \"" + secret + "\"}", "{}");
  EXPECT_EQ(shown.find(secret), std::string::npos);
  EXPECT_LT(Difference("", std::string(5'000, 'x') + "\n").size(), 500U);
}

}  // namespace
}  // namespace satchel::cli
