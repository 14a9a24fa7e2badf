// Codex: the hooks of Claude Code in a file of their own, servers in TOML.

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/payload.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "codex";
constexpr std::string_view kPrompt = "UserPromptSubmit";
constexpr std::string_view kStart = "SessionStart";
constexpr std::string_view kTool = "PostToolUse";
constexpr std::array kEvents = {kPrompt, kStart, kTool};
constexpr std::string_view kShell = "Bash";
constexpr std::string_view kPatch = "apply_patch";
constexpr std::string_view kToolMatcher = "Bash|apply_patch";

class CodexAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Codex"; }
  std::string_view session_variable() const override { return "CODEX_THREAD_ID"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kPrompt) return ReadCommon(payload);
    if (event == kTool) {
      if (auto files = ReadPatchTool(payload, kPatch, "command")) return files;
      // It gives the output as a text, without the exit code.
      auto input = ReadCommand(payload, kShell);
      if (input) input->run.output = TextOf(payload, "tool_response");
      return input;
    }
    return ReadStart(payload);
  }

  // It refuses answers with fields that it does not know.
  Json Answer(std::string_view event, std::string_view context) const override {
    return AnswerCommon(event, context);
  }

  std::optional<Json> UserNote(std::string_view /*event*/, std::string_view line) const override {
    return UserNoteCommon(line);
  }

  Installation InstallationOn(const Machine& machine) const override {
    constexpr int kSeconds = 5;
    const auto moved = machine.environment.Find("CODEX_HOME");
    const std::filesystem::path home =
        moved ? std::filesystem::path(*moved) : machine.home / ".codex";
    // What JSON escapes in a path, TOML does in the same way.
    const std::string lines =
        fmt::format("command = {}\nargs = [\"mcp\"]\n", Json(machine.program).dump());
    return {
        .home = home,
        .edits = {{.file = home / "hooks.json",
                   .entries = {GroupedHook(machine, kPrompt, kName, "", kSeconds),
                               GroupedHook(machine, kStart, kName, kStartMatcher, kSeconds),
                               GroupedHook(machine, kTool, kName, kToolMatcher, kSeconds)}},
                  {.file = home / "config.toml",
                   .form = ConfigEdit::Form::kToml,
                   .table = TomlTable{.name = "mcp_servers.satchel", .lines = lines}}},
        .remark =
            "Codex asks once whether it may run these hooks; they do nothing until you allow them"};
  }
};

}  // namespace

const Agent& Codex() {
  static const CodexAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
