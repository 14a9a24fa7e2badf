#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/stores/off_switch.h"
#include "surfaces/agents/conversation.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

constexpr std::string_view kIdsHint = "`satchel hook log` shows the ids of conversations";

// The conversation to switch; nullopt: the workspace.
std::expected<std::optional<std::string>, Failure> SessionOf(const Context& context) {
  const auto& arguments = context.invocation.arguments;
  if (!context.invocation.Has("--session")) {
    if (arguments.empty()) return std::nullopt;
    return FailWith(ExitCode::kUsage, "an ID needs --session", "`satchel off --session ID`");
  }
  if (!arguments.empty()) return arguments.front();
  const auto running = agents::ConversationsIn(context.environment);
  if (running.size() == 1) return running.front();
  if (running.empty()) {
    return FailWith(ExitCode::kUsage,
                    "--session needs an ID here: no agent named its conversation to this command",
                    std::string(kIdsHint));
  }
  return FailWith(ExitCode::kUsage, "--session needs an ID here: this runs in several agents",
                  fmt::format("`--session {}` or `--session {}`", running[0], running[1]));
}

Result<bool> SwitchHooks(const Context& context, const std::optional<std::string>& session,
                         bool on) {
  const settings::Workspace& workspace = *context.workspace;
  if (!session) return on ? engine::SwitchOn(workspace) : engine::SwitchOff(workspace);
  return on ? engine::SwitchOnConversation(workspace, *session)
            : engine::SwitchOffConversation(workspace, *session);
}

Outcome Switch(const Context& context, bool on) {
  const auto session = SATCHEL_TRY(SessionOf(context));
  SATCHEL_TRY(context.CheckWorkspace());
  const auto changed = SwitchHooks(context, session, on);
  if (!changed && changed.error().code() == Errc::kInvalidInput) {
    return FailWith(ExitCode::kUsage, changed.error());
  }
  if (!changed) return FailSource(changed.error());
  if (context.json) {
    context.PrintJson(
        {{"on", on}, {"changed", *changed}, {"session", session ? Json(*session) : Json(nullptr)}});
    return ExitCode::kOk;
  }
  const std::string_view state = on ? "on" : "off";
  const std::string where =
      session ? fmt::format(" for the conversation {}", Visible(*session)) : std::string();
  context.Print(fmt::format("hooks are {}{}{} in {}\n", *changed ? "" : "already ", state, where,
                            Visible(context.workspace->root.string())));
  if (on && engine::IsDisabled(context.environment)) {
    context.Warn("SATCHEL_DISABLE is set, so hooks are off in every workspace", "unset it");
  }
  if (on && session && engine::IsOff(*context.workspace)) {
    context.Warn("they are off in the whole workspace", "`satchel on`");
  }
  return ExitCode::kOk;
}

}  // namespace

Outcome RunOff(Context& context) { return Switch(context, false); }
Outcome RunOn(Context& context) { return Switch(context, true); }

}  // namespace satchel::cli
