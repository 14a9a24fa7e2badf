#include "surfaces/cli/place_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/columns.h"

namespace satchel::cli {
namespace {

using testing::HasSubstr;

engine::SearchPlace SomePlace() {
  engine::SearchPlace place;
  place.path = "src/web/session.py";
  place.start_line = 4;
  place.end_line = 60;
  place.symbol = "SecureCookieSessionInterface.open_session_of_the_request";
  place.kind = "method";
  place.words.push_back({.word = "cooki", .worth = {}, .fields = {}});
  place.lines = {{4, "def open_session(self, cookie):"},
                 {5, "    return self.signer.loads(cookie) if cookie else None  # and more"},
                 {50, "the last cookies"}};
  return place;
}

TEST(PlaceTextTest, FitsTheTerminal) {
  for (const std::size_t columns : {40U, 60U, 80U, 120U}) {
    const std::string text = PlaceText(SomePlace(), 1, {.style = Style(false), .columns = columns});
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = text.find('\n', begin);
      EXPECT_LE(text::ColumnAfter(text.substr(begin, end - begin)), columns) << text;
      begin = end + 1;
    }
    EXPECT_THAT(text, HasSubstr("src/web/session.py:4-60"));
  }
  EXPECT_THAT(PlaceText(SomePlace(), 1, {}), HasSubstr("else None  # and more\n"));
}

TEST(PlaceTextTest, CountsTabsAndWideCharactersInColumns) {
  engine::SearchPlace place = SomePlace();
  place.lines = {
      {4, "\t\treturn nil, fmt.Errorf(\"no cookie in %q: %w\", request, err) // and why"},
      {5, "# 曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日曜日"}};
  const std::string text = PlaceText(place, 1, {.style = Style(false), .columns = 80});
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(text::ColumnAfter(text.substr(begin, end - begin)), 80U) << text;
    begin = end + 1;
  }
}

TEST(PlaceTextTest, AGapBetweenLinesIsShown) {
  EXPECT_THAT(PlaceText(SomePlace(), 12, {}),
              HasSubstr("# and more\n      \u2026\n     50  the last"));
  EXPECT_THAT(PlaceText(SomePlace(), 12, {}),
              testing::StartsWith("12  src/web/session.py:4-60  me"));
}

TEST(PlaceTextTest, AFileAskedForByItsPathShowsWhatItDefines) {
  engine::SearchPlace place = SomePlace();
  place.symbols = {{"Session", "class", 9}, {"open_the_session_of_somebody", "function", 1234}};
  place.more_symbols = 3;
  EXPECT_THAT(PlaceText(place, 1, {.style = Style(false), .columns = 30}),
              testing::EndsWith("         it defines:\n      9  class Session\n"
                                "   1234  function open_the_se\u2026\n         and 3 more\n"));
}

TEST(PlaceTextTest, AFileWithoutLinesHasNone) {
  engine::SearchPlace place;
  place.path = "a/__init__.py";
  EXPECT_EQ(PlaceText(place, 1, {}), " 1  a/__init__.py\n");
}

TEST(PlaceTextTest, WordsOfTheQueryAreMarked) {
  const std::string text = PlaceText(SomePlace(), 1, {.style = Style(true), .columns = 80});
  EXPECT_THAT(text, HasSubstr("the last \x1b[1mcookies\x1b[0m\n"));
  EXPECT_THAT(text, HasSubstr("\x1b[2m      4  \x1b[0m"));
}

}  // namespace
}  // namespace satchel::cli
