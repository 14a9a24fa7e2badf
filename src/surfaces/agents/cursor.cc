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
constexpr std::array kEvents = {kPrompt, kStart};

// The first of the open folders.
std::string RootOf(const Json& payload) {
  const auto roots = payload.is_object() ? payload.find("workspace_roots") : payload.end();
  if (!payload.is_object() || roots == payload.end() || !roots->is_array() || roots->empty() ||
      !roots->front().is_string()) {
    return {};
  }
  return roots->front().get<std::string>();
}

JsonEntry FlatHook(const Machine& machine, std::string_view event) {
  return {.path = {"hooks", std::string(event)},
          .value = {{"command", HookCommand(machine, event, kName)}},
          .mark = HookMark(event, kName)};
}

class CursorAgent final : public Agent {
 public:
  std::string_view name() const override { return kName; }
  std::string_view title() const override { return "Cursor"; }
  std::span<const std::string_view> events() const override { return kEvents; }

  std::optional<HookInput> Read(std::string_view event, const Json& payload) const override {
    return HookInput{.moment = event == kStart ? Moment::kStarted : Moment::kPrompt,
                     .prompt = TextOf(payload, "prompt"),
                     .session = TextOf(payload, "conversation_id"),
                     .cwd = RootOf(payload)};
  }

  Json Answer(std::string_view event, std::string_view context) const override {
    if (event == kStart) return {{"additional_context", context}};
    return {{"continue", true}, {"additional_context", context}};
  }

  Installation InstallationOn(const Machine& machine) const override {
    const std::filesystem::path home = machine.home / ".cursor";
    return {.home = home,
            .edits = {{.file = home / "hooks.json",
                       .form = ConfigEdit::Form::kLenient,
                       .entries = {FlatHook(machine, kPrompt), FlatHook(machine, kStart)},
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
