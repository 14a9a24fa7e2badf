#include "ask/phrases.h"

#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

std::string Quoted(std::size_t words) {
  std::string query = "\"";
  for (std::size_t i = 0; i < words; ++i) query += "word ";
  return query + '"';
}

TEST(PhrasesTest, AQueryOfNothingButQuotationsHasPhrases) {
  EXPECT_EQ(PhrasesOf("\"cache is full\"").size(), 1U);
  EXPECT_EQ(PhrasesOf(" \"cache is full\"  \"try again\" ").size(), 2U);
  EXPECT_TRUE(PhrasesOf("why \"cache is full\"").empty());
  EXPECT_TRUE(PhrasesOf("\"cache is full").empty());
  EXPECT_TRUE(PhrasesOf("\"\"").empty());
  EXPECT_TRUE(PhrasesOf("").empty());
}

TEST(PhrasesTest, WhatIsLongerIsAPastedText) {
  EXPECT_EQ(PhrasesOf(Quoted(12)).size(), 1U);
  EXPECT_TRUE(PhrasesOf(Quoted(13)).empty());
  EXPECT_EQ(PhrasesOf(Quoted(6) + Quoted(6)).size(), 2U);
  EXPECT_TRUE(PhrasesOf(Quoted(6) + Quoted(7)).empty());
}

TEST(PhrasesTest, APathInQuotationMarksIsAPath) {
  EXPECT_TRUE(PhrasesOf("\"src/main.py\"").empty());
  EXPECT_TRUE(PhrasesOf("\"src\\main.py\"").empty());
  EXPECT_EQ(PhrasesOf("\"main.py\"").size(), 1U);
}

TEST(PhrasesTest, AQuestionQuotesWhatStandsBetweenMarks) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(QuotesIn("why does :w fail with \"file modified by x\"?", 2),
              ElementsAre("file modified by x"));
  EXPECT_THAT(QuotesIn("`git push` and 'no such file' or “not here”", 2),
              ElementsAre("git push", "no such file", "not here"));
  EXPECT_THAT(QuotesIn("it isn't what 'we're told here' says", 2), ElementsAre("we're told here"));
  EXPECT_THAT(QuotesIn("don't open the user's file, it's mine", 2), IsEmpty());
  EXPECT_THAT(QuotesIn("\"one\" and \"a b\" and \"a b\"", 2), ElementsAre("a b"));
  EXPECT_THAT(QuotesIn("\"a\nb c\" \"never closed", 2), IsEmpty());
  EXPECT_THAT(QuotesIn("\"" + std::string(300, 'a') + " b\"", 2), IsEmpty());
  EXPECT_THAT(QuotesIn("\"a b\" \"c d\" \"e f\" \"g h\" \"i j\"", 2).size(), 4U);
}

TEST(PhrasesTest, APhraseIsFoundWhereItBegins) {
  const Phrase phrase = text::Words("is full");
  EXPECT_THAT(FindPhrase("Is full, is Full; is not full", phrase, 3), testing::ElementsAre(0, 9));
  EXPECT_THAT(FindPhrase("is full is full", phrase, 1), testing::ElementsAre(0));
  EXPECT_THAT(FindPhrase("is full", {}, 3), testing::IsEmpty());
}

TEST(PhrasesTest, WordsMustFollowEachOther) {
  const auto phrases = PhrasesOf("\"cache is full\"");
  EXPECT_TRUE(HasPhrases("raise Error('Cache is full.')", phrases));
  EXPECT_FALSE(HasPhrases("the cache is not full", phrases));
  EXPECT_TRUE(HasPhrases("anything", {}));
}

}  // namespace
}  // namespace satchel::ask
