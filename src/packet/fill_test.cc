#include "packet/fill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "packet/render/markdown.h"
#include "tests/support/candidates.h"

namespace satchel::packet {
namespace {

using test::Entry;
using test::Words;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const MarkdownLayout kLayout;
const Pricer kPricer(kLayout, text::Tokenizer::kChars4);

// Texts that are safe as they are, and a note of what was asked for.
class PlainTexts final : public LineTexts {
 public:
  SafetyCounts Secure(const Stack& /*stack*/, Line& line) const override {
    secured.push_back(line.candidate->id.value());
    return {};
  }
  SafetyCounts Label(const Stack& /*stack*/, Line& /*line*/) const override { return {}; }

  mutable std::vector<std::string> secured;
};

// A section with a stack of candidates in the order given.
class SomeStack {
 public:
  SomeStack(const SectionPolicy& policy, std::vector<Candidate> candidates,
            std::size_t given = 1000)
      : section_{.name = std::string(policy.name),
                 .heading = std::string(policy.heading),
                 .demoted_heading = std::string(policy.demoted_heading),
                 .steps = policy.steps,
                 .given = given},
        stack_{.policy = policy,
               .section = section_,
               .texts = texts,
               .candidates = std::move(candidates)} {
    for (Candidate& candidate : stack_.candidates) {
      Line& line = stack_.lines.emplace_back(stack_, candidate);
      kPricer.Measure(section_, candidate, line.offered);
      stack_.wanted += line.full();
      ++stack_.count;
    }
  }

  Stack& stack() { return stack_; }
  Stack Take() { return std::move(stack_); }

  PlainTexts texts;

 private:
  Section section_;
  Stack stack_;
};

// "id:rung" of what is shown, in filling order.
std::vector<std::string> Chosen(const Stack& stack) {
  std::vector<std::string> chosen;
  for (const Line& line : stack.lines) {
    if (line.rung) chosen.push_back(line.candidate->id.value() + ":" + std::to_string(*line.rung));
  }
  return chosen;
}

constexpr SectionPolicy kTitles = {
    .source = "s", .name = "t", .heading = "T", .reserve = {20}, .steps = 1};

TEST(FillWithinTest, FullTextsFirstThenPoorerOnesOfTheRest) {
  SomeStack some(kTitles,
                 {Entry("a", Words(100), 3), Entry("b", Words(100), 2), Entry("c", "x", 1)});
  FillWithin(some.stack(), 150, kPricer);
  EXPECT_THAT(Chosen(some.stack()), ElementsAre("a:0", "b:1", "c:0"));
  EXPECT_LE(Used(some.stack(), kPricer), 150U);
  FillWithin(some.stack(), 1000, kPricer);
  EXPECT_THAT(Chosen(some.stack()), ElementsAre("a:0", "b:0", "c:0")) << "filled anew";
}

TEST(FillWithinTest, OnlyWhatMayTakeAPlaceIsMadeSafe) {
  SomeStack some(kTitles, {Entry("huge", Words(5000), 2), Entry("small", "x", 1)});
  some.stack().lines.front().out = Reason::kSuperseded;
  FillWithin(some.stack(), 100, kPricer);
  EXPECT_THAT(some.texts.secured, ElementsAre("small"));
}

TEST(SharesTest, ASectionGetsItsReserveAndTheOthersTheRestByNeed) {
  SomeStack large(kTitles, {Entry("a", Words(5000), 1)});
  SomeStack small(kTitles, {Entry("b", Words(400), 1)});
  std::vector<Stack> stacks;
  stacks.push_back(large.Take());
  stacks.push_back(small.Take());
  EXPECT_THAT(Shares(stacks, 1000, kPricer), ElementsAre(800, 200)) << "20 % of 1000 are reserved";
  const auto tight = Shares(stacks, 100, kPricer);
  EXPECT_THAT(tight, ElementsAre(50, 50)) << "reserves that do not fit are shared themselves";
}

TEST(FillTogetherTest, NamesComeBeforeBodiesAndPinnedOnesBeforeAll) {
  SomeStack first(kTitles, {Entry("a", Words(100), 2), Entry("b", Words(100), 1)});
  SomeStack second(kTitles, {Entry("c", Words(100), 1)});
  std::vector<Stack> stacks;
  stacks.push_back(first.Take());
  stacks.push_back(second.Take());
  ASSERT_TRUE(FillTogether(stacks, {.taken = {}, .budget = 160}, kPricer));
  EXPECT_THAT(Chosen(stacks[0]), ElementsAre("a:0", "b:1"));
  EXPECT_THAT(Chosen(stacks[1]), ElementsAre("c:1"));
}

TEST(FillTogetherTest, InOrderALaterSectionWaitsForAllOfAnEarlierOne) {
  const auto fill = [](bool in_order) {
    SomeStack first(kTitles, {Entry(std::string(400, 'a'), Words(100), 2), Entry("b", "x", 1)});
    SomeStack second(kTitles, {Entry("c", "x", 1)});
    std::vector<Stack> stacks;
    stacks.push_back(first.Take());
    stacks.push_back(second.Take());
    EXPECT_TRUE(FillTogether(stacks, {.taken = {}, .budget = 60, .in_order = in_order}, kPricer));
    return std::pair(Chosen(stacks[0]), Chosen(stacks[1]));
  };
  EXPECT_THAT(fill(false), testing::Pair(ElementsAre("b:0"), ElementsAre("c:0")));
  EXPECT_THAT(fill(true), testing::Pair(ElementsAre("b:0"), testing::IsEmpty()));
}

TEST(FillTogetherTest, TierByTierFullTextsComeBeforeNamesAndPinnedNamesBeforeAll) {
  const auto fill = [](std::size_t budget, bool pinned) {
    SomeStack first(kTitles, {Entry("a", Words(100), 2), Entry("b", Words(100), 1)});
    SomeStack second(kTitles, {Entry("c", Words(20), 2), Entry("d", Words(100), 1)});
    second.stack().candidates.back().pinned = pinned;
    std::vector<Stack> stacks;
    stacks.push_back(first.Take());
    stacks.push_back(second.Take());
    EXPECT_TRUE(FillTogether(stacks, {.taken = {}, .budget = budget, .tiers = true}, kPricer));
    return std::pair(Chosen(stacks[0]), Chosen(stacks[1]));
  };
  EXPECT_THAT(fill(160, false),
              testing::Pair(ElementsAre("a:0", "b:1"), ElementsAre("c:0", "d:1")));
  // The name that is pinned takes its place first, and a body of the first tier what is left.
  EXPECT_THAT(fill(117, true), testing::Pair(ElementsAre("a:0"), ElementsAre("d:1")));
  EXPECT_THAT(fill(1'000, true),
              testing::Pair(ElementsAre("a:0", "b:0"), ElementsAre("c:0", "d:0")));
}

TEST(FillTogetherTest, WhatIsPinnedAndDoesNotFitNamesTheBudgetThatWouldDo) {
  SomeStack some(kTitles, {Entry("a", Words(100), 2)});
  some.stack().candidates.front().pinned = true;
  std::vector<Stack> stacks;
  stacks.push_back(some.Take());
  const Status filled = FillTogether(stacks, {.taken = {}, .budget = 1}, kPricer);
  ASSERT_FALSE(filled);
  EXPECT_THAT(filled.error().text(), HasSubstr("a budget of 1 tokens is too small"));
}

}  // namespace
}  // namespace satchel::packet
