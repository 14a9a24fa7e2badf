#include "ask/speak.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::ask {
namespace {

// A prompt that names code of a small workspace.
SpeakFacts AboutTheWorkspace() {
  SpeakFacts facts;
  facts.prompt.prompt = Question("fix Cart.total");
  facts.prompt.keywords = 2;
  facts.prompt.mentions = true;
  return facts;
}

SpeakReason ReasonOf(const SpeakFacts& facts) { return DecideToSpeak(facts).reason; }

TEST(DecideToSpeakTest, APromptAboutTheWorkspaceIsAnsweredWithEverything) {
  SpeakFacts facts = AboutTheWorkspace();
  EXPECT_EQ(ReasonOf(facts), SpeakReason::kWorkspace);
  facts.memories = 1;
  facts.every_task = true;
  EXPECT_EQ(ReasonOf(facts), SpeakReason::kWorkspace);
}

TEST(DecideToSpeakTest, AMemoryIsAReasonToSpeakWhateverThePromptIsAbout) {
  EXPECT_EQ(ReasonOf({.prompt = {}, .memories = 1}), SpeakReason::kRecall);
  EXPECT_EQ(ReasonOf({.prompt = {}, .memories = 1, .every_task = true}), SpeakReason::kRecall);
}

TEST(DecideToSpeakTest, WhatHoldsForEveryTaskIsToldOnceToANewConversation) {
  EXPECT_EQ(ReasonOf({.prompt = {}, .every_task = true}), SpeakReason::kEveryTask);
  EXPECT_EQ(ReasonOf({.prompt = {}, .every_task = false}), SpeakReason::kElsewhere);
}

TEST(DecideToSpeakTest, TheOutputOfAFailedCommandIsNotJudgedAsAPrompt) {
  const SpeakDecision decision =
      DecideToSpeak({.prompt = {}, .small_talk = true, .elsewhere = true, .failed_command = true});
  EXPECT_EQ(decision.reason, SpeakReason::kFailedCommand);
  EXPECT_TRUE(decision.speaks());
  EXPECT_EQ(ToJson(decision)["reason"], "failed_command");
}

TEST(DecideToSpeakTest, APromptThatTheCodeKnowsNothingOfIsNotJudgedAgain) {
  SpeakFacts facts = AboutTheWorkspace();
  facts.elsewhere = true;
  EXPECT_EQ(ReasonOf(facts), SpeakReason::kElsewhere);
  facts.memories = 2;
  EXPECT_EQ(ReasonOf(facts), SpeakReason::kRecall);
}

TEST(DecideToSpeakTest, TheLogNamesTheReason) {
  const Json silent = ToJson(DecideToSpeak({}));
  EXPECT_EQ(silent["speaks"], false);
  EXPECT_EQ(silent["reason"], "elsewhere");
  const Json memory = ToJson(DecideToSpeak({.prompt = {}, .memories = 3}));
  EXPECT_EQ(memory["speaks"], true);
  EXPECT_EQ(memory["reason"], "memory");
}

}  // namespace
}  // namespace satchel::ask
