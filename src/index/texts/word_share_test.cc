#include "index/texts/word_share.h"

#include <array>

#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

TEST(WordShareTest, ARareWordWeighsMoreAndOneThatIsNowhereMost) {
  const WordShare share(std::array<std::uint64_t, 3>{400, 2, 0}, 1000);
  EXPECT_LT(share.weight(0), share.weight(1));
  EXPECT_LT(share.weight(1), share.weight(2));
}

TEST(WordShareTest, AllWordsTogetherAreTheWholeAndNoneAreNothing) {
  const WordShare share(std::array<std::uint64_t, 2>{3, 40}, 100);
  EXPECT_EQ(share.Of(share.weight(0) + share.weight(1)), Score::FromInt(1));
  EXPECT_EQ(share.Of(Score()), Score());
}

TEST(WordShareTest, OfALongQueryTheHeaviestWordsAreEnough) {
  std::array<std::uint64_t, 30> with{};
  with.fill(5);
  const WordShare share(with, 100);
  Score eight;
  for (std::size_t i = 0; i < 8; ++i) eight += share.weight(i);
  EXPECT_EQ(share.Of(eight), Score::FromInt(1));
  EXPECT_EQ(share.Of(eight + eight), Score::FromInt(1));
}

TEST(WordShareTest, InAWorkspaceOfOneTextItsWordsAreNotCommon) {
  const WordShare one(std::array<std::uint64_t, 2>{1, 0}, 1);
  EXPECT_GT(one.Of(one.weight(0)), Score::FromMillionths(300'000));
}

TEST(WordShareTest, RarityEndsWithAWordThatOneTextHas) {
  const WordShare share(std::array<std::uint64_t, 3>{1, 0, 500}, 1000);
  EXPECT_EQ(share.Rarity(0), Score::FromInt(1));
  EXPECT_EQ(share.Rarity(1), Score::FromInt(1));
  EXPECT_LT(share.Rarity(2), Score::FromMillionths(300'000));
}

TEST(WordShareTest, NoWordsAreNothing) { EXPECT_EQ(WordShare().Of(Score::FromInt(1)), Score()); }

}  // namespace
}  // namespace satchel::rank
