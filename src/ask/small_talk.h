#pragma once

#include <cstddef>

#include "ask/question.h"

namespace satchel::ask {

// Longer prompts are no small talk.
inline constexpr std::size_t kMostSmallTalk = 200;

// What people say to an agent between tasks. A remark such as "looks good" or "no, try the other
// one" has only words that say yes, no or how to go on, and none that says about what. A command
// such as "run the tests" is about the agent's tools. No search can find what such a prompt is
// about.
bool IsSmallTalk(const Question& prompt);

}  // namespace satchel::ask
