#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Memories that a user's prompt suggests, found by rules without a model. A person decides about
// each of them.
namespace satchel::memory {

// Names are stable: JSON and files have them.
enum class ProposalKind : std::uint8_t {
  kWish,        // "from now on", "never …", "remember that …"
  kCorrection,  // "no, we use X, not Y"
  kDecision,    // "we decided", "let's go with X"
  kAgent,       // no rule: an agent asks to keep it, with the tool remember
};
std::string_view Name(ProposalKind kind);

struct ProposedText {
  ProposalKind kind = ProposalKind::kWish;
  std::string text;  // a sentence as typed, at times with the one before it
};

struct PromptReading {
  std::vector<ProposedText> proposals;  // at most 5, each of 12 to 600 bytes
  // The prompt begins by taking back what the one before it said ("ignore that").
  bool withdraws = false;
};

// Reads only what the user typed (own_words.h). Questions, hypotheses, observations, one-off
// commands, reminders, what others say and what the prompt itself takes back suggest nothing.
// `prompt` is the user's own: never pass text of a tool or a model. Linear time.
PromptReading ReadPromptForMemories(std::string_view prompt);

}  // namespace satchel::memory
