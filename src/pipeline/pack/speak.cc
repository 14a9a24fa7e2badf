#include "pipeline/pack/speak.h"

#include <array>

#include <nlohmann/json.hpp>

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"workspace", "memory", "every_task",
                                                    "elsewhere"};

SpeakReason ReasonFor(const SpeakFacts& facts, const PromptJudgement& judgement) {
  if (judgement.speaks) return SpeakReason::kWorkspace;
  if (facts.memories > 0) return SpeakReason::kRecall;
  if (facts.every_task) return SpeakReason::kEveryTask;
  return SpeakReason::kElsewhere;
}

}  // namespace

std::string_view Name(SpeakReason reason) { return kNames.at(static_cast<std::size_t>(reason)); }

SpeakDecision DecideToSpeak(const SpeakFacts& facts) {
  SpeakDecision decision;
  if (!facts.elsewhere) decision.judgement = JudgePrompt(facts.prompt);
  decision.reason = ReasonFor(facts, decision.judgement);
  return decision;
}

Json ToJson(const SpeakDecision& decision) {
  Json json = ToJson(decision.judgement);
  json["speaks"] = decision.speaks();
  json["reason"] = Name(decision.reason);
  return json;
}

}  // namespace satchel::pipeline
