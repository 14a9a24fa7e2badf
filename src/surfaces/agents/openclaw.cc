// OpenClaw: a native plugin in its folder of extensions, which must be allowed to see
// conversations, and a server in its configuration. What the plugin adds to a prompt is sent to the
// model with that prompt and is no part of the conversation: the next prompt has none of it.

#include <array>

#include <nlohmann/json.hpp>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/install/own_file.h"
#include "surfaces/agents/payload.h"
#include "surfaces/agents/script.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "openclaw";
constexpr std::string_view kPrompt = "before_prompt_build";
constexpr std::array kEvents = {kPrompt};

constexpr std::string_view kPlugin = R"(
function inputOf(event, context) {
  return {
    session_id: String(context?.sessionKey ?? context?.sessionId ?? ""),
    cwd: String(context?.workspaceDir ?? ""),
    // Where it is given, it is what the user wrote; the prompt may hold what was said before.
    prompt: String(event?.currentUserMessage ?? event?.prompt ?? ""),
  };
}

export default definePluginEntry({
  id: "satchel",
  name: "Satchel",
  description: "Packs the context a task needs into a token budget.",
  register(api) {
    api.on(
      "before_prompt_build",
      async (event, context) => {
        const found = await ask("before_prompt_build", inputOf(event, context));
        return found ? { prependContext: found } : undefined;
      },
      { timeoutMs: 3000 },
    );
  },
});
)";

constexpr std::string_view kImport =
    "import { definePluginEntry } from \"openclaw/plugin-sdk/plugin-entry\";\n";

class OpenClawAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "OpenClaw"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view /*event*/, const Json& payload) const override {
    HookInput input = ReadCommon(payload);
    // Without a name it is answered each time: nothing that was shown is still there.
    input.session.clear();
    return input;
  }

  Json Answer(std::string_view /*event*/, std::string_view context) const override {
    return AnswerScript(context);
  }

  bool tells_of_files() const override { return false; }

  Installation InstallationOn(const Machine& machine) const override {
    const std::filesystem::path home = machine.home / ".openclaw";
    const std::filesystem::path plugin = home / "extensions" / "satchel";
    JsonEntry allowed{.path = {"plugins", "entries"},
                      .key = "satchel",
                      .value = {{"enabled", true}, {"hooks", {{"allowConversationAccess", true}}}}};
    JsonEntry server{.path = {"mcp", "servers"},
                     .key = "satchel",
                     .value = {{"command", machine.program}, {"args", Json::array({"mcp"})}}};
    const Json package = {{"name", "satchel-openclaw"},
                          {"version", "1.0.0"},
                          {"private", true},
                          {"type", "module"},
                          {"openclaw", {{"extensions", Json::array({"./index.js"})}}}};
    const Json manifest = {{"id", "satchel"},
                           {"name", "Satchel"},
                           {"configSchema", {{"type", "object"}, {"additionalProperties", false}}}};
    return {.home = home,
            .edits = {{.file = home / "openclaw.json",
                       .form = ConfigEdit::Form::kLenient,
                       .entries = {std::move(allowed), std::move(server)}}},
            .files = {{.file = plugin / "package.json", .text = PrettyJson(package)},
                      {.file = plugin / "openclaw.plugin.json", .text = PrettyJson(manifest)},
                      {.file = plugin / "index.js",
                       .text = Stamped(std::string(kImport) + AskFunction(machine, kName) +
                                       std::string(kPlugin))}},
            .remark = "run `openclaw gateway restart` to use it"};
  }
};

}  // namespace

const Agent& OpenClaw() {
  static const OpenClawAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
