#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ask/about.h"
#include "base/json.h"

// Whether an agent's hook answers a prompt. Nobody asked for that packet, so it must be worth its
// room in the conversation. This is the only place that decides it.
namespace satchel::ask {

enum class SpeakReason : std::uint8_t {
  kWorkspace,      // the prompt is about the workspace: everything that was found is shown
  kRecall,         // a memory answers it, as `recall` would: memories alone are shown
  kEveryTask,      // neither, but the conversation has not seen what holds for every task
  kElsewhere,      // nothing to say
  kSmallTalk,      // nothing to say: the prompt only says how to go on
  kFailedCommand,  // DecideOnFailure() has decided: everything that was found is shown
  kOrientation,    // files say how to work here, and the prompt asks for that: they are shown
};
// Stable: the log, `why` and JSON name it.
std::string_view Name(SpeakReason reason);

// The decision is made up to three times on the way of a prompt, so that most prompts that are
// about something else cost little.
enum class Known : std::uint8_t {
  kPrompt,  // nothing but the prompt was read
  kCode,    // the code was searched: silence is right if not even the best texts could speak for it
  kAll,     // all sources were read
};

struct SpeakFacts {
  PromptFacts prompt;
  Known known = Known::kAll;
  // By its words, or by the vote of a source.
  bool small_talk = false;
  // Files answer the prompt as a question of orientation: it is not judged.
  bool oriented = false;
  // A search of the code has already found that the prompt is not about it: `prompt` is not judged.
  bool elsewhere = false;
  std::size_t memories = 0;  // that match the prompt, without pinned ones
  // The text is the output of a command that is to be answered: it is not judged as a prompt.
  bool failed_command = false;
  bool every_task = false;  // rules, pinned memories or a profile that the conversation lacks
};

struct SpeakDecision {
  SpeakReason reason = SpeakReason::kElsewhere;
  PromptJudgement judgement;  // of the workspace alone

  bool speaks() const {
    return reason != SpeakReason::kElsewhere && reason != SpeakReason::kSmallTalk;
  }
};

SpeakDecision DecideToSpeak(const SpeakFacts& facts);

Json ToJson(const SpeakDecision& decision);

}  // namespace satchel::ask
