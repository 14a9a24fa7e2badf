#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ask/question.h"
#include "base/result.h"

// The recall planner of specification 001: what a prompt is worth looking for, before anything is.
// English and Russian, no model.
namespace satchel::memory {

enum class Mode : std::uint8_t { kNoRecall, kMinimal, kFull, kGraph };
std::string_view Name(Mode mode);  // no_recall, minimal, full, graph_mode
Result<Mode> ParseMode(std::string_view name);

struct Plan {
  Mode mode = Mode::kFull;
  std::string rule;      // stable: "empty", "acknowledgement", "history", "memory_seeking", …
  std::string evidence;  // the words of the prompt that decided; may be empty
};
Plan PlanRecall(const ask::Question& prompt);

}  // namespace satchel::memory
