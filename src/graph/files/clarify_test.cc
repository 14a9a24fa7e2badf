#include "graph/files/clarify.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "text/utf8.h"

namespace satchel::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ClarifyTest, EachIntentMissesWhatItNeeds) {
  for (const Intent intent : {Intent::kPlan, Intent::kResearch}) {
    EXPECT_THAT(CriticalInfoMissing(intent, {}), ElementsAre("entities", "knowledge"));
  }
  for (const Intent intent : {Intent::kExecute, Intent::kDebug}) {
    EXPECT_THAT(CriticalInfoMissing(intent, {}), ElementsAre("entities", "tasks", "knowledge"));
  }
  EXPECT_THAT(CriticalInfoMissing(Intent::kExplain, {}), IsEmpty());
}

TEST(ClarifyTest, WhatWasFoundIsNotMissing) {
  EXPECT_THAT(CriticalInfoMissing(Intent::kDebug, {.entities = 1, .tasks = 1, .knowledge = 1}),
              IsEmpty());
  EXPECT_THAT(CriticalInfoMissing(Intent::kDebug, {.entities = 1, .knowledge = 1}),
              ElementsAre("tasks"));
  EXPECT_THAT(CriticalInfoMissing(Intent::kPlan, {.entities = 1, .knowledge = 1}), IsEmpty());
  EXPECT_THAT(CriticalInfoMissing(Intent::kPlan, {.entities = 1}), ElementsAre("knowledge"));
}

TEST(ClarifyTest, TheFirstThingThatIsMissingNamesTheTopic) {
  const Json suggestion =
      ClarifySuggestion(Intent::kDebug, {"tasks", "knowledge"}, "goal").value_or(Json::object());
  EXPECT_EQ(suggestion.at("title"), "Clarify the steps: goal");
  EXPECT_EQ(suggestion.at("acceptance_criteria").size(), 2U);
  EXPECT_EQ(suggestion.at("tags"), Json::array({"clarify"}));
  for (const char* key : {"description", "priority", "owner_role", "inputs", "outputs"}) {
    EXPECT_TRUE(suggestion.contains(key)) << key;
  }
  EXPECT_FALSE(suggestion.contains("id"));
}

TEST(ClarifyTest, NothingIsSuggestedWhereNothingIsMissingOrToExplain) {
  EXPECT_EQ(ClarifySuggestion(Intent::kDebug, {}, "goal"), std::nullopt);
  EXPECT_EQ(ClarifySuggestion(Intent::kExplain, {"entities"}, "goal"), std::nullopt);
}

TEST(SqueezeTest, GivesOneLineOfAtMost140Characters) {
  EXPECT_EQ(Squeeze("  a\n\tb \r\n c  "), "a b c");
  EXPECT_EQ(Squeeze(" \n "), "");
  std::string text;
  for (int i = 0; i < 200; ++i) text += "я";
  EXPECT_EQ(text::CountCodePoints(Squeeze(text)), 140U);
}

}  // namespace
}  // namespace satchel::graph
