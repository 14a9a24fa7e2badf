// OpenCode: a plugin of ours in its folder of plugins, and a server in its configuration. What was
// found for a prompt becomes a part of the prompt's message, so that it stays in the conversation:
// in the system prompt it would be gone with the next one, and new text there makes the model read
// the whole conversation anew.

#include <array>

#include <nlohmann/json.hpp>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/install/own_file.h"
#include "surfaces/agents/payload.h"
#include "surfaces/agents/script.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "opencode";
constexpr std::string_view kPrompt = "chat.message";
constexpr std::string_view kCompact = "session.compacting";
constexpr std::string_view kTool = "tool.execute.after";
constexpr std::array kEvents = {kPrompt, kCompact, kTool};
constexpr std::string_view kShell = "bash";
constexpr std::string_view kPatch = "apply_patch";
constexpr std::array kFileTools = {FileTool{.name = "edit", .path = "file_path"},
                                   FileTool{.name = "write", .path = "file_path"},
                                   FileTool{.name = "read", .path = "file_path", .edits = false}};

constexpr std::string_view kPlugin = R"(
export const Satchel = async ({ directory, worktree }) => {
  const cwd = worktree && worktree !== "/" ? worktree : directory;
  return {
    "chat.message": async (input, output) => {
      const parts = output.parts ?? [];
      const prompt = parts
        .filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text)
        .join("\n");
      const context = await ask("chat.message", { session_id: input.sessionID ?? "", cwd, prompt });
      const last = parts.at(-1);
      if (!context || !last) return;
      const { sessionID, messageID } = last;
      // Parts are read in the order of their ids.
      parts.push({ id: last.id + "0", sessionID, messageID, type: "text", synthetic: true, text: context });
    },
    // What it appends to the output of a command, the model reads with the output.
    "tool.execute.after": async (input, output) => {
      const session = { session_id: input.sessionID ?? "", cwd, tool_name: input.tool };
      if (["read", "edit", "write", "apply_patch"].includes(input.tool)) {
        // Nobody waits for it. Paths only: of a patch, the lines that name files.
        const file_path = String(input.args?.filePath ?? "");
        const lines = String(input.args?.patchText ?? "").split("\n");
        const patch = lines.filter((line) => line.startsWith("*** ")).join("\n");
        void ask("tool.execute.after", { ...session, tool_input: { file_path, patch } });
        return;
      }
      if (input.tool !== "bash" || typeof output?.output !== "string") return;
      const text = output.output;
      const context = await ask("tool.execute.after", {
        ...session,
        tool_input: { command: String(input.args?.command ?? "") },
        exit: output.metadata?.exit,
        // A hook reads at most 1 MiB; the end of an output says most.
        output: text.length > 200000 ? text.slice(0, 20000) + "\n" + text.slice(-180000) : text,
      });
      if (context) output.output = text + "\n\n" + context;
    },
    "experimental.session.compacting": async (input) => {
      await ask("session.compacting", { session_id: input.sessionID ?? "", cwd });
    },
  };
};
)";

// Either may be there; people have one of them.
std::filesystem::path ConfigIn(const std::filesystem::path& home) {
  std::error_code error;
  const auto with_comments = home / "opencode.jsonc";
  return std::filesystem::exists(with_comments, error) ? with_comments : home / "opencode.json";
}

class OpenCodeAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "OpenCode"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kTool) {
      if (auto files = ReadFileTool(payload, kFileTools)) return files;
      if (auto files = ReadPatchTool(payload, kPatch, "patch")) return files;
      auto run = ReadCommand(payload, kShell);
      if (!run) return std::nullopt;
      run->run.output = TextOf(payload, "output");
      const Json& exit = MemberOf(payload, "exit");
      constexpr int kMostCode = 255;
      if (exit.is_number_integer() && exit >= 0 && exit <= kMostCode) {
        run->run.exit_code = exit.get<int>();
      }
      return run;
    }
    HookInput input = ReadCommon(payload);
    if (event == kCompact) input.moment = Moment::kForgotten;
    return input;
  }

  Json Answer(std::string_view /*event*/, std::string_view context) const override {
    return AnswerScript(context);
  }

  Installation InstallationOn(const Machine& machine) const override {
    const auto moved = machine.environment.Find("XDG_CONFIG_HOME");
    const std::filesystem::path home =
        (moved ? std::filesystem::path(*moved) : machine.home / ".config") / "opencode";
    JsonEntry server{.path = {"mcp"},
                     .key = "satchel",
                     .value = {{"type", "local"},
                               {"command", Json::array({machine.program, "mcp"})},
                               {"enabled", true}}};
    return {.home = home,
            .edits = {{.file = ConfigIn(home),
                       .form = ConfigEdit::Form::kLenient,
                       .entries = {std::move(server)},
                       .head = {{"$schema", "https://opencode.ai/config.json"}}}},
            .files = {{.file = home / "plugins" / "satchel.js",
                       .text = Stamped(AskFunction(machine, kName) + std::string(kPlugin))}}};
  }
};

}  // namespace

const Agent& OpenCode() {
  static const OpenCodeAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
