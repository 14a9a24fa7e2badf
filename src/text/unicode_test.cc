#include "text/unicode.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

std::string Encode(std::initializer_list<char32_t> code_points) {
  std::string text;
  for (const char32_t c : code_points) AppendUtf8(c, text);
  return text;
}

// Scalar values of the planes that have characters.
std::vector<char32_t> AllCharacters() {
  std::vector<char32_t> all;
  for (char32_t c = 1; c < 0x32000; ++c) {
    if (c < 0xD800 || c > 0xDFFF) all.push_back(c);
  }
  for (char32_t c = 0xE0000; c < 0xE1000; ++c) all.push_back(c);
  return all;
}

TEST(UnicodeTest, FoldIsNfkcAndCaseFolding) {
  struct Case {
    std::string_view text;
    std::string_view folded;
  };
  const std::vector<Case> cases = {
      {"", ""},
      {"Hello, World", "hello, world"},
      {"ПРИВЕТ Ёж", "привет ёж"},
      {"Straße", "strasse"},
      {"ΣΊΣΥΦΟΣ σίσυφος", "σίσυφοσ σίσυφοσ"},
      {"ＡＢＣ１２３", "abc123"},                          // full width
      {"ﬁle", "file"},                                     // a ligature
      {"x²", "x2"},                                        //
      {"𝐁𝐨𝐥𝐝", "bold"},                                    // mathematical letters
      {"e\u0301", "\u00e9"},                               // composed
      {"\u212b", "\u00e5"},                                // the angstrom sign
      {"ｶﾞｷﾞ", "ガギ"},                                    // half width katakana with voicing marks
      {"\u1112\u1161\u11ab", "한"},                        // decomposed Hangul
      {"한", "한"},                                        //
      {"\u0939\u093f\u0928\u094d\u0926\u0940", "हिन्दी"},   // Devanagari keeps its marks
      {"co\u00adop\u200bera\u200dte\ufeff", "cooperate"},  // invisible characters go
      {"İ", "i\u0307"},                                    //
      {"漢字かなカナ", "漢字かなカナ"},
      {"a\xff"
       "B",
       "a\uFFFDb"},  // bad bytes are repaired
  };
  for (const Case& c : cases) EXPECT_EQ(Fold(c.text), c.folded) << c.text;
}

TEST(UnicodeTest, SimpleFoldIsWhatTheNormaliserSays) {
  std::size_t simple = 0;
  for (const char32_t c : AllCharacters()) {
    const char32_t folded = SimpleFold(c);
    if (folded == 0) continue;
    ++simple;
    // The zero-width joiner goes, but it keeps the character off the short way.
    ASSERT_EQ(Fold(Encode({c, 0x200D})), Encode({folded})) << static_cast<std::uint32_t>(c);
    ASSERT_NE(ClassOf(c), CharClass::kExtend);
  }
  EXPECT_GT(simple, 38'000U);
}

TEST(UnicodeTest, FoldingAFoldChangesNothing) {
  for (const char32_t c : AllCharacters()) {
    const std::string once = Fold(Encode({c}));
    ASSERT_EQ(Fold(once), once) << static_cast<std::uint32_t>(c);
  }
}

TEST(UnicodeTest, FoldingRandomTextTwiceIsFoldingItOnce) {
  // Characters that compose, reorder, decompose, fold or vanish.
  const std::vector<char32_t> alphabet = {
      'a',    'E',    ' ',    0x301,  0x345,  0x327,  0x308,  0x3B1,  0x3A3,   0x1F80,
      0x1100, 0x1161, 0x11A8, 0x314E, 0x314F, 0xAC00, 0xFF76, 0xFF9E, 0x304B,  0x3099,
      0xFDFA, 0x130,  0xDF,   0x200D, 0xAD,   0x915,  0x93F,  0x94D,  0x1D15E, 0x4E2D};
  for (std::uint64_t i = 0; i < test::CaseCount(5'000); ++i) {
    test::Random random(test::FirstSeed() + i);
    std::string text;
    for (std::uint64_t n = random.Below(12); n > 0; --n) AppendUtf8(random.Pick(alphabet), text);
    const std::string once = Fold(text);
    ASSERT_EQ(Fold(once), once) << "seed " << test::FirstSeed() + i;
    ASSERT_TRUE(IsValidUtf8(once));
  }
}

TEST(UnicodeTest, PiecesFoldLikeTheWhole) {
  std::string text;
  std::string folded;
  for (int i = 0; i < 500; ++i) {
    text += "Ǆe\u0301ﬁ\u1112\u1161";  // long enough to be cut into pieces
    folded += "dž\u00e9fi하";
  }
  EXPECT_EQ(Fold(text), Fold(folded));
}

TEST(UnicodeTest, AMountainOfMarksIsCutAndTakesLinearTime) {
  std::string text = "a";
  for (int i = 0; i < 200'000; ++i) text += i % 2 == 0 ? "\u0301" : "\u0327";
  const std::string folded = Fold(text);
  EXPECT_LE(CountCodePoints(folded), 1 + kMostMarks);
  EXPECT_EQ(Fold(folded), folded);
}

TEST(UnicodeTest, ClassesFollowCategoryAndScript) {
  const std::vector<std::pair<char32_t, CharClass>> cases = {
      {'a', CharClass::kLower},        {'Z', CharClass::kUpper},
      {'7', CharClass::kDigit},        {'_', CharClass::kUnderscore},
      {'-', CharClass::kSeparator},    {0x416, CharClass::kUpper},
      {0x436, CharClass::kLower},      {0x1C5, CharClass::kUpper},
      {0x5D0, CharClass::kLetter},     {0x627, CharClass::kLetter},
      {0x915, CharClass::kLetter},     {0x93F, CharClass::kExtend},
      {0x301, CharClass::kExtend},     {0x200D, CharClass::kExtend},
      {0xFEFF, CharClass::kExtend},    {0x4E2D, CharClass::kGram},
      {0x3042, CharClass::kGram},      {0x30AB, CharClass::kGram},
      {0x30FC, CharClass::kGram},      {0x3005, CharClass::kGram},
      {0xD55C, CharClass::kGram},      {0xE01, CharClass::kGram},
      {0xFF76, CharClass::kGram},      {0x1F389, CharClass::kSeparator},
      {0x3002, CharClass::kSeparator}, {0x2014, CharClass::kSeparator},
      {0xA0, CharClass::kSeparator},   {0xB2, CharClass::kDigit},
      {0x661, CharClass::kDigit},      {0xE000, CharClass::kSeparator},
      {0xFFFD, CharClass::kSeparator}, {0x20000, CharClass::kGram},
      {0x378, CharClass::kSeparator}};
  for (const auto& [c, expected] : cases) {
    EXPECT_EQ(ClassOf(c), expected) << static_cast<std::uint32_t>(c);
  }
}

TEST(UnicodeTest, ScriptsAndCategories) {
  EXPECT_TRUE(IsHan(U'漢') && IsHiragana(U'あ') && IsKatakana(U'カ') && IsHangul(U'한'));
  EXPECT_FALSE(IsHan(U'あ') || IsHiragana(U'カ') || IsKatakana(U'漢') || IsHangul(U'a'));
  EXPECT_TRUE(IsCyrillic(U'ж') && IsLatin(U'é') && !IsLatin(U'ж') && !IsCyrillic(U'e'));
  EXPECT_TRUE(IsLetter(U'ж') && IsLetter(U'中') && !IsLetter(U'1') && !IsLetter(U'!'));
  EXPECT_TRUE(IsMark(0x301) && !IsMark('a') && IsNumber(U'9') && IsNumber(0x2164));
  EXPECT_TRUE(IsSpace(' ') && IsSpace('\n') && IsSpace(0xA0) && IsSpace(0x3000) && !IsSpace('x'));
  EXPECT_TRUE(IsUnspaced(U'漢') && IsUnspaced(0xE01) && !IsUnspaced(U'ж'));
}

TEST(FoldTest, JamoInOtherWidthsJoinTheSyllableBefore) {
  EXPECT_EQ(Fold("\uD558\uFFAC"), "\uD563");  // half width
  EXPECT_EQ(Fold("\uD558\u11B2"), "\uD563");
}

TEST(FoldCaseTest, FoldsWhatFoldsAloneAndKeepsEveryOtherByte) {
  EXPECT_EQ(FoldCase("Use SQLite"), "use sqlite");
  EXPECT_EQ(FoldCase("Привет ÄÖ"), "привет äö");
  EXPECT_EQ(FoldCase("a\xff"
                     "B\xe2\x80\x8b"),
            "a\xff"
            "b\xe2\x80\x8b");
}

}  // namespace
}  // namespace satchel::text
