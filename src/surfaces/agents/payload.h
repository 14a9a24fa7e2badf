#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "surfaces/agents/agent.h"

// What several agents have in common.
namespace satchel::agents {

// The text under that name; empty when there is none.
std::string TextOf(const Json& payload, std::string_view name);

// `session_id`, `cwd` and `prompt`, as most agents name them.
HookInput ReadCommon(const Json& payload);

// The start of a session; `source` says whether it is a new, a resumed or a compacted conversation.
HookInput ReadStart(const Json& payload);
// The sources of starts that have an answer, as a matcher of Claude Code's form.
inline constexpr std::string_view kStartMatcher = "startup|resume|clear|compact";

// {"hookSpecificOutput": {"hookEventName": …, "additionalContext": …}}.
Json AnswerCommon(std::string_view event, std::string_view context);

// The command line of a hook, for a shell.
std::string HookCommand(const Machine& machine, std::string_view event, std::string_view agent);
// The part of it by which it is known again.
std::string HookMark(std::string_view event, std::string_view agent);

// `"satchel": {"command": …, "args": ["mcp"]}` in `mcpServers`, as most agents have it.
JsonEntry ServerEntry(const Machine& machine);
// A hook in the lists of groups that Claude Code began with. `matcher`: empty: without one.
JsonEntry GroupedHook(const Machine& machine, std::string_view event, std::string_view agent,
                      std::string_view matcher, int timeout);

}  // namespace satchel::agents
