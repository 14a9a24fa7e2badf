#include "memory/rank/phrases.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"

namespace satchel::memory {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Optional;

std::vector<std::string> MarkerWords(std::string_view text) {
  return ask::ReadJoinedWords(text).words;
}

bool Finds(std::string_view list, std::string_view text) {
  return PhraseList(list).Find(MarkerWords(text)).has_value();
}

TEST(PhrasesTest, WordsAreFoldedWithoutAccentsOfYo) {
  EXPECT_THAT(MarkerWords("Всё ПРОШЛО, Don't"), ElementsAre("все", "прошло", "dont"));
}

TEST(PhrasesTest, WhatIsWrittenTogetherIsOneWord) {
  EXPECT_THAT(MarkerWords("open docs/history.md and fail_fast"),
              ElementsAre("open", "docs/history.md", "and", "fail_fast"));
}

TEST(PhrasesTest, BytesThatAreNotTextAreNoWords) {
  EXPECT_THAT(MarkerWords(""), IsEmpty());
  EXPECT_THAT(MarkerWords("\xff\xfe ... 👍"), IsEmpty());
}

TEST(PhrasesTest, APhraseIsFoundAtWordBoundariesOnly) {
  EXPECT_TRUE(Finds("root cause", "the ROOT  cause."));
  EXPECT_FALSE(Finds("root cause", "the roots cause"));
  EXPECT_FALSE(Finds("root cause", "the root"));
}

TEST(PhrasesTest, AStarStandsForAnyEnding) {
  EXPECT_TRUE(Finds("цепочк* событий", "Цепочкой событий"));
  EXPECT_FALSE(Finds("цепочк* событий", "цепочка событийная"));
  EXPECT_FALSE(Finds("решил*", "перерешили"));
}

TEST(PhrasesTest, TheLongestPhraseThatBeginsAtAWordCounts) {
  const PhraseList list("ok, ok thank*, ok thanks a lot");
  EXPECT_EQ(list.LengthAt(MarkerWords("ok thanks a lot"), 0), 4U);
  EXPECT_EQ(list.LengthAt(MarkerWords("ok thanks a"), 0), 2U);
  EXPECT_EQ(list.LengthAt(MarkerWords("ok"), 0), 1U);
  EXPECT_EQ(list.LengthAt(MarkerWords("so ok"), 0), 0U);
}

TEST(PhrasesTest, TheFirstPlaceIsFound) {
  EXPECT_THAT(
      PhraseList("b c, d").Find(MarkerWords("a b c d")),
      Optional(AllOf(Field(&PhraseList::Place::at, 1U), Field(&PhraseList::Place::words, 2U))));
}

TEST(PhrasesTest, AnEmptyListFindsNothing) {
  EXPECT_FALSE(Finds("", "anything"));
  EXPECT_FALSE(Finds("a", ""));
}

}  // namespace
}  // namespace satchel::memory
