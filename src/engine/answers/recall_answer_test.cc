#include "engine/answers/recall_answer.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void Show(std::string id, std::string rule, PacketAnswer& answer) {
  if (answer.packet.sections.empty()) answer.packet.sections.push_back({.name = "memories"});
  packet::Item item;
  item.candidate.id = ItemId(std::move(id));
  item.candidate.renditions = {{"full", "text"}};
  item.candidate.provenance = {.rule = std::move(rule), .relation = "words", .seed = "tea"};
  answer.packet.sections.front().items.push_back(std::move(item));
}

LoggedDecision Decide(const std::string& item, std::string reason, int score = 0) {
  LoggedDecision decision{.section = "memories", .item = item, .title = "about " + item};
  decision.reason = std::move(reason);
  decision.included = decision.reason.empty();
  decision.terms.Add("relevance", Score::FromInt(score));
  return decision;
}

TEST(RecallAnswerTest, AWeakMemoryIsMarked) {
  PacketAnswer answer;
  Show("good", "recalled", answer);
  Show("weak", "recalled_weakly", answer);
  const Json included = RecallAnswerJson(answer, RunView())["included"];
  EXPECT_EQ(included[0]["certainty"], "good");
  EXPECT_EQ(included[1]["certainty"], "weak");
  EXPECT_EQ(included[0]["served_by"], "words");
  EXPECT_EQ(included[0]["evidence"], "tea");
}

TEST(RecallAnswerTest, WhatIsNotShownIsListedWithItsReason) {
  RunView run;
  run.decisions = {Decide("shown", ""), Decide("state", "state"), Decide("late", "budget"),
                   Decide("late", "")};
  const Json excluded = RecallAnswerJson(PacketAnswer(), run)["excluded"];
  ASSERT_EQ(excluded.size(), 1U) << "the last word on a memory counts";
  EXPECT_EQ(excluded[0]["id"], "state");
  EXPECT_EQ(excluded[0]["rejected_by"], "state");
}

TEST(RecallAnswerTest, TheThreeBestThatAreAboutSomethingElseAreNamed) {
  RunView run;
  run.decisions = {Decide("b", "relevance_floor", 3),     Decide("a", "relevance_floor", 3),
                   Decide("least", "relevance_floor", 1), Decide("best", "relevance_floor", 9),
                   Decide("state", "state", 20),          Decide("shown", "", 30)};
  EXPECT_THAT(NearestMisses(run), ElementsAre("best: about best", "a: about a", "b: about b"));
}

// Why a recall with these values of its stages is empty.
std::string Why(std::map<std::string, Json> values, Json snapshot = Json::object()) {
  PacketAnswer answer;
  answer.packet.sections.push_back({.name = "memories"});
  answer.values = std::move(values);
  answer.snapshot = std::move(snapshot);
  return EmptyRecall(answer);
}

TEST(RecallAnswerTest, ARecallThatShowsSomethingNeedsNoReason) {
  PacketAnswer answer;
  Show("m", "recalled", answer);
  EXPECT_EQ(EmptyRecall(answer), "");
}

TEST(RecallAnswerTest, APromptThatAsksForNothingNamesTheRule) {
  EXPECT_THAT(Why({{"memory.plan", {{"mode", "no_recall"}, {"rule", "greeting"}}}}),
              HasSubstr("(rule greeting)"));
}

TEST(RecallAnswerTest, EmptyNamespacesAreNamed) {
  const std::string none = Sha256Of("").Hex();
  EXPECT_THAT(Why({}, {{"memory", {{"home", none}, {"work", none}}}}),
              HasSubstr("'home' and 'work'"));
  EXPECT_THAT(Why({}, {{"memory", {{"home", none}, {"work", "1234"}}}}),
              HasSubstr("no memory has a word"))
      << "one of them has memories";
  EXPECT_THAT(Why({}, {{"memory", Json::object()}}), HasSubstr("--namespace"));
  EXPECT_THAT(Why({}, {{"memory", "odd"}}), HasSubstr("no memory has a word"));
}

TEST(RecallAnswerTest, FiltersAreCountedInWords) {
  const std::string why = Why(
      {{"memory.filters", {{"considered", 6}, {"removed", {{"relevance_floor", 4}, {"odd", 2}}}}}});
  EXPECT_THAT(why, HasSubstr("of 6 found: 2 odd, 4 about something else"));
  EXPECT_THAT(Why({{"memory.filters", {{"considered", 6}}}}), HasSubstr("budget"));
}

}  // namespace
}  // namespace satchel::engine
