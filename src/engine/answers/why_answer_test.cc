#include "engine/answers/why_answer.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/answers/run_answer.h"
#include "engine/answers/run_difference_answer.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LoggedDecision Decide(const std::string& item, bool included) {
  LoggedDecision decision{.section = "tasks", .item = item, .title = "Repair " + item};
  decision.included = included;
  decision.rendition = "full";
  decision.reason = included ? "" : "budget";
  return decision;
}

RunView TwoDecisions() {
  RunView view;
  view.decisions = {Decide("login", true), Decide("logout", false)};
  view.packet.emplace();
  view.packet->notices = {{.path = "TASKS.md", .line = 7, .reason = "odd mark", .text = "[?] x"},
                          {.path = "NOTES.md", .reason = "unreadable", .text = "no UTF-8"}};
  return view;
}

// The items and the notices that explain something.
std::vector<std::string> Explained(const RunView& view, std::string_view item) {
  std::vector<std::string> explained;
  const WhyAnswer answer = ExplainItem(view, item);
  for (const LoggedDecision* decision : answer.decisions) explained.push_back(decision->item);
  for (const packet::Notice* notice : answer.notices) explained.push_back(NoticeLine(*notice));
  return explained;
}

TEST(WhyAnswerTest, WithoutAnItemEverythingIsExplained) {
  EXPECT_THAT(Explained(TwoDecisions(), ""),
              ElementsAre("login", "logout", "TASKS.md:7: odd mark: [?] x",
                          "NOTES.md: unreadable: no UTF-8"));
}

TEST(WhyAnswerTest, AnItemIsExplainedByWhatIsLikeIt) {
  EXPECT_THAT(Explained(TwoDecisions(), "login"), ElementsAre("login"));
  EXPECT_THAT(Explained(TwoDecisions(), "repair log"), ElementsAre("login", "logout"));
  EXPECT_THAT(Explained(TwoDecisions(), "odd mark"), ElementsAre("TASKS.md:7: odd mark: [?] x"));
  EXPECT_THAT(Explained(TwoDecisions(), "nothing"), IsEmpty());
}

TEST(WhyAnswerTest, ARunWithoutAPacketHasDecisionsAlone) {
  RunView view = TwoDecisions();
  view.packet.reset();
  EXPECT_THAT(Explained(view, ""), ElementsAre("login", "logout"));
  EXPECT_EQ(ToJson(ExplainItem(view, ""))["remainder"], Json::array());
}

TEST(WhyAnswerTest, TheRemainderOfThePacketIsCounted) {
  RunView view = TwoDecisions();
  view.packet.emplace().remainder = {{.section = "tasks", .count = 3, .tokens = 90}};
  EXPECT_EQ(
      ToJson(ExplainItem(view, ""))["remainder"],
      Json::array({{{"section", "tasks"}, {"reason", "budget"}, {"count", 3}, {"tokens", 90}}}));
}

TEST(WhyAnswerTest, ADecisionHasARenditionOrAReason) {
  const Json included = ToJson(Decide("login", true));
  EXPECT_EQ(included["rendition"], "full");
  EXPECT_EQ(included["reason"], Json());
  const Json dropped = ToJson(Decide("login", false));
  EXPECT_EQ(dropped["rendition"], Json());
  EXPECT_EQ(dropped["reason"], "budget");
}

TEST(RunAnswerTest, WhatARunDoesNotHaveYetIsNull) {
  RunView view = TwoDecisions();
  for (const char* key : {"finished_at", "budget", "tokens"}) {
    EXPECT_EQ(ToJson(view)[key], Json()) << key;
  }
  view.summary.finished_at = Time{0};
  view.summary.budget = 800;
  view.summary.tokens = 700;
  EXPECT_EQ(ToJson(view)["finished_at"], FormatTime(Time{0}));
  EXPECT_EQ(ToJson(view)["budget"], 800);
  EXPECT_EQ(ToJson(view)["tokens"], 700);
}

TEST(RunAnswerTest, StagesAndCallsKeepTheirLogAndTheirName) {
  RunView view = TwoDecisions();
  view.stages = {{.name = "code.scope", .record = {{"micros", 5}}}};
  view.calls.push_back({.stage = "code.judge", .at = Time{0}, .call = {.model = "qwen"}});
  const Json json = ToJson(view);
  EXPECT_EQ(json["stages"], Json::array({{{"name", "code.scope"}, {"micros", 5}}}));
  EXPECT_EQ(json["model_calls"][0]["stage"], "code.judge");
  EXPECT_EQ(json["model_calls"][0]["model"], "qwen");
  EXPECT_EQ(json["decisions"].size(), 2U);
}

TEST(RunDifferenceAnswerTest, WhatWasNotShownIsNull) {
  RunDifference difference;
  difference.items = {{.item = "a", .then = "full", .now = "", .reason = "budget"},
                      {.item = "b", .then = "", .now = "title", .reason = ""}};
  const Json items = ToJson(difference, RunView(), RunView())["items"];
  EXPECT_EQ(items[0]["then"], "full");
  EXPECT_EQ(items[0]["now"], Json());
  EXPECT_EQ(items[0]["reason"], "budget");
  EXPECT_EQ(items[1]["then"], Json());
  EXPECT_EQ(items[1]["now"], "title");
  EXPECT_EQ(items[1]["reason"], Json());
}

}  // namespace
}  // namespace satchel::engine
