// Claude Code: hooks in settings.json, servers in .claude.json. Its hooks cannot answer when it
// compacts a conversation; the start of the session that follows can.

#include <array>
#include <optional>
#include <string_view>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/payload.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "claude-code";
constexpr std::string_view kPrompt = "UserPromptSubmit";
constexpr std::string_view kStart = "SessionStart";
constexpr std::string_view kTool = "PostToolUse";
constexpr std::string_view kToolFailure = "PostToolUseFailure";
// PostToolUse of the tools below. The agent does not wait for it, as it does for that of commands.
constexpr std::string_view kFiles = "PostToolUse.files";
constexpr std::string_view kSpawn = "PreToolUse";
constexpr std::string_view kSubagent = "SubagentStart";
constexpr std::array kEvents = {kPrompt, kStart, kTool, kToolFailure, kFiles, kSpawn, kSubagent};
constexpr std::string_view kShell = "Bash";
constexpr std::array kFileTools = {FileTool{.name = "Edit", .path = "file_path"},
                                   FileTool{.name = "Write", .path = "file_path"},
                                   FileTool{.name = "MultiEdit", .path = "file_path"},
                                   FileTool{.name = "NotebookEdit", .path = "notebook_path"},
                                   FileTool{.name = "Read", .path = "file_path", .edits = false}};
constexpr std::string_view kFileMatcher = "Edit|Write|MultiEdit|NotebookEdit|Read";
// The tool that starts a subagent; older versions call it Task.
constexpr std::string_view kSpawnTools = "Agent|Task";
// A subagent that has seen the whole conversation.
constexpr std::string_view kFork = "fork";
// How a prompt begins that no user has written: a subagent in the background has ended.
constexpr std::string_view kNotification = "<task-notification>";

JsonEntry FilesHook(const Machine& machine, int timeout) {
  JsonEntry entry = GroupedHook(machine, kTool, kFiles, kName, kFileMatcher, timeout);
  entry.value["hooks"][0]["async"] = true;
  return entry;
}

// The event itself says how the command ended. A failed one is told as `Exit code 1` and the output
// below it; without such a line the tool itself failed, by a time limit or a refusal.
std::optional<HookInput> ReadRun(std::string_view event, const Json& payload) {
  auto input = ReadCommand(payload, kShell);
  if (!input) return std::nullopt;
  engine::CommandRun& run = input->run;
  if (event == kTool) {
    const Json& response = MemberOf(payload, "tool_response");
    run.output = TextOf(response, "stdout") + "\n" + TextOf(response, "stderr");
    run.exit_code = 0;
    run.interrupted = response.is_object() && response.value("interrupted", Json()) == true;
    return input;
  }
  run.output = TextOf(payload, "error");
  run.exit_code = ExitCodeAfter(run.output, "Exit code ");
  run.interrupted = MemberOf(payload, "is_interrupt") == true;
  if (run.exit_code) run.output.erase(0, run.output.find('\n'));
  return input;
}

// The task of a subagent is the input of the tool that starts it. What is said there would reach
// the agent that calls the tool.
std::optional<HookInput> ReadSpawn(const Json& payload) {
  const std::string tool = TextOf(payload, "tool_name");
  if (tool != "Agent" && tool != "Task") return std::nullopt;
  const Json& asked = MemberOf(payload, "tool_input");
  HookInput input = ReadCommon(payload);
  input.moment = Moment::kSpawning;
  input.prompt = TextOf(asked, "prompt");
  input.subagent_type = TextOf(asked, "subagent_type");
  if (input.subagent_type.empty()) input.subagent_type = "general-purpose";
  return input.subagent_type == kFork ? std::nullopt : std::optional(input);
}

// Its start names the subagent and not its task. What is said there reaches the subagent.
std::optional<HookInput> ReadSubagent(const Json& payload) {
  HookInput input = ReadCommon(payload);
  if (input.subagent_id.empty() || input.subagent_type == kFork) return std::nullopt;
  input.moment = Moment::kSubagent;
  return input;
}

class ClaudeCodeAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Claude Code"; }
  std::string_view session_variable() const override { return "CLAUDE_CODE_SESSION_ID"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kPrompt) {
      if (TextOf(payload, "prompt").starts_with(kNotification)) return std::nullopt;
      return ReadCommon(payload);
    }
    if (event == kSpawn) return ReadSpawn(payload);
    if (event == kSubagent) return ReadSubagent(payload);
    if (event == kTool || event == kToolFailure) return ReadRun(event, payload);
    if (event == kFiles) return ReadFileTool(payload, kFileTools);
    return ReadStart(payload);
  }

  Json Answer(std::string_view event, std::string_view context) const override {
    return AnswerCommon(event, context);
  }

  std::optional<Json> UserNote(std::string_view /*event*/, std::string_view line) const override {
    return UserNoteCommon(line);
  }

  Installation InstallationOn(const Machine& machine) const override {
    constexpr int kSeconds = 5;
    const auto moved = machine.environment.Find("CLAUDE_CONFIG_DIR");
    const std::filesystem::path home =
        moved ? std::filesystem::path(*moved) : machine.home / ".claude";
    JsonEntry server = ServerEntry(machine);
    server.value["type"] = "stdio";
    // It hides the tools of servers behind a search otherwise, and the model sees their names
    // alone.
    server.value["alwaysLoad"] = true;
    return {.home = home,
            .edits = {{.file = home / "settings.json",
                       .entries = {GroupedHook(machine, kPrompt, kName, "", kSeconds),
                                   GroupedHook(machine, kStart, kName, kStartMatcher, kSeconds),
                                   GroupedHook(machine, kTool, kName, kShell, kSeconds),
                                   GroupedHook(machine, kToolFailure, kName, kShell, kSeconds),
                                   FilesHook(machine, kSeconds),
                                   GroupedHook(machine, kSpawn, kName, kSpawnTools, kSeconds),
                                   GroupedHook(machine, kSubagent, kName, "", kSeconds)}},
                      {.file = (moved ? home : machine.home) / ".claude.json",
                       .entries = {std::move(server)}}},
            .remark = "restart open sessions of Claude Code to use it"};
  }
};

}  // namespace

const Agent& ClaudeCode() {
  static const ClaudeCodeAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
