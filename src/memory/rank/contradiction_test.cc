#include "memory/rank/contradiction.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

Memory Said(const std::string& id, const std::string& text, std::int64_t day) {
  constexpr std::int64_t kDay = 86'400'000'000;
  Memory memory;
  memory.id = id;
  memory.text = text;
  memory.created = Time{.micros = day * kDay};
  return memory;
}

bool Contradict(const std::string& older, const std::string& newer) {
  const Memory first = Said("a", older, 1);
  const Memory second = Said("b", newer, 2);
  EXPECT_EQ(LikelyContradict(first, second), LikelyContradict(second, first));
  return LikelyContradict(first, second);
}

TEST(LikelyContradictTest, OneSaysNeverAndTheOtherDoesNot) {
  EXPECT_TRUE(Contradict("We deploy on Tuesdays, never on Fridays", "We deploy on Fridays"));
  EXPECT_TRUE(Contradict("Tests may use the network", "Tests must not use the network"));
  EXPECT_TRUE(Contradict("Релизы собираем на сервере Анны", "Релизы на сервере Анны не собираем"));
}

TEST(LikelyContradictTest, TheNewerOneSpeaksOfAChange) {
  EXPECT_TRUE(
      Contradict("The nightly build runs on Jenkins", "The nightly build now runs on Buildkite"));
  EXPECT_FALSE(Contradict("The nightly build now runs on Jenkins",
                          "The nightly build runs on Jenkins at three"))
      << "the older one speaks of an earlier change";
}

TEST(LikelyContradictTest, TheSameSentenceHasAnotherNumber) {
  EXPECT_TRUE(Contradict("The staging proxy listens on port 9090",
                         "The staging proxy listens on port 9191"));
  EXPECT_FALSE(Contradict("The staging proxy listens on port 9090",
                          "The staging proxy listens on ports 9090 and 9191"));
}

TEST(LikelyContradictTest, WhatIsAboutDifferentThingsDoesNotContradict) {
  EXPECT_FALSE(Contradict("Never log card numbers", "Log lines are one JSON object each"));
  EXPECT_FALSE(Contradict("The API times out after 30 seconds", "The cache holds 500 entries"));
  EXPECT_FALSE(Contradict("", ""));
}

TEST(LikelyContradictTest, WhatReplacesTheOtherDoesNotContradictIt) {
  Memory older = Said("a", "The proxy of staging listens on port 9090", 1);
  Memory newer = Said("b", "The proxy of staging listens on port 9191", 2);
  EXPECT_TRUE(LikelyContradict(older, newer));
  newer.supersedes = "a";
  EXPECT_FALSE(LikelyContradict(older, newer));
  newer.supersedes.clear();
  newer.space = "shared";
  EXPECT_FALSE(LikelyContradict(older, newer)) << "another namespace has its own truth";
}

TEST(LikelyContradictTest, ATurnOfAConversationContradictsNothing) {
  Memory older = Said("a", "The proxy of staging listens on port 9090", 1);
  Memory newer = Said("b", "The proxy of staging listens on port 9191", 2);
  EXPECT_TRUE(LikelyContradict(older, newer));
  newer.kind = Kind::kEpisode;
  EXPECT_FALSE(LikelyContradict(older, newer));
  EXPECT_FALSE(LikelyContradict(newer, older));
}

TEST(LikelyContradictionsTest, PairsAreFoundAmongManyMemories) {
  std::vector<std::shared_ptr<const Memory>> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(std::make_shared<Memory>(
        Said(fmt::format("m{}", i), fmt::format("unrelated thing{} lives in place{}", i, i), i)));
  }
  all.push_back(std::make_shared<Memory>(Said("x", "We deploy on Tuesdays, never on Fridays", 50)));
  all.push_back(std::make_shared<Memory>(Said("y", "We deploy on Fridays", 51)));
  EXPECT_THAT(LikelyContradictions(all, 10), ElementsAre(Pair(40U, 41U)));
  EXPECT_THAT(LikelyContradictions(all, 0), IsEmpty());
}

TEST(LikelyContradictionsTest, ThereIsABoundOnHowManyAreListed) {
  std::vector<std::shared_ptr<const Memory>> all;
  for (int i = 0; i < 20; ++i) {
    all.push_back(std::make_shared<Memory>(
        Said(fmt::format("m{}", i), fmt::format("The proxy of staging listens on port {}", i), i)));
  }
  EXPECT_THAT(LikelyContradictions(all, 7), SizeIs(7));
}

}  // namespace
}  // namespace satchel::memory
