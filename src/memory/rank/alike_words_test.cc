#include "memory/rank/alike_words.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Alike(std::string_view word, const std::vector<std::string>& words) {
  AlikeWords vocabulary;
  for (const std::string& one : words) vocabulary.Add(one);
  std::vector<std::string> found;
  for (const AlikeWord& one : vocabulary.Find(word)) found.push_back(one.word);
  return found;
}

TEST(AlikeWordsTest, FindsWordsOfTheSameBeginning) {
  EXPECT_THAT(Alike("adopt", {"adopt", "adoptee", "adult", "option"}), ElementsAre("adoptee"));
  EXPECT_THAT(Alike("psycholog", {"psychologist", "psalm"}), ElementsAre("psychologist"));
}

TEST(AlikeWordsTest, CountsLettersAndNotBytes) {
  EXPECT_THAT(Alike("исследова", {"исследован", "исслед", "исток"}),
              ElementsAre("исследован", "исслед"));
  EXPECT_THAT(Alike("дом", {"дома", "домик"}), IsEmpty());
}

TEST(AlikeWordsTest, LeavesOutShortWordsAndNumbers) {
  EXPECT_THAT(Alike("cat", {"cats", "catsy"}), IsEmpty());
  EXPECT_THAT(Alike("2023a", {"2023b", "2023"}), IsEmpty());
  EXPECT_THAT(Alike("", {"", "word"}), IsEmpty());
}

TEST(AlikeWordsTest, OrdersByLikenessThenBytesWhateverCameFirst) {
  const std::vector<std::string> words = {"painters", "painter", "paintez"};
  EXPECT_THAT(Alike("painted", words), ElementsAre("painter", "paintez", "painters"));
  EXPECT_THAT(Alike("painted", {words.rbegin(), words.rend()}),
              ElementsAre("painter", "paintez", "painters"));
}

TEST(AlikeWordsTest, GivesAFewAndAcceptsAnyBytes) {
  std::vector<std::string> words;
  for (char c = 'a'; c <= 'z'; ++c) words.push_back(std::string("paintings") + c);
  EXPECT_EQ(Alike("painting", words).size(), AlikeWords::kMost);
  EXPECT_EQ(Alike("pain\xff", {"pain\xfe", "\xff\xff\xff\xff"}).size(), 1U);
}

}  // namespace
}  // namespace satchel::rank
