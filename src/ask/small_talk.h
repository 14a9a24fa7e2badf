#pragma once

#include <cstddef>

#include "ask/question.h"

namespace satchel::ask {

// Longer prompts are no small talk.
inline constexpr std::size_t kMostSmallTalk = 200;

// What is said to an agent between tasks: "looks good", "no, try the other one once more". All its
// words say yes, no or how to go on, none says about what. No search can show what such a prompt is
// about, so none is made.
bool IsSmallTalk(const Question& prompt);

}  // namespace satchel::ask
