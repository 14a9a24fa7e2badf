#include "text/line_index.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::text {
namespace {

using ::testing::ElementsAre;

LineIndex Index(std::string_view text) {
  auto index = LineIndex::Build(text);
  EXPECT_TRUE(index);
  return *std::move(index);
}

std::vector<std::string> LinesOf(std::string_view text) {
  const LineIndex index = Index(text);
  std::vector<std::string> lines;
  for (std::uint32_t line = 1; line <= index.line_count(); ++line) {
    const ByteRange range = index.Line(line);
    lines.emplace_back(text.substr(range.begin, range.size()));
  }
  return lines;
}

TEST(LineIndexTest, EveryKindOfLineBreakEndsALine) {
  EXPECT_THAT(LinesOf("a\nb\r\nc\rd"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(LinesOf("a\n\r\n\r\rb"), ElementsAre("a", "", "", "", "b"));
  EXPECT_THAT(LinesOf("жж\n中"), ElementsAre("жж", "中"));
}

TEST(LineIndexTest, AFinalLineBreakBeginsNoLine) {
  EXPECT_THAT(LinesOf("a\n"), ElementsAre("a"));
  EXPECT_THAT(LinesOf("a\r\n"), ElementsAre("a"));
  EXPECT_THAT(LinesOf("a\r"), ElementsAre("a"));
  EXPECT_THAT(LinesOf("a\n\n"), ElementsAre("a", ""));
  EXPECT_THAT(LinesOf("\n"), ElementsAre(""));
  EXPECT_THAT(LinesOf(""), ElementsAre(""));
}

TEST(LineIndexTest, PositionsCountFromOneInBytes) {
  const LineIndex index = Index("ab\r\nж\n");
  EXPECT_EQ(index.PositionOf(0), (Position{1, 1}));
  EXPECT_EQ(index.PositionOf(2), (Position{1, 3}));  // the break belongs to its line
  EXPECT_EQ(index.PositionOf(3), (Position{1, 4}));
  EXPECT_EQ(index.PositionOf(4), (Position{2, 1}));
  EXPECT_EQ(index.PositionOf(6), (Position{2, 3}));
  EXPECT_EQ(index.PositionOf(7), (Position{2, 4}));  // the end, on the last line
}

TEST(LineIndexTest, RangesOfBytesAndOfLinesTranslate) {
  const LineIndex index = Index("one\ntwo\nthree");
  EXPECT_EQ(index.LinesOf({0, 4}), (LineRange{1, 1}));  // its line break included
  EXPECT_EQ(index.LinesOf({0, 5}), (LineRange{1, 2}));
  EXPECT_EQ(index.LinesOf({4, 4}), (LineRange{2, 2}));
  EXPECT_EQ(index.LinesOf({13, 13}), (LineRange{3, 3}));
  EXPECT_EQ(index.Lines({1, 2}), (ByteRange{0, 8}));
  EXPECT_EQ(index.Lines({3, 3}), (ByteRange{8, 13}));
  EXPECT_EQ((LineRange{2, 4}).count(), 3U);
}

TEST(LineIndexTest, AgreesWithCountingOnRandomTexts) {
  constexpr std::string_view kBytes = "ab\n\r";
  for (std::uint64_t i = 0; i < test::CaseCount(2'000); ++i) {
    test::Random random(test::FirstSeed() + i);
    std::string text;
    for (std::uint64_t n = random.Below(30); n > 0; --n) text += random.Pick(kBytes);
    const LineIndex index = Index(text);
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const Position position = index.PositionOf(at);
      ASSERT_EQ(position.line, line) << "seed " << test::FirstSeed() + i;
      ASSERT_EQ(index.Lines({line, line}).begin + position.column - 1, at);
      const bool first_of_two = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
      if ((text[at] == '\n' || text[at] == '\r') && !first_of_two) ++line;
    }
    ASSERT_EQ(index.Lines({1, index.line_count()}), (ByteRange{0, text.size()}));
  }
}

TEST(LineIndexTest, ATextOf4GiBIsRefusedWithoutBeingRead) {
  const char byte = 'x';
  const auto index = LineIndex::Build(std::string_view(&byte, 1ULL << 32U));
  ASSERT_FALSE(index);
  EXPECT_EQ(index.error().code(), Errc::kInvalidInput);
}

}  // namespace
}  // namespace satchel::text
