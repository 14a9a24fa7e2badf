// Claude Code: hooks in settings.json, servers in .claude.json. Its hooks cannot answer when it
// compacts a conversation; the start of the session that follows can.

#include <array>

#include "surfaces/agents/agent.h"
#include "surfaces/agents/payload.h"

namespace satchel::agents {
namespace {

constexpr std::string_view kName = "claude-code";
constexpr std::string_view kPrompt = "UserPromptSubmit";
constexpr std::string_view kStart = "SessionStart";
constexpr std::array kEvents = {kPrompt, kStart};

class ClaudeCodeAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Claude Code"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    if (event == kPrompt) return ReadCommon(payload);
    return ReadStart(payload);
  }

  Json Answer(std::string_view event, std::string_view context) const override {
    return AnswerCommon(event, context);
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
                                   GroupedHook(machine, kStart, kName, kStartMatcher, kSeconds)}},
                      {.file = (moved ? home : machine.home) / ".claude.json",
                       .entries = {std::move(server)}}},
            .remark = "sessions that are open see it after a restart"};
  }
};

}  // namespace

const Agent& ClaudeCode() {
  static const ClaudeCodeAgent kAgent;
  return kAgent;
}

}  // namespace satchel::agents
