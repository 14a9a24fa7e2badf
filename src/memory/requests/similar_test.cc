#include "memory/requests/similar.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "memory/rank/judgement.h"

namespace satchel::engine {
namespace {

std::string Sentence(int number) {
  return "The service " + std::to_string(number) + " writes its invoices to a bucket that the " +
         "accounting team reads every morning before the daily report is generated and mailed";
}

TEST(SimilarTextsTest, FindsWhatRememberCallsNearlyTheSame) {
  SimilarTexts texts;
  texts.Add(Sentence(1));
  texts.Add("Deploys run from the release branch");
  EXPECT_TRUE(texts.HasSimilar(Sentence(1)));
  const std::string near = Sentence(1) + " again";
  ASSERT_GE(memory::Alike(Sentence(1), near), Score::FromMillionths(900'000));
  EXPECT_TRUE(texts.HasSimilar(near));
  EXPECT_TRUE(texts.HasSimilar("deploy runs from the release branches"));
  EXPECT_FALSE(texts.HasSimilar("Deploys run from the main branch"));
  EXPECT_FALSE(texts.HasSimilar(""));
  EXPECT_FALSE(SimilarTexts().HasSimilar(Sentence(1)));
}

TEST(SimilarTextsTest, AgreesWithComparingEachPair) {
  std::vector<std::string> all;
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (int word = 0; word < 12; ++word) {
      // Texts of a group differ in a few of their last words.
      const bool own = word >= 10 && (i % 4) > 12 - word;
      text += (own ? "other" + std::to_string(i) : "w" + std::to_string(i / 4)) + "x" +
              std::to_string(word) + " ";
    }
    all.push_back(text);
  }
  for (const std::string& a : all) {
    for (const std::string& b : all) {
      SimilarTexts texts;
      texts.Add(b);
      const bool sizes = std::min(a.size(), b.size()) * 3 >= std::max(a.size(), b.size()) * 2;
      EXPECT_EQ(texts.HasSimilar(a),
                sizes && memory::Alike(a, b) >= Score::FromMillionths(900'000));
    }
  }
}

TEST(SimilarTextsTest, ComparesWithABoundedNumber) {
  SimilarTexts texts;
  for (int i = 0; i < 3'000; ++i) texts.Add("extraordinarily " + std::to_string(i));
  EXPECT_FALSE(texts.HasSimilar("extraordinarily other"));
}

}  // namespace
}  // namespace satchel::engine
