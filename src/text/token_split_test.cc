#include "text/token_split.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;

template <class PieceEnd>
std::vector<std::string> Cut(std::string_view text, PieceEnd piece_end) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = piece_end(text, at);
    pieces.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::vector<std::string> O200k(std::string_view text) { return Cut(text, O200kPieceEnd); }
std::vector<std::string> Cl100k(std::string_view text) { return Cut(text, Cl100kPieceEnd); }

TEST(TokenSplitTest, AWordTakesTheUnitBeforeIt) {
  EXPECT_THAT(O200k("the cat\t.x"), ElementsAre("the", " cat", "\t", ".x"));
  EXPECT_THAT(Cl100k("(foo bar)"), ElementsAre("(foo", " bar", ")"));
}

TEST(TokenSplitTest, O200kCutsBeforeACapitalThatStartsAWord) {
  EXPECT_THAT(O200k("getElementById HTTPServer"),
              ElementsAre("get", "Element", "By", "Id", " HTTPServer"));
  EXPECT_THAT(Cl100k("getElementById"), ElementsAre("getElementById"));
}

TEST(TokenSplitTest, CapitalsBehindALetterWithoutCaseAreLeftToTheNextPiece) {
  EXPECT_THAT(O200k("\u4e2dABC"), ElementsAre("\u4e2d", "ABC"));
  EXPECT_THAT(O200k("AB\u4e2dC"), ElementsAre("AB\u4e2d", "C"));
}

TEST(TokenSplitTest, AMarkStartsAWordOrIsOne) {
  EXPECT_THAT(O200k("\u0301abc"), ElementsAre("\u0301abc"));
  EXPECT_THAT(O200k("\u0301ABC"), ElementsAre("\u0301", "ABC"));
  EXPECT_THAT(Cl100k("\u0301abc \u0301"), ElementsAre("\u0301abc", " \u0301"));
}

TEST(TokenSplitTest, ContractionsStayWithTheWordInO200kAndAloneInCl100k) {
  EXPECT_THAT(O200k("it's WE'LL"), ElementsAre("it's", " WE'LL"));
  EXPECT_THAT(Cl100k("it's WE'LL"), ElementsAre("it", "'s", " WE", "'LL"));
  // Only ASCII letters: the long s is not an s here.
  EXPECT_THAT(O200k("it'\u017f"), ElementsAre("it", "'\u017f"));
}

TEST(TokenSplitTest, NumbersComeInThrees) {
  EXPECT_THAT(O200k("12345 6"), ElementsAre("123", "45", " ", "6"));
  EXPECT_THAT(Cl100k("\u0661\u0662\u0663\u0664"), ElementsAre("\u0661\u0662\u0663", "\u0664"));
}

TEST(TokenSplitTest, SymbolsTakeTheSpaceBeforeAndTheLineEndsBehind) {
  EXPECT_THAT(O200k("a();\r\n\nb"), ElementsAre("a", "();\r\n\n", "b"));
  EXPECT_THAT(O200k(" =\n/\n"), ElementsAre(" =\n/\n"));
  EXPECT_THAT(Cl100k(" =\n/\n"), ElementsAre(" =\n", "/\n"));
}

TEST(TokenSplitTest, SpacesLeaveTheLastOneToTheWordBehind) {
  EXPECT_THAT(O200k("a   b"), ElementsAre("a", "  ", " b"));
  EXPECT_THAT(O200k("a   1"), ElementsAre("a", "  ", " ", "1"));
}

TEST(TokenSplitTest, SpacesEndBehindTheirLastNewline) {
  EXPECT_THAT(O200k(" \n\n  x"), ElementsAre(" \n\n", " ", " x"));
  EXPECT_THAT(Cl100k(" \n\n  x"), ElementsAre(" \n\n", " ", " x"));
}

TEST(TokenSplitTest, SpacesAtTheEndOfTheTextAreOnePieceInCl100kOnly) {
  EXPECT_THAT(O200k("a\n  "), ElementsAre("a", "\n", "  "));
  EXPECT_THAT(Cl100k("a\n  "), ElementsAre("a", "\n  "));
}

TEST(TokenSplitTest, WhiteSpaceIsThatOfJavaScript) {
  EXPECT_THAT(O200k("1\ufeff\ufeff1"), ElementsAre("1", "\ufeff", "\ufeff", "1"));
  EXPECT_THAT(O200k("1\u0085\u00851"), ElementsAre("1", "\u0085\u0085", "1"));
}

TEST(TokenSplitTest, BytesThatAreNotUtf8AreSymbols) {
  EXPECT_THAT(O200k("\xff\xfe 1"), ElementsAre("\xff\xfe", " ", "1"));
  EXPECT_THAT(O200k("1\xe4\xb8"), ElementsAre("1", "\xe4\xb8"));
  EXPECT_THAT(Cl100k("\xed\xa0\x80z"), ElementsAre("\xed\xa0\x80", "z"));
}

}  // namespace
}  // namespace satchel::text
