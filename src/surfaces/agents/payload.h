#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "surfaces/agents/agent.h"

// What several agents have in common.
namespace satchel::agents {

// The text under that name; empty when there is none.
std::string TextOf(const Json& payload, std::string_view name);

// `session_id`, `cwd` and `prompt`, as most agents name them; `agent_id` and `agent_type` of the
// subagent in whose conversation it happens.
HookInput ReadCommon(const Json& payload);

// The start of a session; `source` says whether it is a new, a resumed or a compacted conversation.
HookInput ReadStart(const Json& payload);
// The sources of starts that have an answer, as a matcher of Claude Code's form.
inline constexpr std::string_view kStartMatcher = "startup|resume|clear|compact";

// The end of a shell command: `tool_input.command`, beside what ReadCommon() reads. The agent adds
// the output. nullopt: the tool is not `shell`, as the agent calls it.
std::optional<HookInput> ReadCommand(const Json& payload, std::string_view shell);
// A tool of an agent that reads or edits a file, and the member of `tool_input` that has its path.
struct FileTool {
  std::string_view name;
  std::string_view path;
  bool edits = true;
};
// The end of such a tool. Reads paths and no content. nullopt: the tool is none of these, or names
// no file.
std::optional<HookInput> ReadFileTool(const Json& payload, std::span<const FileTool> tools);
// The same of a tool that takes a patch (`*** Update File: a.cc`) as this member of `tool_input`.
std::optional<HookInput> ReadPatchTool(const Json& payload, std::string_view tool,
                                       std::string_view patch);

// The member of that name; an empty object when there is none.
const Json& MemberOf(const Json& payload, std::string_view name);
// The exit code in a line `Exit code 3` or `Exit Code: 3`, by the words before the number.
std::optional<int> ExitCodeAfter(std::string_view text, std::string_view words);

// {"hookSpecificOutput": {"hookEventName": …, "additionalContext": …}}.
Json AnswerCommon(std::string_view event, std::string_view context);

// {"systemMessage": …}: for the user alone.
Json UserNoteCommon(std::string_view line);

// The command line of a hook, for a shell.
std::string HookCommand(const Machine& machine, std::string_view event, std::string_view agent);
// The part of it by which it is known again.
std::string HookMark(std::string_view event, std::string_view agent);

// `"satchel": {"command": …, "args": ["mcp"]}` in `mcpServers`, as most agents have it.
JsonEntry ServerEntry(const Machine& machine);
// A hook in the lists of groups that Claude Code began with. `matcher`: empty: without one.
JsonEntry GroupedHook(const Machine& machine, std::string_view event, std::string_view agent,
                      std::string_view matcher, int timeout);
// A second hook of an event: the command names the event as `call`, so that each is known by its
// own command.
JsonEntry GroupedHook(const Machine& machine, std::string_view event, std::string_view call,
                      std::string_view agent, std::string_view matcher, int timeout);

}  // namespace satchel::agents
