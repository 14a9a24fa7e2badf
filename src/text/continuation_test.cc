#include "text/continuation.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Join(std::string_view text) {
  std::vector<std::string> out;
  for (const JoinedText& joined : JoinContinuations(text)) out.push_back(joined.text());
  return out;
}

TEST(ContinuationTest, PutsWordsTogether) {
  EXPECT_THAT(Join("a\nx=0123456789\\\nabcdefgh y\n"), ElementsAre("x=0123456789abcdefgh "));
  EXPECT_THAT(Join("x = \"0123456789\"\n  \"abcdefgh\";\n"),
              ElementsAre("x = \"0123456789abcdefgh\""));
  EXPECT_THAT(Join("x = '0123456789' +\r\n  'abcdefgh'\n"),
              ElementsAre("x = '0123456789abcdefgh'"));
  EXPECT_THAT(Join("x = \"01234567\"\n. \"89abc:\"\n. \"defgh\"\n"),
              ElementsAre("x = \"0123456789abc:defgh\""));
}

TEST(ContinuationTest, LeavesListsShortWordsAndOtherQuotesApart) {
  EXPECT_THAT(Join("\"0123456789\",\n\"abcdefgh\"\n"), IsEmpty());
  EXPECT_THAT(Join("\"foo\"\n\"bar\"\n"), IsEmpty());
  EXPECT_THAT(Join("\"0123456789\"\n'abcdefgh'\n"), IsEmpty());
  EXPECT_THAT(Join("0123456789\nabcdefgh\n"), IsEmpty());
}

TEST(ContinuationTest, KnowsWhereEachPartCameFrom) {
  const std::string_view text = "\"0123456789\"\n\"abcdefgh\"\n";
  const std::vector<JoinedText> joined = JoinContinuations(text);
  ASSERT_EQ(joined.size(), 1U);
  std::vector<std::string_view> parts;
  for (const ByteSpan& part : joined[0].Original(joined[0].text().find('8'), 13)) {
    parts.push_back(text.substr(part.begin, part.end - part.begin));
  }
  EXPECT_THAT(parts, ElementsAre("89", "ab"));
}

}  // namespace
}  // namespace satchel::text
