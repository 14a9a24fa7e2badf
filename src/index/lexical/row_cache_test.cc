#include "index/lexical/row_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::lexical {
namespace {

struct Weight final : CachedRow {
  explicit Weight(std::size_t weight) : weight_(weight) {}
  std::size_t bytes() const override { return weight_; }
  std::size_t weight_;
};

RowCacheKey Key(std::uint64_t number) { return {1, number, 0, 0}; }

TEST(RowCacheTest, TheLeastRecentlyUsedGoes) {
  RowCache cache(3500);
  for (std::uint64_t i = 0; i < 3; ++i) cache.Put(Key(i), std::make_shared<Weight>(900));
  EXPECT_NE(cache.Find(Key(0)), nullptr);
  cache.Put(Key(3), std::make_shared<Weight>(900));
  EXPECT_NE(cache.Find(Key(0)), nullptr);
  EXPECT_EQ(cache.Find(Key(1)), nullptr);
  EXPECT_NE(cache.Find(Key(3)), nullptr);
  EXPECT_LE(cache.bytes(), 3500U);
}

TEST(RowCacheTest, OneThatTakesHalfOfItIsNotKept) {
  RowCache cache(1000);
  cache.Put(Key(1), std::make_shared<Weight>(600));
  EXPECT_EQ(cache.Find(Key(1)), nullptr);
  EXPECT_EQ(cache.bytes(), 0U);
}

TEST(RowCacheTest, WhoHasOneKeepsIt) {
  RowCache cache(2000);
  cache.Put(Key(1), std::make_shared<Weight>(700));
  const auto held = cache.Find(Key(1));
  cache.Put(Key(2), std::make_shared<Weight>(700));
  cache.Put(Key(3), std::make_shared<Weight>(700));
  EXPECT_EQ(cache.Find(Key(1)), nullptr);
  EXPECT_EQ(held->bytes(), 700U);
}

TEST(RowCacheTest, ANewOneTakesThePlaceOfTheOld) {
  RowCache cache(4000);
  cache.Put(Key(1), std::make_shared<Weight>(1000));
  cache.Put(Key(1), std::make_shared<Weight>(10));
  EXPECT_EQ(cache.Find(Key(1))->bytes(), 10U);
  EXPECT_LT(cache.bytes(), 500U);
}

}  // namespace
}  // namespace satchel::lexical
