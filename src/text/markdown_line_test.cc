#include "text/markdown_line.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/linear_time.h"

namespace satchel::text {
namespace {

using testing::ElementsAre;

TEST(DedentTest, TakesOffAtMostThatManyColumns) {
  EXPECT_EQ(Dedent("    a", 2), "  a");
  EXPECT_EQ(Dedent(" a", 4), "a");
  EXPECT_EQ(Dedent("a", 4), "a");
  EXPECT_EQ(Dedent("  ", 4), "");
}

TEST(DedentTest, ATabGoesToTheNextColumnThatFourDivides) {
  EXPECT_EQ(Dedent("\ta", 4), "a");
  EXPECT_EQ(Dedent("\ta", 3), "\ta");
  EXPECT_EQ(Dedent("  \t\ta", 4), "\ta");
  EXPECT_EQ(Dedent(" \t a", 5), "a");
}

TEST(DedentTest, TakesLinearTimeOnADeepIndentation) {
  EXPECT_TRUE(TakesLinearTime(1U << 15U, [](std::size_t size) {
    const std::string line(size, ' ');
    EXPECT_EQ(Dedent(line + "a", size), "a");
  }));
}

std::vector<bool> Begins(std::string_view text) {
  DefinitionFinder finder(text);
  std::vector<bool> begins;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    begins.push_back(finder.BeginsAt(at));
    if (text.find('\n', at) == text.npos) break;
  }
  return begins;
}

TEST(DefinitionFinderTest, ALabelMayEndOnALaterLine) {
  EXPECT_THAT(Begins("[a]: x\n[b] c\n> 1. [d\ne]: f"), ElementsAre(true, false, true, false));
  EXPECT_THAT(Begins("[a\n[b\n[c]: x\n[d\n[e] x"), ElementsAre(true, true, true, false, false));
  EXPECT_THAT(Begins("[a\\]: x\n]: y\n[z"), ElementsAre(true, false, false));
  EXPECT_THAT(Begins("a [b]: c"), ElementsAre(false));
}

TEST(DefinitionFinderTest, TakesLinearTimeOnManyOpenLabels) {
  EXPECT_TRUE(TakesLinearTime(1U << 17U, [](std::size_t size) {
    std::string text;
    while (text.size() < size) text += "[\n";
    EXPECT_FALSE(Begins(text).back());
  }));
}

}  // namespace
}  // namespace satchel::text
