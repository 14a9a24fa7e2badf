#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "pipeline/pack/about.h"

// Whether an agent's hook answers a prompt. Nobody asked for that packet, so it must be worth its
// room in the conversation.
namespace satchel::pipeline {

enum class SpeakReason : std::uint8_t {
  kWorkspace,  // the prompt is about the workspace: everything that was found is shown
  kRecall,     // a memory answers it, as `recall` would: memories alone are shown
  kEveryTask,  // neither, but the conversation has not seen what holds for every task
  kElsewhere,  // nothing to say
};
// Stable: the log, `why` and JSON name it.
std::string_view Name(SpeakReason reason);

struct SpeakFacts {
  PromptFacts prompt;
  // A search of the code has already found that the prompt is not about it: `prompt` is not judged.
  bool elsewhere = false;
  std::size_t memories = 0;  // that match the prompt, without pinned ones
  bool every_task = false;   // rules, pinned memories or a profile that the conversation lacks
};

struct SpeakDecision {
  SpeakReason reason = SpeakReason::kElsewhere;
  PromptJudgement judgement;  // of the workspace alone

  bool speaks() const { return reason != SpeakReason::kElsewhere; }
};

SpeakDecision DecideToSpeak(const SpeakFacts& facts);

Json ToJson(const SpeakDecision& decision);

}  // namespace satchel::pipeline
