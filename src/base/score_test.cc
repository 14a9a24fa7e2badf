#include "base/score.h"

#include <cmath>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(ScoreTest, RatiosRoundHalfToEven) {
  EXPECT_EQ(Score::Ratio(1, 3).millionths(), 333'333);
  EXPECT_EQ(Score::Ratio(2, 3).millionths(), 666'667);
  EXPECT_EQ(Score::Ratio(1, 2'000'000).millionths(), 0);  // half, to even
  EXPECT_EQ(Score::Ratio(3, 2'000'000).millionths(), 2);  // one and a half, to even
  EXPECT_EQ(Score::Ratio(-3, 2'000'000).millionths(), -2);
  EXPECT_EQ(Score::Ratio(-1, 3).millionths(), -333'333);
}

TEST(ScoreTest, SumsSaturate) {
  const auto top = Score::FromMillionths(INT64_MAX);
  EXPECT_EQ(top + Score::FromInt(1), top);
  EXPECT_EQ(-top - Score::FromInt(5), Score::FromMillionths(INT64_MIN));
  EXPECT_EQ(Score::FromInt(INT64_MAX), top);
}

TEST(ScoreTest, WeightsMultiply) {
  EXPECT_EQ(Score::Ratio(1, 2).Times(Score::Ratio(1, 4)), Score::Ratio(1, 8));
  EXPECT_EQ(Score::FromInt(-3).Times(Score::Ratio(1, 2)), Score::Ratio(-3, 2));
}

TEST(ScoreTest, LogarithmsAreRightToTheLastDigit) {
  for (const std::uint64_t x : {1ULL, 2ULL, 3ULL, 7ULL, 10ULL, 1000ULL, 123'456'789ULL,
                                9'007'199'254'740'993ULL, 18'446'744'073'709'551'615ULL}) {
    const auto wide = static_cast<long double>(x);
    EXPECT_LE(std::llabs(Score::Log2(x).millionths() - std::llrint(std::log2(wide) * 1e6L)), 1)
        << x;
    EXPECT_LE(std::llabs(Score::Ln(x).millionths() - std::llrint(std::log(wide) * 1e6L)), 1) << x;
    EXPECT_LE(std::llabs(Score::Log10(x).millionths() - std::llrint(std::log10(wide) * 1e6L)), 1)
        << x;
  }
  EXPECT_EQ(Score::Log2(1024).millionths(), 10'000'000);
}

TEST(ScoreTest, DecayHalvesEveryHalfLife) {
  EXPECT_EQ(Score::Decay(0, 7).millionths(), 1'000'000);
  EXPECT_EQ(Score::Decay(-5, 7).millionths(), 1'000'000);
  EXPECT_EQ(Score::Decay(7, 7).millionths(), 500'000);
  EXPECT_EQ(Score::Decay(14, 7).millionths(), 250'000);
  EXPECT_EQ(Score::Decay(INT64_MAX, 1).millionths(), 0);
  for (std::int64_t age = 0; age < 300; ++age) {
    const auto exact = std::llrint(std::pow(0.5L, static_cast<long double>(age) / 30) * 1e6L);
    EXPECT_LE(std::llabs(Score::Decay(age, 30).millionths() - exact), 1) << age;
  }
}

TEST(ScoreTest, TextHasNoTrailingZeros) {
  EXPECT_EQ(Score::Ratio(5, 4).Text(), "1.25");
  EXPECT_EQ(Score::FromInt(3).Text(), "3");
  EXPECT_EQ(Score::FromMillionths(-1).Text(), "-0.000001");
  EXPECT_EQ(Score::FromMillionths(INT64_MIN).Text(), "-9223372036854.775808");
}

TEST(ScoreTest, TermsKeepTheirOrderAndSum) {
  ScoreTerms terms;
  terms.Add("recency", Score::Ratio(7, 10));
  terms.Add("superseded", Score::FromInt(-1));
  EXPECT_EQ(terms.total(), Score::Ratio(-3, 10));
  EXPECT_EQ(terms.terms().front().name, "recency");
}

}  // namespace
}  // namespace satchel
