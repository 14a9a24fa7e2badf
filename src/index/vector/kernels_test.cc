#include "index/vector/kernels.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "index/vector/quantise.h"
#include "tests/support/random.h"

namespace satchel::vector {
namespace {

using test::Random;

constexpr std::array<std::size_t, 13> kDimensions = {1,  7,  8,   31,  32,   33,    63,
                                                     64, 65, 384, 768, 1000, 16'384};
constexpr std::size_t kRows = 9;

std::size_t StrideFor(std::size_t dimensions) {
  return (dimensions + kBlockCodes - 1) / kBlockCodes * kBlockCodes;
}

struct Case {
  std::size_t dimensions = 0;
  std::size_t stride = 0;
  std::vector<std::int8_t> query;
  std::vector<std::int8_t> rows;
};

// Codes that `draw` gives, padded as a table pads them.
template <class Draw>
Case CaseOf(std::size_t dimensions, Draw&& draw) {
  Case made{.dimensions = dimensions, .stride = StrideFor(dimensions), .query = {}, .rows = {}};
  made.query.resize(made.stride);
  made.rows.resize(made.stride * kRows);
  for (std::size_t d = 0; d < dimensions; ++d) {
    made.query[d] = draw(true);
    for (std::size_t row = 0; row < kRows; ++row) made.rows[(row * made.stride) + d] = draw(false);
  }
  return made;
}

std::vector<std::int32_t> Dots(const Kernels& kernels, const Case& one) {
  std::vector<std::int32_t> out(kRows);
  kernels.dots(one.query.data(), one.rows.data(), kRows, one.stride, out.data());
  return out;
}

// What the sums are, by the definition.
std::vector<std::int32_t> TrueDots(const Case& one) {
  std::vector<std::int32_t> out(kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t d = 0; d < one.dimensions; ++d) {
      out[row] += one.query[d] * one.rows[(row * one.stride) + d];
    }
  }
  return out;
}

TEST(KernelsTest, PortableOnesCanAlwaysRunAndComeFirst) {
  ASSERT_FALSE(UsableKernels().empty());
  EXPECT_EQ(UsableKernels().front().name, "portable");
  EXPECT_EQ(BestKernels().name, UsableKernels().back().name);
}

TEST(KernelsTest, AllGiveTheSameProductsForRandomCodes) {
  Random random(test::FirstSeed());
  for (const std::size_t dimensions : kDimensions) {
    const Case one = CaseOf(dimensions, [&](bool) {
      return static_cast<std::int8_t>(static_cast<int>(random.Below(255)) - 127);
    });
    for (const Kernels& kernels : UsableKernels()) {
      EXPECT_EQ(Dots(kernels, one), TrueDots(one)) << kernels.name << " " << dimensions;
    }
  }
}

// The largest sums there can be, where one that saturates would be another; -128 is no code, but
// stored bytes may be anything.
TEST(KernelsTest, AllGiveTheSameProductsForTheLargestCodes) {
  for (const std::size_t dimensions : kDimensions) {
    for (const int query : {127, -127}) {
      for (const int row : {127, -127, -128}) {
        const Case one = CaseOf(dimensions, [&](bool is_query) {
          return static_cast<std::int8_t>(is_query ? query : row);
        });
        const auto sum = static_cast<std::int32_t>(dimensions) * query * row;
        for (const Kernels& kernels : UsableKernels()) {
          EXPECT_EQ(Dots(kernels, one), std::vector<std::int32_t>(kRows, sum))
              << kernels.name << " " << dimensions << " " << query << " " << row;
        }
      }
    }
  }
}

TEST(KernelsTest, AllCountTheSameDifferentBits) {
  Random random(test::FirstSeed());
  for (const std::size_t dimensions : kDimensions) {
    const std::size_t words = WordsFor(dimensions);
    std::vector<std::uint64_t> query(words);
    std::vector<std::uint64_t> rows(words * kRows);
    for (std::uint64_t& word : query) word = random.Next();
    for (std::uint64_t& word : rows) word = random.Next();
    for (std::size_t w = 0; w < words; ++w) rows[w] = ~query[w];  // the farthest there is
    for (std::size_t w = 0; w < words; ++w) rows[words + w] = query[w];
    for (const Kernels& kernels : UsableKernels()) {
      std::vector<std::uint32_t> out(kRows);
      kernels.distances(query.data(), rows.data(), kRows, words, out.data());
      for (std::size_t row = 0; row < kRows; ++row) {
        std::uint32_t differ = 0;
        for (std::size_t w = 0; w < words; ++w) {
          differ += static_cast<std::uint32_t>(std::popcount(query[w] ^ rows[(row * words) + w]));
        }
        EXPECT_EQ(out[row], differ) << kernels.name << " " << dimensions << " " << row;
      }
      EXPECT_EQ(out[0], words * 64);
      EXPECT_EQ(out[1], 0U);
    }
  }
}

}  // namespace
}  // namespace satchel::vector
