#include "retrieval/piece_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using testing::ElementsAre;

code::FileFacts Facts() {
  code::FileFacts facts;
  facts.symbols.push_back({.name = "Form",
                           .kind = code::SymbolKind::kClass,
                           .extent = {.first_line = 3, .last_line = 9},
                           .signature = "class Form",
                           .doc = "A form. It has fields.\n\nMore of it."});
  facts.symbols.push_back({.name = "check",
                           .container = "Form",
                           .kind = code::SymbolKind::kMethod,
                           .parent = 0,
                           .extent = {.first_line = 5, .last_line = 8},
                           .signature = "def check(self,\n  value)"});
  facts.comments.push_back({.kind = code::CommentKind::kRationale,
                            .line = 6,
                            .symbol = 1,
                            .text = "because older clients send nothing"});
  return facts;
}

constexpr std::string_view kContent =
    "import os\n\nclass Form:\n\n  def check(self, value):\n    # because\n    assert value\n"
    "    return os\n\n";

TEST(PieceTextTest, AnOutlineHasLineNumbersAndIsIndentedByWhatSymbolsAreIn) {
  const std::vector<OutlineSymbol> symbols = {{.symbol = 0, .lines = {}},
                                              {.symbol = 1, .lines = {}}};
  EXPECT_EQ(OutlineText(Facts(), "python", kContent, {}, symbols, false),
            "3: class Form\n5:   def check(self,   value)\n");
}

TEST(PieceTextTest, WithDocumentationItHasFirstSentencesAndReasons) {
  const std::vector<OutlineSymbol> symbols = {{.symbol = 0, .lines = {}},
                                              {.symbol = 1, .lines = {7}}};
  const std::vector<std::uint32_t> imports = {1};
  EXPECT_EQ(OutlineText(Facts(), "python", kContent, imports, symbols, true),
            "1: import os\n3: class Form  # A form.\n5:   def check(self,   value)\n"
            "7:     assert value\n6:     # because older clients send nothing\n");
}

TEST(PieceTextTest, AssertionsOfATestAreItsLinesThatAssert) {
  EXPECT_THAT(AssertionLines(kContent, Facts().symbols[1], 5), ElementsAre(7));
  EXPECT_THAT(AssertionLines(kContent, Facts().symbols[1], 0), ElementsAre());
}

TEST(PieceTextTest, ALongSentenceIsCutBeforeACharacterAndNotInIt) {
  const std::string doc = std::string(159, 'a') + "я tail";
  EXPECT_EQ(FirstSentence(doc), std::string(159, 'a'));
}

TEST(PieceTextTest, ACommentIsMarkedAsItsLanguageDoes) {
  EXPECT_EQ(CommentMark("python"), "#");
  EXPECT_EQ(CommentMark("cpp"), "//");
  EXPECT_EQ(CommentMark("lua"), "--");
}

TEST(PieceTextTest, AWordToALinterSaysNothing) {
  EXPECT_EQ(FirstSentence("eslint consistent-return:0"), "");
  EXPECT_EQ(FirstSentence("NOLINTNEXTLINE(x)"), "");
  EXPECT_EQ(FirstSentence("Calls eslint."), "Calls eslint.");
}

}  // namespace
}  // namespace satchel::retrieval
