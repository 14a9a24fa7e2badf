#include "ask/speak.h"

#include <array>

#include <nlohmann/json.hpp>

namespace satchel::ask {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"workspace",  "memory",     "every_task",
                                                    "elsewhere",  "small_talk", "failed_command",
                                                    "orientation"};

PromptJudgement Judge(const SpeakFacts& facts) {
  if (facts.small_talk || facts.elsewhere) return {};
  switch (facts.known) {
    case Known::kPrompt:
      return {.speaks = true, .signs = {}, .standing = {}};
    case Known::kCode:
      return JudgeAtBest(facts.prompt);
    case Known::kAll:
      break;
  }
  return JudgePrompt(facts.prompt);
}

SpeakReason ReasonFor(const SpeakFacts& facts, const PromptJudgement& judgement) {
  if (facts.failed_command) return SpeakReason::kFailedCommand;
  if (facts.oriented) return SpeakReason::kOrientation;
  if (facts.small_talk) return SpeakReason::kSmallTalk;
  if (judgement.speaks) return SpeakReason::kWorkspace;
  if (facts.memories > 0) return SpeakReason::kRecall;
  if (facts.every_task) return SpeakReason::kEveryTask;
  return SpeakReason::kElsewhere;
}

}  // namespace

std::string_view Name(SpeakReason reason) { return kNames.at(static_cast<std::size_t>(reason)); }

SpeakDecision DecideToSpeak(const SpeakFacts& facts) {
  SpeakDecision decision{.reason = {}, .judgement = Judge(facts)};
  decision.reason = ReasonFor(facts, decision.judgement);
  return decision;
}

Json ToJson(const SpeakDecision& decision) {
  Json json = ToJson(decision.judgement);
  json["speaks"] = decision.speaks();
  json["reason"] = Name(decision.reason);
  return json;
}

}  // namespace satchel::ask
