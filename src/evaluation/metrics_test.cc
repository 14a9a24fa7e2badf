#include "evaluation/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::evaluation {
namespace {

Score Millionths(std::int64_t value) { return Score::FromMillionths(value); }

const Judged kSample = {.ranked = {"a", "b", "c", "d"}, .gold = {"b", "d"}};

TEST(MetricsTest, AllAnyAndRecallWithinTheFirst) {
  EXPECT_FALSE(AnyWithin(kSample, 1));
  EXPECT_TRUE(AnyWithin(kSample, 2));
  EXPECT_FALSE(AllWithin(kSample, 3));
  EXPECT_TRUE(AllWithin(kSample, 4));
  EXPECT_EQ(RecallWithin(kSample, 3), Millionths(500'000));
  EXPECT_EQ(RecallWithin(kSample, 100), Millionths(1'000'000));
}

TEST(MetricsTest, TheRankOfTheFirstHit) {
  EXPECT_EQ(ReciprocalRank(kSample), Millionths(500'000));
  EXPECT_EQ(ReciprocalRank({.ranked = {"x"}, .gold = {"y"}}), Score());
}

// By hand: (1/log2 3 + 1/log2 5) / (1/log2 2 + 1/log2 3) = 0.650921.
TEST(MetricsTest, DiscountedGainAgainstTheBestPossible) {
  EXPECT_NEAR(static_cast<double>(Ndcg(kSample, 10).millionths()), 650'921, 3);
  EXPECT_NEAR(static_cast<double>(Ndcg(kSample, 2).millionths()), 386'853, 3);
  EXPECT_EQ(Ndcg({.ranked = {"b", "d", "a"}, .gold = {"b", "d"}}, 10), Millionths(1'000'000));
}

TEST(MetricsTest, AnIdThatComesTwiceCountsOnce) {
  const Judged twice = {.ranked = {"a", "a", "b", "b"}, .gold = {"b"}};
  EXPECT_EQ(ReciprocalRank(twice), Millionths(500'000));
  EXPECT_TRUE(AllWithin(twice, 2));
  EXPECT_LE(Ndcg(twice, 10), Millionths(1'000'000));
}

TEST(MetricsTest, WithoutGoldOrWithoutAnswerNothingIsFound) {
  for (const Judged& judged :
       {Judged{.ranked = {"a"}, .gold = {}}, Judged{.ranked = {}, .gold = {"a"}}}) {
    EXPECT_FALSE(AllWithin(judged, 10));
    EXPECT_FALSE(AnyWithin(judged, 10));
    EXPECT_EQ(RecallWithin(judged, 10), Score());
    EXPECT_EQ(ReciprocalRank(judged), Score());
    EXPECT_EQ(Ndcg(judged, 10), Score());
  }
}

TEST(MetricsTest, WhatDoesNotFitIntoTheBudgetIsPassedOver) {
  const std::vector<std::uint64_t> tokens = {100, 900, 50, 300};
  EXPECT_EQ(RecallWithinTokens(kSample, tokens, 500), Millionths(500'000));  // a, c and d
  EXPECT_EQ(RecallWithinTokens(kSample, tokens, 1000), Millionths(500'000));
  EXPECT_EQ(RecallWithinTokens(kSample, tokens, 1350), Millionths(1'000'000));
  EXPECT_EQ(RecallWithinTokens(kSample, tokens, 99), Score());
}

TEST(MetricsTest, ADifferenceThatIsAlwaysThereIsOutsideOfChance) {
  std::vector<Score> left;
  std::vector<Score> right;
  for (int i = 0; i < 200; ++i) {
    left.push_back(Millionths(i % 2 == 0 ? 900'000 : 300'000));
    right.push_back(Millionths(i % 2 == 0 ? 800'000 : 200'000));
  }
  const Difference clear = PairedBootstrap(left, right, 1000, 1);
  EXPECT_EQ(clear.mean, Millionths(100'000));
  EXPECT_EQ(clear.low, Millionths(100'000));
  EXPECT_EQ(clear.high, Millionths(100'000));
  const Difference none = PairedBootstrap(left, left, 1000, 1);
  EXPECT_EQ(none, Difference());
}

TEST(MetricsTest, AnUnsureDifferenceHasZeroInItsInterval) {
  std::vector<Score> left;
  std::vector<Score> right;
  for (int i = 0; i < 100; ++i) {
    left.push_back(Millionths(i % 2 == 0 ? 1'000'000 : 0));
    right.push_back(Millionths(i % 2 == 0 ? 0 : 1'000'000));
  }
  const Difference unsure = PairedBootstrap(left, right, 2000, 7);
  EXPECT_LT(unsure.low, Score());
  EXPECT_GT(unsure.high, Score());
  EXPECT_EQ(PairedBootstrap(left, right, 2000, 7), unsure);
}

}  // namespace
}  // namespace satchel::evaluation
