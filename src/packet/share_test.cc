#include "packet/share.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::packet {
namespace {

using ::testing::ElementsAre;

Ware Of(std::int64_t thousandths, std::size_t tokens) {
  return {.worth = Score::FromMillionths(thousandths * 1000), .tokens = tokens};
}

TEST(ShareTest, TheNextTokensGoWhereTheyBuyMost) {
  const std::vector<Buyer> buyers = {{.cap = 1000, .pieces = {Of(100, 100), Of(100, 100)}},
                                     {.cap = 1000, .pieces = {Of(900, 100), Of(50, 100)}}};
  EXPECT_THAT(ShareByWorth(buyers, 100), ElementsAre(0, 100));
  EXPECT_THAT(ShareByWorth(buyers, 300), ElementsAre(200, 100));
  EXPECT_THAT(ShareByWorth(buyers, 400), ElementsAre(200, 200));
}

TEST(ShareTest, SmallThingsOfTheSameWorthComeFirst) {
  const std::vector<Buyer> buyers = {{.cap = 1000, .pieces = {Of(500, 400)}},
                                     {.cap = 1000, .pieces = {Of(500, 40)}}};
  EXPECT_THAT(ShareByWorth(buyers, 400), ElementsAre(0, 40));
}

TEST(ShareTest, ACapHoldsWhileOthersWantMoreAndLiftsBehindThem) {
  const std::vector<Buyer> buyers = {{.cap = 100, .pieces = {Of(900, 60), Of(900, 60)}},
                                     {.cap = 1000, .pieces = {Of(10, 50)}}};
  EXPECT_THAT(ShareByWorth(buyers, 110), ElementsAre(60, 50));
  EXPECT_THAT(ShareByWorth(buyers, 170), ElementsAre(120, 50));
}

TEST(ShareTest, WhatIsTooLargeBlocksNobody) {
  const std::vector<Buyer> buyers = {{.cap = 1000, .pieces = {Of(900, 800), Of(100, 50)}}};
  EXPECT_THAT(ShareByWorth(buyers, 100), ElementsAre(50));
}

TEST(ShareTest, NothingIsSharedOfNothing) {
  EXPECT_THAT(ShareByWorth({}, 100), ElementsAre());
  const std::vector<Buyer> buyers = {{.cap = 10, .pieces = {Of(1, 1)}}, {}};
  EXPECT_THAT(ShareByWorth(buyers, 0), ElementsAre(0, 0));
}

TEST(ShareTest, NeverMoreThanThereIs) {
  std::uint64_t state = 7;
  const auto next = [&state](std::uint64_t below) {
    state = state * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
    return static_cast<std::size_t>((state >> 33U) % below);
  };
  for (int round = 0; round < 500; ++round) {
    std::vector<Buyer> buyers(1 + next(4));
    std::size_t wanted = 0;
    for (Buyer& buyer : buyers) {
      buyer.cap = next(500);
      buyer.pieces.resize(next(12));
      for (Ware& ware : buyer.pieces) {
        ware = Of(static_cast<std::int64_t>(next(1000)), next(90));
        wanted += ware.tokens;
      }
    }
    const std::size_t rest = next(1'000);
    const auto shares = ShareByWorth(buyers, rest);
    const std::size_t sum = std::accumulate(shares.begin(), shares.end(), std::size_t{0});
    EXPECT_LE(sum, rest);
    if (wanted <= rest) {
      EXPECT_EQ(sum, wanted);
    }
  }
}

}  // namespace
}  // namespace satchel::packet
