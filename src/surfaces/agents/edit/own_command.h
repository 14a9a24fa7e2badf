#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "surfaces/agents/edit/json_text.h"

// Which entries of an agent's file `satchel install` wrote. Only their commands are compared:
// people set timeouts and variables next to them.
namespace satchel::agents {

// A command of an entry: a line for a shell, or a program and its arguments.
using CommandWords = std::vector<std::string>;

// Of `{"command": "P", "args": [A]}`, `{"command": ["P", A]}` or `{"command": "a line"}`. Empty: it
// has none.
CommandWords CommandIn(const Json& value);
// The same of a part of a text.
CommandWords CommandIn(std::string_view text, const JsonNode& node);

// Whether install writes `theirs` instead of `ours` if the program is at a different path: all
// words are equal, but the first may name any `satchel`. `mark`: how a line for a shell goes on
// after its program; empty: the first word is the program alone.
bool IsOwnCommand(const CommandWords& theirs, const CommandWords& ours, std::string_view mark);

// Whether this path or name is `ours`, or that of a program `satchel`.
bool IsOwnProgram(std::string_view theirs, std::string_view ours);

}  // namespace satchel::agents
