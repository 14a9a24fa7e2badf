#include "index/vector/scan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/vector/quantise.h"
#include "tests/support/random.h"

namespace satchel::vector {
namespace {

using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;

// About normal: the sum of twelve even numbers.
double Normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.Below(1U << 24U)) / (1U << 24U);
  return sum;
}

// Texts of some kinds: each near one of a few hundred centres.
class Clustered {
 public:
  Clustered(std::size_t dimensions, std::size_t centres, std::uint64_t seed)
      : random_(seed), dimensions_(dimensions) {
    for (std::size_t i = 0; i < centres; ++i) {
      std::vector<double>& centre = centres_.emplace_back();
      for (std::size_t d = 0; d < dimensions; ++d) centre.push_back(Normal(random_));
    }
  }

  Codes Draw() {
    const std::vector<double>& centre = random_.Pick(centres_);
    std::vector<float> numbers;
    for (std::size_t d = 0; d < dimensions_; ++d) {
      numbers.push_back(static_cast<float>(centre[d] + (0.7 * Normal(random_))));
    }
    return Quantise(numbers).value_or(Codes(dimensions_));
  }

 private:
  Random random_;
  std::size_t dimensions_;
  std::vector<std::vector<double>> centres_;
};

std::vector<std::uint64_t> Ids(const std::vector<Near>& nearest) {
  std::vector<std::uint64_t> ids;
  for (const Near& one : nearest) ids.push_back(one.id);
  return ids;
}

TEST(ScanTest, TheNearestComesFirstWithItsCosine) {
  Table table(2);
  table.Add(1, Codes{0, 127});
  table.Add(2, Codes{127, 0});
  table.Add(3, Codes{-127, 0});
  table.Add(4, Codes{127, 127});
  const std::vector<Near> nearest = Scan(table, Codes{127, 0});
  EXPECT_THAT(Ids(nearest), ElementsAre(2, 4, 1, 3));
  EXPECT_NEAR(static_cast<double>(nearest[0].similarity.millionths()), 1e6, 2);
  EXPECT_NEAR(static_cast<double>(nearest[1].similarity.millionths()), 707'107, 2);
  EXPECT_NEAR(static_cast<double>(nearest[2].similarity.millionths()), 0, 2);
  EXPECT_NEAR(static_cast<double>(nearest[3].similarity.millionths()), -1e6, 2);
}

TEST(ScanTest, OfEqualOnesTheLowerIdComesFirstWhateverTheOrderOfRows) {
  const std::vector<std::uint64_t> ids = {9, 3, 7, 1, 8, 2};
  for (const std::size_t exact_rows : {std::size_t{0}, std::size_t{100}}) {
    Table table(3);
    for (const std::uint64_t id : ids) table.Add(id, Codes{5, 6, 127});
    EXPECT_THAT(
        Ids(Scan(table, Codes{1, 2, 3}, {.most = 3, .exact_rows = exact_rows, .rescored = 1})),
        ElementsAre(1, 2, 3));
  }
}

TEST(ScanTest, NothingInNothingOut) {
  EXPECT_THAT(Scan(Table(8), Codes(8)), IsEmpty());
  Table table(1);
  table.Add(5, Codes{1});
  EXPECT_THAT(Scan(table, Codes{1}, {.most = 0}), IsEmpty());
  EXPECT_THAT(Ids(Scan(table, Codes{1}, {.most = 10})), ElementsAre(5));
}

// Corrupt rows have codes without a length: they are as near as nothing.
TEST(ScanTest, ARowOfZerosIsNotNear) {
  Table table(4);
  table.Add(1, Codes(4));
  table.Add(2, Codes{127, 1, 1, 1});
  const std::vector<Near> nearest = Scan(table, Codes{127, 0, 0, 0});
  EXPECT_THAT(Ids(nearest), ElementsAre(2, 1));
  EXPECT_EQ(nearest[1].similarity, Score());
}

TEST(ScanTest, AllKernelsGiveTheSameAnswer) {
  for (const std::size_t dimensions : {1U, 7U, 33U, 64U, 384U, 1000U}) {
    Clustered draws(dimensions, 8, test::FirstSeed());
    Table table(dimensions);
    for (std::uint64_t id = 0; id < 700; ++id) table.Add(id * 7 % 701, draws.Draw());
    const Codes query = draws.Draw();
    for (const std::size_t exact_rows : {0U, 1'000U}) {
      ScanOptions options{.most = 5, .exact_rows = exact_rows, .rescored = 4};
      options.kernels = &UsableKernels().front();
      const std::vector<Near> expected = Scan(table, query, options);
      const Score mean = MeanSimilarity(table, query, options.kernels);
      for (const Kernels& kernels : UsableKernels()) {
        options.kernels = &kernels;
        EXPECT_EQ(Scan(table, query, options), expected) << kernels.name << " " << dimensions;
        EXPECT_EQ(MeanSimilarity(table, query, &kernels), mean) << kernels.name;
      }
    }
  }
}

TEST(ScanTest, BitsWithRescoringFindWhatCodesFind) {
  constexpr std::size_t kRows = 12'000;
  constexpr std::size_t kQueries = 50;
  Clustered draws(384, 200, test::FirstSeed());
  Table table(384);
  table.Reserve(kRows);
  for (std::uint64_t id = 0; id < kRows; ++id) table.Add(id, draws.Draw());
  std::size_t found = 0;
  for (std::size_t i = 0; i < kQueries; ++i) {
    const Codes query = draws.Draw();
    const auto exact = Ids(Scan(table, query, {.exact_rows = kRows}));
    for (const std::uint64_t id : Ids(Scan(table, query, {.exact_rows = 0}))) {
      found += static_cast<std::size_t>(std::ranges::count(exact, id));
    }
  }
  EXPECT_GE(found, kQueries * 10 * 99 / 100) << "recall@10 of 500 is " << found;
}

TEST(ScanTest, TheMeanIsThatOfAllRows) {
  Table table(2);
  table.Add(1, Codes{127, 0});
  table.Add(2, Codes{0, 127});
  EXPECT_NEAR(static_cast<double>(MeanSimilarity(table, Codes{127, 0}).millionths()), 5e5, 2);
  EXPECT_EQ(MeanSimilarity(Table(2), Codes{127, 0}), Score());
}

}  // namespace
}  // namespace satchel::vector
