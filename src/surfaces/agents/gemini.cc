// Gemini CLI: hooks and servers in one settings.json, times in milliseconds.

#include <array>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/payload.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "gemini";
constexpr std::string_view kPrompt = "BeforeAgent";
constexpr std::string_view kStart = "SessionStart";
constexpr std::string_view kCompress = "PreCompress";
constexpr std::string_view kTool = "AfterTool";
constexpr std::array kEvents = {kPrompt, kStart, kCompress, kTool};
constexpr std::string_view kShell = "run_shell_command";
constexpr std::array kFileTools = {
    FileTool{.name = "write_file", .path = "file_path"},
    FileTool{.name = "replace", .path = "file_path"},
    FileTool{.name = "read_file", .path = "file_path", .edits = false}};
constexpr std::string_view kToolMatcher = "run_shell_command|write_file|replace|read_file";
constexpr std::string_view kByHand = "manual";

// The prompt without what hooks put into it earlier: in a run without a terminal it is there
// already.
std::string WithoutContext(std::string_view prompt) {
  constexpr std::string_view kOpen = "<hook_context>";
  constexpr std::string_view kClose = "</hook_context>";
  std::string own;
  for (;;) {
    const auto open = prompt.find(kOpen);
    own += prompt.substr(0, open);
    if (open == std::string_view::npos) return own;
    const auto close = prompt.find(kClose, open);
    if (close == std::string_view::npos) return own;
    prompt.remove_prefix(close + kClose.size());
  }
}

// What the model reads of a command has lines below the output: `Exit Code: 3` unless it is zero,
// and `Process Group PGID: 7`. What the user sees is the output alone.
std::optional<HookInput> ReadRun(const Json& payload) {
  auto input = ReadCommand(payload, kShell);
  if (!input) return std::nullopt;
  const Json& response = MemberOf(payload, "tool_response");
  const std::string read = TextOf(response, "llmContent");
  input->run.output = TextOf(response, "returnDisplay");
  if (input->run.output.empty()) input->run.output = read;
  constexpr std::string_view kCode = "Exit Code: ";
  const std::size_t line = read.rfind("\n" + std::string(kCode));
  if (line != std::string::npos) {
    input->run.exit_code = ExitCodeAfter(std::string_view(read).substr(line + 1), kCode);
  } else if (read.contains("\nProcess Group PGID: ")) {
    input->run.exit_code = 0;
  }
  return input;
}

class GeminiAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Gemini CLI"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kStart) return ReadStart(payload);
    if (event == kTool) {
      auto files = ReadFileTool(payload, kFileTools);
      return files ? files : ReadRun(payload);
    }
    HookInput input = ReadCommon(payload);
    input.prompt = WithoutContext(input.prompt);
    if (event == kPrompt) return input;
    // It calls this before every question to the model, whether or not the conversation is long
    // enough to be made shorter; only when the user asks for it is it sure to be.
    if (TextOf(payload, "trigger") != kByHand) return std::nullopt;
    input.moment = Moment::kForgotten;
    return input;
  }

  Json Answer(std::string_view event, std::string_view context) const override {
    return AnswerCommon(event, context);
  }

  Installation InstallationOn(const Machine& machine) const override {
    constexpr int kMilliseconds = 5'000;
    const std::filesystem::path home = machine.home / ".gemini";
    return {.home = home,
            .edits = {{.file = home / "settings.json",
                       .form = ConfigEdit::Form::kLenient,
                       .entries = {GroupedHook(machine, kPrompt, kName, "", kMilliseconds),
                                   GroupedHook(machine, kStart, kName, "", kMilliseconds),
                                   GroupedHook(machine, kCompress, kName, kByHand, kMilliseconds),
                                   GroupedHook(machine, kTool, kName, kToolMatcher, kMilliseconds),
                                   ServerEntry(machine)}}},
            .remark = "Gemini CLI starts no MCP servers in folders that it does not trust"};
  }
};

}  // namespace

const Agent& Gemini() {
  static const GeminiAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
