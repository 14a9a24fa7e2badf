// Cursor: flat lists of hooks, names of its own. That a prompt's hook may add context is not in its
// documentation; where it is not passed on, the server is what is left.

#include <array>

#include <nlohmann/json.hpp>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/payload.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "cursor";
constexpr std::string_view kPrompt = "beforeSubmitPrompt";
constexpr std::string_view kStart = "sessionStart";
constexpr std::string_view kTool = "postToolUse";
constexpr std::string_view kEdit = "afterFileEdit";
constexpr std::array kEvents = {kPrompt, kStart, kTool, kEdit};
constexpr std::string_view kShell = "Shell";
// Its documentation does not say what the path is called in the input of this tool.
constexpr std::array kFileTools = {FileTool{.name = "Read", .path = "file_path", .edits = false}};
constexpr std::string_view kToolMatcher = "Shell|Read";

// The first of the open folders.
std::string RootOf(const Json& payload) {
  const auto roots = payload.is_object() ? payload.find("workspace_roots") : payload.end();
  if (!payload.is_object() || roots == payload.end() || !roots->is_array() || roots->empty() ||
      !roots->front().is_string()) {
    return {};
  }
  return roots->front().get<std::string>();
}

// `matcher`: a name of a tool; empty: without one.
JsonEntry FlatHook(const Machine& machine, std::string_view event, std::string_view matcher = {}) {
  JsonEntry entry{.path = {"hooks", std::string(event)},
                  .value = {{"command", HookCommand(machine, event, kName)}},
                  .mark = HookMark(event, kName)};
  if (!matcher.empty()) entry.value["matcher"] = matcher;
  return entry;
}

// The result of a shell command is JSON in a text, as its documentation shows it:
// `{"exitCode": 1, "stdout": "…"}`. A result of any other form is taken as the output itself.
void ReadResult(const Json& payload, engine::CommandRun& run) {
  const std::string text = TextOf(payload, "tool_output");
  const auto result = ParseJson(text);
  if (!result || !result->is_object()) {
    run.output = text;
    return;
  }
  for (const char* name : {"output", "stdout", "stderr"})
    run.output += TextOf(*result, name) + "\n";
  const Json& code = MemberOf(*result, "exitCode");
  constexpr int kMostCode = 255;
  if (code.is_number_integer() && code >= 0 && code <= kMostCode) run.exit_code = code.get<int>();
}

class CursorAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Cursor"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kTool) {
      auto input = ReadFileTool(payload, kFileTools);
      if (!input) input = ReadCommand(payload, kShell);
      if (!input) return std::nullopt;
      input->session = TextOf(payload, "conversation_id");
      if (input->cwd.empty()) input->cwd = RootOf(payload);
      if (input->moment == Moment::kCommand) ReadResult(payload, input->run);
      return input;
    }
    if (event == kEdit) {
      const std::string path = TextOf(payload, "file_path");
      if (path.empty()) return std::nullopt;
      return HookInput{.moment = Moment::kFiles,
                       .session = TextOf(payload, "conversation_id"),
                       .cwd = RootOf(payload),
                       .files = {{.path = path}}};
    }
    return HookInput{.moment = event == kStart ? Moment::kStarted : Moment::kPrompt,
                     .prompt = TextOf(payload, "prompt"),
                     .session = TextOf(payload, "conversation_id"),
                     .cwd = RootOf(payload)};
  }

  Json Answer(std::string_view event, std::string_view context) const override {
    if (event != kPrompt) return {{"additional_context", context}};
    return {{"continue", true}, {"additional_context", context}};
  }

  Installation InstallationOn(const Machine& machine) const override {
    const std::filesystem::path home = machine.home / ".cursor";
    return {
        .home = home,
        .edits = {{.file = home / "hooks.json",
                   .form = ConfigEdit::Form::kLenient,
                   .entries = {FlatHook(machine, kPrompt), FlatHook(machine, kStart),
                               FlatHook(machine, kTool, kToolMatcher), FlatHook(machine, kEdit)},
                   .head = {{"version", 1}}},
                  {.file = home / "mcp.json",
                   .form = ConfigEdit::Form::kLenient,
                   .entries = {ServerEntry(machine)}}}};
  }
};

}  // namespace

const Agent& Cursor() {
  static const CursorAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
