#include "surfaces/mcp/rpc/line_reader.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::mcp {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Line = LineReader::Line;

std::vector<std::pair<Line, std::string>> Read(const std::string& bytes, std::size_t most = 100) {
  std::istringstream input(bytes);
  LineReader reader(*input.rdbuf(), most);
  std::vector<std::pair<Line, std::string>> lines;
  std::string text;
  while (true) {
    const Line line = reader.Next(text);
    if (line == Line::kEnd) return lines;
    lines.emplace_back(line, text);
  }
}

TEST(LineReaderTest, TakesLinesWithoutTheirEnds) {
  EXPECT_THAT(Read("a\nbc\r\n\n"), ElementsAre(Pair(Line::kWhole, "a"), Pair(Line::kWhole, "bc"),
                                               Pair(Line::kWhole, "")));
  EXPECT_THAT(Read(""), ElementsAre());
}

TEST(LineReaderTest, SaysThatTheInputEndedWithinALine) {
  EXPECT_THAT(Read("a\n{\"id\""),
              ElementsAre(Pair(Line::kWhole, "a"), Pair(Line::kCutOff, "{\"id\"")));
}

TEST(LineReaderTest, PassesOverALineThatIsTooLongAndGoesOnBehindIt) {
  EXPECT_THAT(Read(std::string(100'000, 'x') + "\nb\n"),
              ElementsAre(Pair(Line::kTooLong, ""), Pair(Line::kWhole, "b")));
  EXPECT_THAT(Read("0123456789\n01234567890\n", 10),
              ElementsAre(Pair(Line::kWhole, "0123456789"), Pair(Line::kTooLong, "")));
}

}  // namespace
}  // namespace satchel::mcp
