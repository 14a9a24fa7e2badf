#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "surfaces/agents/agent.h"

// Agents that call no programs are given a script that calls `satchel hook`, with an input and an
// answer of our own.
namespace satchel::agents {

// {"context": …}, which the scripts read.
Json AnswerScript(std::string_view context);

// A function `ask(event, input)` in JavaScript: the context, or an empty text whatever happens.
std::string AskFunction(const Machine& machine, std::string_view agent);

}  // namespace satchel::agents
