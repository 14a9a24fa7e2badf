#include "memory/rank/score.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::chrono::microseconds kDay = std::chrono::days(1);
constexpr std::chrono::microseconds kTick{1};
const Time kNow{1'800'000'000'000'000};

ScoreRules Rules() { return {.now = kNow}; }
ScoreRules AsOf(Time time) { return {.now = kNow, .as_of = time}; }

std::vector<ScoreTerm> Terms(const Memory& memory, Score found = {}, std::int64_t negative_hits = 0,
                             const ScoreRules& rules = Rules()) {
  return TermsOf(memory, found, {.negative_hits = negative_hits}, rules).terms();
}

ScoreTerm Term(std::string_view name, std::int64_t millionths) {
  return {std::string(name), Score::FromMillionths(millionths)};
}

Memory Created(Time time) {
  Memory memory;
  memory.created = time;
  return memory;
}

TEST(TermsTest, AMemoryThatHasNothingHasTheSearchAlone) {
  EXPECT_THAT(Terms({}, Score::FromMillionths(640'000)), ElementsAre(Term("search", 640'000)));
  EXPECT_THAT(Terms({}), IsEmpty());
}

TEST(TermsTest, TheSearchCountsAsItIsAndNeverAgainst) {
  EXPECT_THAT(Terms({}, Score::FromInt(7)), ElementsAre(Term("search", 7'000'000)));
  EXPECT_THAT(Terms({}, Score::FromInt(-7)), IsEmpty());
}

TEST(TermsTest, RecencyIsHalvedEverySevenDays) {
  ScoreRules rules = Rules();
  rules.recency_weight = Score::FromMillionths(200'000);
  const Score found = Score::FromMillionths(500'000);
  const auto at_age = [&](std::chrono::microseconds age) {
    return Terms(Created(kNow + -age), found, 0, rules);
  };
  EXPECT_THAT(at_age(0 * kDay), ElementsAre(Term("search", 400'000), Term("recency", 200'000)));
  EXPECT_THAT(at_age(7 * kDay), ElementsAre(Term("search", 400'000), Term("recency", 100'000)));
  EXPECT_THAT(at_age(14 * kDay), ElementsAre(Term("search", 400'000), Term("recency", 50'000)));
  EXPECT_THAT(at_age(-3 * kDay), ElementsAre(Term("search", 400'000), Term("recency", 200'000)));
}

TEST(TermsTest, WithoutAWeightRecencyDoesNotCount) {
  EXPECT_THAT(Terms(Created(kNow), Score::FromInt(1)), ElementsAre(Term("search", 1'000'000)));
}

TEST(TermsTest, TheAgeIsThatOfTheCreationSeenFromTheTimeAskedFor) {
  ScoreRules rules = AsOf(kNow + -7 * kDay);
  rules.recency_weight = Score::FromInt(1);
  Memory memory = Created(kNow + -14 * kDay);
  memory.updated = kNow;
  EXPECT_THAT(Terms(memory, Score::FromInt(1), 0, rules), ElementsAre(Term("recency", 500'000)));
}

TEST(TermsTest, AMemoryWithoutADateIsNotRecent) {
  ScoreRules rules = Rules();
  rules.recency_weight = Score::FromMillionths(200'000);
  EXPECT_THAT(Terms({}, Score::FromInt(1), 0, rules), ElementsAre(Term("search", 800'000)));
}

TEST(TermsTest, ExtremeDatesAreNoDanger) {
  ScoreRules rules{.now = Time{INT64_MAX}, .recency_weight = Score::FromInt(1)};
  EXPECT_THAT(Terms(Created(Time{INT64_MIN}), {}, 0, rules), IsEmpty());
  rules.now = Time{INT64_MIN};
  EXPECT_THAT(Terms(Created(Time{INT64_MAX}), {}, 0, rules),
              ElementsAre(Term("recency", 1'000'000)));
}

TEST(TermsTest, AccessesGainAThirdOfTheirLogarithmUpToATenth) {
  Memory memory;
  memory.accesses = 1;  // log10(2) / 3 is 0.1003
  EXPECT_THAT(Terms(memory), ElementsAre(Term("access", 100'000)));
  memory.accesses = 1'000'000;
  EXPECT_THAT(Terms(memory), ElementsAre(Term("access", 100'000)));
  memory.accesses = INT64_MAX;
  EXPECT_THAT(Terms(memory), ElementsAre(Term("access", 100'000)));
  memory.accesses = 0;
  EXPECT_THAT(Terms(memory), IsEmpty());
  memory.accesses = -5;
  EXPECT_THAT(Terms(memory), IsEmpty());
}

TEST(TermsTest, ImportanceCountsAQuarterFromFourTenths) {
  const auto with = [](std::int64_t millionths) {
    Memory memory;
    memory.importance = Score::FromMillionths(millionths);
    return Terms(memory);
  };
  EXPECT_THAT(with(800'000), ElementsAre(Term("importance", 100'000)));
  EXPECT_THAT(with(1'000'000), ElementsAre(Term("importance", 150'000)));
  EXPECT_THAT(with(0), ElementsAre(Term("importance", -100'000)));
  EXPECT_THAT(with(400'000), IsEmpty());
  EXPECT_THAT(with(9'000'000), ElementsAre(Term("importance", 150'000)));
  EXPECT_THAT(with(-9'000'000), ElementsAre(Term("importance", -100'000)));
}

TEST(TermsTest, VotesCountUpToThreeEach) {
  const auto with = [](std::int64_t up, std::int64_t down) {
    Memory memory;
    memory.up_votes = up;
    memory.down_votes = down;
    return Terms(memory);
  };
  EXPECT_THAT(with(1, 0), ElementsAre(Term("votes", 50'000)));
  EXPECT_THAT(with(0, 1), ElementsAre(Term("votes", -100'000)));
  EXPECT_THAT(with(3, 0), ElementsAre(Term("votes", 150'000)));
  EXPECT_THAT(with(4, 0), ElementsAre(Term("votes", 150'000)));
  EXPECT_THAT(with(0, 3), ElementsAre(Term("votes", -300'000)));
  EXPECT_THAT(with(0, 4), ElementsAre(Term("votes", -300'000)));
  EXPECT_THAT(with(INT64_MAX, INT64_MAX), ElementsAre(Term("votes", -150'000)));
  EXPECT_THAT(with(2, 1), IsEmpty());
  EXPECT_THAT(with(-1, INT64_MIN), IsEmpty());
}

TEST(TermsTest, NegativesTakeATwentiethEachUpToAQuarter) {
  EXPECT_THAT(Terms({}, {}, 1), ElementsAre(Term("negatives", -50'000)));
  EXPECT_THAT(Terms({}, {}, 4), ElementsAre(Term("negatives", -200'000)));
  EXPECT_THAT(Terms({}, {}, 5), ElementsAre(Term("negatives", -250'000)));
  EXPECT_THAT(Terms({}, {}, 6), ElementsAre(Term("negatives", -250'000)));
  EXPECT_THAT(Terms({}, {}, INT64_MAX), ElementsAre(Term("negatives", -250'000)));
  EXPECT_THAT(Terms({}, {}, -1), IsEmpty());
}

TEST(TermsTest, IntentAddsItsCompatibilityTimesTheBoostWhenItIsSwitchedOn) {
  Memory memory;
  memory.intent = {.goal = "plan", .action = "plan"};
  ScoreRules rules = Rules();
  rules.intent = {.goal = "plan", .action = "review"};
  EXPECT_THAT(Terms(memory, {}, 0, rules), IsEmpty());
  rules.intent_routing = true;
  EXPECT_THAT(Terms(memory, {}, 0, rules), ElementsAre(Term("intent", 60'000)));
  rules.intent = memory.intent;
  EXPECT_THAT(Terms(memory, {}, 0, rules), ElementsAre(Term("intent", 96'000)));
  rules.intent_boost = Score::FromInt(1);
  EXPECT_THAT(Terms(memory, {}, 0, rules), ElementsAre(Term("intent", 800'000)));
}

TEST(TermsTest, EachStateOfTheLifecycleHasItsTerm) {
  const auto with = [](Lifecycle lifecycle) {
    Memory memory;
    memory.lifecycle = lifecycle;
    return Terms(memory);
  };
  EXPECT_THAT(with(Lifecycle::kActive), ElementsAre(Term("lifecycle", 50'000)));
  EXPECT_THAT(with(Lifecycle::kValidated), ElementsAre(Term("lifecycle", 30'000)));
  EXPECT_THAT(with(Lifecycle::kCandidate), ElementsAre(Term("lifecycle", -10'000)));
  EXPECT_THAT(with(Lifecycle::kStale), ElementsAre(Term("lifecycle", -60'000)));
  EXPECT_THAT(with(Lifecycle::kArchived), ElementsAre(Term("lifecycle", -80'000)));
}

TEST(TermsTest, ADisputeTakesAFurtherPart) {
  Memory memory;
  memory.verification = Verification::kDisputed;
  EXPECT_THAT(Terms(memory), ElementsAre(Term("lifecycle", -120'000)));
  memory.lifecycle = Lifecycle::kStale;
  EXPECT_THAT(Terms(memory), ElementsAre(Term("lifecycle", -180'000)));
  memory.verification = Verification::kUserConfirmed;
  EXPECT_THAT(Terms(memory), ElementsAre(Term("lifecycle", -60'000)));
}

TEST(TermsTest, AllTermsStandInTheirOrderAndAddUp) {
  Memory memory = Created(kNow);
  memory.accesses = 9;
  memory.importance = Score::FromInt(1);
  memory.up_votes = 1;
  memory.intent = {.goal = "plan"};
  memory.lifecycle = Lifecycle::kActive;
  ScoreRules rules = Rules();
  rules.recency_weight = Score::FromMillionths(200'000);
  rules.intent_routing = true;
  rules.intent = memory.intent;
  const ScoreTerms terms = TermsOf(memory, Score::FromInt(1), {.negative_hits = 1}, rules);
  EXPECT_THAT(terms.terms(), ElementsAre(Term("search", 800'000), Term("recency", 200'000),
                                         Term("access", 100'000), Term("importance", 150'000),
                                         Term("votes", 50'000), Term("negatives", -50'000),
                                         Term("intent", 60'000), Term("lifecycle", 50'000)));
  EXPECT_EQ(terms.total().millionths(), 1'360'000);
}

TEST(FilterTest, NamesAreStable) {
  EXPECT_EQ(Name(Filter::kNone), "none");
  EXPECT_EQ(Name(Filter::kForgotten), "forgotten");
  EXPECT_EQ(Name(Filter::kState), "state");
  EXPECT_EQ(Name(Filter::kArchived), "archived");
  EXPECT_EQ(Name(Filter::kExpired), "expired");
  EXPECT_EQ(Name(Filter::kNotYetValid), "not_yet_valid");
  EXPECT_EQ(Name(Filter::kNoLongerValid), "no_longer_valid");
  EXPECT_EQ(Name(Filter::kSuperseded), "superseded");
  EXPECT_EQ(Name(Filter::kKind), "kind");
}

TEST(FilterTest, AnActiveMemoryPasses) { EXPECT_EQ(FilterOf({}, Rules()), Filter::kNone); }

TEST(FilterTest, StatesThatAreNotActiveAreKeptOut) {
  const auto with = [](MemoryState state) {
    Memory memory;
    memory.state = state;
    ScoreRules rules = Rules();
    rules.history = true;  // brings back what was superseded and nothing else
    return FilterOf(memory, rules);
  };
  EXPECT_EQ(with(MemoryState::kForgotten), Filter::kForgotten);
  EXPECT_EQ(with(MemoryState::kPendingReview), Filter::kState);
  EXPECT_EQ(with(MemoryState::kRejected), Filter::kState);
  EXPECT_EQ(with(MemoryState::kQuarantined), Filter::kState);
  EXPECT_EQ(with(MemoryState::kArchived), Filter::kArchived);
  EXPECT_EQ(with(MemoryState::kSuperseded), Filter::kNone);
}

TEST(FilterTest, AMemoryExpiresAtItsTime) {
  Memory memory;
  memory.expires = kNow;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kExpired);
  memory.expires = kNow + kTick;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kNone);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + kTick)), Filter::kExpired);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow)), Filter::kNone);
}

TEST(FilterTest, ValidityBeginsWithItsFirstMoment) {
  Memory memory;
  memory.valid_from = kNow;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kNone);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -kTick)), Filter::kNotYetValid);
  memory.valid_from = kNow + kTick;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kNotYetValid);
}

TEST(FilterTest, ValidityEndsBeforeItsLastMoment) {
  Memory memory;
  memory.valid_to = kNow;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kNoLongerValid);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -kTick)), Filter::kNone);
  memory.valid_to = kNow + kTick;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kNone);
}

TEST(FilterTest, WithoutABeginningAMemoryIsValidSinceItWasCreated) {
  const Memory memory = Created(kNow + -kDay);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -kDay)), Filter::kNone);
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -kDay + -kTick)), Filter::kNotYetValid);
}

TEST(FilterTest, AClockThatWasAheadHidesNothingNow) {
  EXPECT_EQ(FilterOf(Created(kNow + kDay), Rules()), Filter::kNone);
}

TEST(FilterTest, ABeginningBeforeTheCreationCounts) {
  Memory memory = Created(kNow);
  memory.valid_from = kNow + -2 * kDay;
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -kDay)), Filter::kNone);
}

Memory Superseded() {
  Memory memory;
  memory.state = MemoryState::kSuperseded;
  memory.valid_to = kNow + -kDay;
  return memory;
}

TEST(FilterTest, WhatWasSupersededIsKeptOut) {
  EXPECT_EQ(FilterOf(Superseded(), Rules()), Filter::kSuperseded);
  Memory memory;
  memory.superseded_by = "other";
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kSuperseded);
}

TEST(FilterTest, HistoryBringsBackWhatWasSuperseded) {
  ScoreRules rules = Rules();
  rules.history = true;
  EXPECT_EQ(FilterOf(Superseded(), rules), Filter::kNone);
  Memory ended;
  ended.valid_to = kNow + -kDay;
  EXPECT_EQ(FilterOf(ended, rules), Filter::kNoLongerValid);
}

TEST(FilterTest, BeforeItWasSupersededAMemoryCounted) {
  EXPECT_EQ(FilterOf(Superseded(), AsOf(kNow + -kDay + -kTick)), Filter::kNone);
  EXPECT_EQ(FilterOf(Superseded(), AsOf(kNow + -kDay)), Filter::kSuperseded);
}

TEST(FilterTest, ASupersessionWithoutATimeIsTakenAsLongAgo) {
  Memory memory = Superseded();
  memory.valid_to.reset();
  EXPECT_EQ(FilterOf(memory, AsOf(kNow + -100 * kDay)), Filter::kSuperseded);
}

TEST(FilterTest, DreamsAndProceduresAreNotRecalled) {
  const auto with = [](Kind kind) {
    Memory memory;
    memory.kind = kind;
    return FilterOf(memory, Rules());
  };
  EXPECT_EQ(with(Kind::kDream), Filter::kKind);
  EXPECT_EQ(with(Kind::kProcedural), Filter::kKind);
  EXPECT_EQ(with(Kind::kEpisode), Filter::kNone);
  EXPECT_EQ(with(Kind::kNote), Filter::kNone);
  EXPECT_EQ(with(Kind::kBox), Filter::kNone);
}

TEST(FilterTest, TheFirstFilterIsNamed) {
  Memory memory = Superseded();
  memory.kind = Kind::kDream;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kSuperseded);
  memory.expires = kNow;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kExpired);
  memory.state = MemoryState::kForgotten;
  EXPECT_EQ(FilterOf(memory, Rules()), Filter::kForgotten);
}

}  // namespace
}  // namespace satchel::memory
