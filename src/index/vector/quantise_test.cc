#include "index/vector/quantise.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/vector/kernels.h"

namespace satchel::vector {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

TEST(QuantiseTest, TheLargestNumberBecomes127AndOthersTheirPartOfIt) {
  EXPECT_THAT(Quantise(std::vector<float>{0.5F, -0.25F, 0.0F, -0.5F}),
              Optional(ElementsAre(127, -64, 0, -127)));
}

TEST(QuantiseTest, LengthDoesNotMatter) {
  const std::vector<float> numbers = {0.1F, -0.7F, 0.3F};
  std::vector<float> longer;
  for (const float number : numbers) longer.push_back(number * 1024);
  EXPECT_EQ(Quantise(numbers), Quantise(longer));
}

TEST(QuantiseTest, WhatHasNoDirectionHasNoCodes) {
  const float infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Quantise({}), std::nullopt);
  EXPECT_EQ(Quantise(std::vector<float>{0.0F, 0.0F}), std::nullopt);
  EXPECT_EQ(Quantise(std::vector<float>{1.0F, std::nanf("")}), std::nullopt);
  EXPECT_EQ(Quantise(std::vector<float>{1.0F, -infinite}), std::nullopt);
  EXPECT_EQ(Quantise(std::vector<float>(kMostDimensions + 1, 1.0F)), std::nullopt);
}

TEST(QuantiseTest, TheSmallestNumbersHaveADirection) {
  const float least = std::numeric_limits<float>::denorm_min();
  EXPECT_THAT(Quantise(std::vector<float>{least, -least}), Optional(ElementsAre(127, -127)));
}

TEST(QuantiseTest, TheScaleBringsTheLengthBackToOne) {
  const std::vector<std::int8_t> codes = {127, -64, 3, 0};
  const double scale = ScaleOf(codes) / 4'294'967'296.0;
  EXPECT_NEAR(scale * std::sqrt(127.0 * 127 + 64 * 64 + 9), 1, 1e-7);
  EXPECT_EQ(ScaleOf(std::vector<std::int8_t>(8)), 0U);
}

TEST(QuantiseTest, ABitSaysWhetherACodeIsAboveZero) {
  std::vector<std::int8_t> codes(70);
  codes[0] = 1;
  codes[1] = -1;
  codes[63] = 127;
  codes[69] = 5;
  std::vector<std::uint64_t> words(WordsFor(codes.size()), ~std::uint64_t{0});
  SetBits(codes, words);
  EXPECT_THAT(words, ElementsAre(Eq((std::uint64_t{1} << 63U) | 1U), Eq(std::uint64_t{1} << 5U)));
}

}  // namespace
}  // namespace satchel::vector
