#include "surfaces/agents/payload.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/trimmed.h"

namespace satchel::agents {
namespace {

// As one word of a shell.
std::string Quoted(std::string_view word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) || std::string_view("/._-+").contains(c);
  });
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// What is common to both forms.
std::optional<HookInput> FilesOf(const Json& payload, std::vector<engine::TouchedFile> files) {
  if (files.empty()) return std::nullopt;
  HookInput input = ReadCommon(payload);
  input.prompt.clear();
  input.moment = Moment::kFiles;
  input.files = std::move(files);
  return input;
}

}  // namespace

std::string TextOf(const Json& payload, std::string_view name) {
  const auto found = payload.is_object() ? payload.find(name) : payload.end();
  if (!payload.is_object() || found == payload.end() || !found->is_string()) return {};
  return found->get<std::string>();
}

HookInput ReadCommon(const Json& payload) {
  HookInput input{.moment = Moment::kPrompt,
                  .prompt = TextOf(payload, "prompt"),
                  .session = TextOf(payload, "session_id"),
                  .cwd = TextOf(payload, "cwd"),
                  .subagent_id = TextOf(payload, "agent_id")};
  if (!input.subagent_id.empty()) input.subagent_type = TextOf(payload, "agent_type");
  // A model writes the prompts of subagents, and programs those that name another source.
  const std::string source = TextOf(payload, "source");
  input.typed = input.subagent_id.empty() && (source.empty() || source == "user");
  return input;
}

HookInput ReadStart(const Json& payload) {
  HookInput input = ReadCommon(payload);
  const std::string source = TextOf(payload, "source");
  input.prompt.clear();
  input.moment = source == "compact"  ? Moment::kCompacted
                 : source == "resume" ? Moment::kResumed
                                      : Moment::kStarted;
  return input;
}

std::optional<HookInput> ReadCommand(const Json& payload, std::string_view shell) {
  if (TextOf(payload, "tool_name") != shell) return std::nullopt;
  HookInput input = ReadCommon(payload);
  input.prompt.clear();
  input.moment = Moment::kCommand;
  input.run.command = TextOf(MemberOf(payload, "tool_input"), "command");
  return input;
}

std::optional<HookInput> ReadFileTool(const Json& payload, std::span<const FileTool> tools) {
  const auto tool = std::ranges::find(tools, TextOf(payload, "tool_name"), &FileTool::name);
  if (tool == tools.end()) return std::nullopt;
  const std::string path = TextOf(MemberOf(payload, "tool_input"), tool->path);
  if (path.empty()) return std::nullopt;
  return FilesOf(payload, {{.path = path, .edited = tool->edits}});
}

std::optional<HookInput> ReadPatchTool(const Json& payload, std::string_view tool,
                                       std::string_view patch) {
  if (TextOf(payload, "tool_name") != tool) return std::nullopt;
  const std::string text = TextOf(MemberOf(payload, "tool_input"), patch);
  std::vector<engine::TouchedFile> files;
  for (std::string_view rest = text; !rest.empty() && files.size() < engine::kMostTouchedFiles;) {
    const auto end = std::min(rest.find('\n'), rest.size() - 1);
    const std::string_view line = Trimmed(rest.substr(0, end + 1));
    rest.remove_prefix(end + 1);
    for (const std::string_view head :
         {"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "}) {
      if (line.starts_with(head)) files.push_back({.path = line.substr(head.size())});
    }
  }
  return FilesOf(payload, std::move(files));
}

const Json& MemberOf(const Json& payload, std::string_view name) {
  static const Json kNone = Json::object();
  const auto found = payload.is_object() ? payload.find(name) : payload.end();
  return payload.is_object() && found != payload.end() ? *found : kNone;
}

std::optional<int> ExitCodeAfter(std::string_view text, std::string_view words) {
  if (!text.starts_with(words)) return std::nullopt;
  text.remove_prefix(words.size());
  int code = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code);
  return error == std::errc() ? std::optional(code) : std::nullopt;
}

Json AnswerCommon(std::string_view event, std::string_view context) {
  return {{"hookSpecificOutput", {{"hookEventName", event}, {"additionalContext", context}}}};
}

Json UserNoteCommon(std::string_view line) { return {{"systemMessage", line}}; }

std::string HookMark(std::string_view event, std::string_view agent) {
  return fmt::format(" hook {} --agent {}", event, agent);
}

std::string HookCommand(const Machine& machine, std::string_view event, std::string_view agent) {
  return Quoted(machine.program) + HookMark(event, agent);
}

JsonEntry ServerEntry(const Machine& machine) {
  return {.path = {"mcpServers"},
          .key = "satchel",
          .value = {{"command", machine.program}, {"args", Json::array({"mcp"})}}};
}

JsonEntry GroupedHook(const Machine& machine, std::string_view event, std::string_view agent,
                      std::string_view matcher, int timeout) {
  return GroupedHook(machine, event, event, agent, matcher, timeout);
}

JsonEntry GroupedHook(const Machine& machine, std::string_view event, std::string_view call,
                      std::string_view agent, std::string_view matcher, int timeout) {
  Json hook = {
      {"type", "command"}, {"command", HookCommand(machine, call, agent)}, {"timeout", timeout}};
  Json group = {{"hooks", Json::array({std::move(hook)})}};
  if (!matcher.empty()) group["matcher"] = matcher;
  return {.path = {"hooks", std::string(event)},
          .value = std::move(group),
          .mark = HookMark(call, agent)};
}

}  // namespace satchel::agents
