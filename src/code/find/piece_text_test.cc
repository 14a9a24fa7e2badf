#include "code/find/piece_text.h"

#include <string>
#include <vector>

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
  EXPECT_EQ(OutlineText(Facts(), "python", kContent, symbols, false),
            "3: class Form\n5:   def check(self,   value)\n");
}

TEST(PieceTextTest, WithDocumentationItHasFirstSentencesAndReasons) {
  const std::vector<OutlineSymbol> symbols = {{.symbol = 0, .lines = {}},
                                              {.symbol = 1, .lines = {7}}};
  EXPECT_EQ(OutlineText(Facts(), "python", kContent, symbols, true),
            "3: class Form  # A form.\n5:   def check(self,   value)\n"
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

// A body of so many lines: `line 1`, `line 2`, …
std::string Body(int lines) {
  std::string body;
  for (int i = 1; i <= lines; ++i) {
    body += (i == 1 ? "" : "\n") + ("line " + std::to_string(i));
  }
  return body;
}

TEST(PieceTextTest, AWindowIsTheHeadWhereNothingElseIsWanted) {
  EXPECT_EQ(WindowText(Body(10), {.language = "python", .signature = "def f()", .first_line = 40}),
            "line 1\nline 2\nline 3\nline 4\nline 5\n# (lines 45 to 49 are not shown)");
}

TEST(PieceTextTest, AWindowIsAroundTheLineThatIsWantedAndHasTheSignature) {
  const std::string window = WindowText(
      Body(100), {.language = "cpp", .signature = "int f()", .first_line = 101, .line = 160});
  EXPECT_TRUE(window.starts_with("int f()\n// (lines 101 to 151 are not shown)\nline 52\n"))
      << window;
  EXPECT_TRUE(window.ends_with("\nline 75\n// (lines 176 to 200 are not shown)")) << window;
  EXPECT_NE(window.find("\nline 60\n"), std::string::npos);
}

TEST(PieceTextTest, AWindowIsWhereMostOfTheWordsAre) {
  std::string body = Body(60);
  body.insert(body.find("line 50"), "Password ");
  const std::vector<std::string> words = {"password", "of"};
  const std::string window =
      WindowText(body, {.language = "lua", .signature = "f()", .first_line = 1, .words = words});
  EXPECT_NE(window.find("Password line 50"), std::string::npos) << window;
  EXPECT_TRUE(window.starts_with("f()\n-- (lines 1 to 31 are not shown)\n")) << window;
  EXPECT_EQ(WindowText(Body(60), {.language = "lua", .first_line = 1, .words = words}),
            WindowText(Body(60), {.language = "lua", .first_line = 1}));
}

TEST(PieceTextTest, AWindowOfLongLinesHasFewerOfThem) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += std::string(500, 'x') + "\n";
  body.pop_back();
  const std::string window = WindowText(body, {.language = "python", .first_line = 1, .line = 12});
  EXPECT_LT(window.size(), 1'700U);
  EXPECT_TRUE(window.ends_with("are not shown)"));
  EXPECT_EQ(WindowText(std::string(9'000, 'x'), {.first_line = 1}), "");
  const std::string longer = std::string(4'000, 'x') + "\n" + Body(20);
  EXPECT_EQ(WindowText(longer, {.first_line = 1, .line = 1}), "") << "the wanted line does not fit";
}

TEST(PieceTextTest, AShortBodyHasNoWindow) {
  EXPECT_EQ(WindowText(Body(7), {.language = "python", .first_line = 1}), "");
  EXPECT_EQ(WindowText("", {.language = "python", .first_line = 1}), "");
}

}  // namespace
}  // namespace satchel::retrieval
