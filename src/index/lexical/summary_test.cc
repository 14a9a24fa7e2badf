#include "index/lexical/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/lexical/rows.h"

namespace satchel::lexical {
namespace {

SegmentSummary Sample() {
  SegmentSummary summary;
  summary.ranking.fields = 2;
  summary.ranking.weights = {256, 512};
  summary.average = 12.5;
  summary.documents = 1000;
  summary.groups = 70;
  summary.terms = 5;
  summary.lengths = {3, 4};
  summary.codes = {1, OneMore(0, 1)};
  summary.code_counts = {10, 2};
  summary.first_documents = {0, 900};
  return summary;
}

TEST(SummaryTest, ComesBack) {
  const auto read = ReadSummary(1, Sample().Bytes(1));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->Bytes(1), Sample().Bytes(1));
  EXPECT_EQ(read->ranking, Sample().ranking);
  EXPECT_EQ(read->windows(), 4U);
}

TEST(SummaryTest, EveryChangedBitIsFound) {
  const std::string bytes = Sample().Bytes(1);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(ReadSummary(1, damaged)) << bit;
  }
}

TEST(SummaryTest, IsBoundToItsSegment) { EXPECT_FALSE(ReadSummary(2, Sample().Bytes(1))); }

TEST(RowsTest, ARowIsBoundToItsPlaceAndItsBits) {
  const store::SegmentRow row = SealedRow(7, RowKind::kList, NumberKey(3), 0, "data");
  ASSERT_TRUE(Unsealed(row));
  EXPECT_EQ(*Unsealed(row), "data");
  for (std::size_t bit = 0; bit < row.data.size() * 8; ++bit) {
    store::SegmentRow damaged = row;
    damaged.data[bit / 8] = static_cast<char>(damaged.data[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(Unsealed(damaged));
  }
  store::SegmentRow moved = row;
  moved.key = NumberKey(4);
  EXPECT_FALSE(Unsealed(moved));
  moved = row;
  moved.segment = 8;
  EXPECT_FALSE(Unsealed(moved));
  moved = row;
  moved.part = 1;
  EXPECT_FALSE(Unsealed(moved));
  moved = row;
  moved.data = "abc";
  EXPECT_FALSE(Unsealed(moved));
}

TEST(RowsTest, KeysStandInTheOrderOfNumbers) {
  EXPECT_LT(NumberKey(255), NumberKey(256));
  EXPECT_LT(LongKey(65'535), LongKey(65'536));
  EXPECT_EQ(KeyNumber(NumberKey(70'000)), 70'000U);
  EXPECT_EQ(KeyNumber(LongKey(1ULL << 40U)), 1ULL << 40U);
}

}  // namespace
}  // namespace satchel::lexical
