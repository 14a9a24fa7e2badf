#include "surfaces/agents/hook.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/log.h"
#include "settings/setting.h"
#include "surfaces/cli/call/background.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

bool WantsSigns(const Context& context) {
  const auto filter = LogFilter::Parse(context.loaded.settings.Text(settings::Key::kLogLevel));
  return filter && filter->Allows(LogLevel::kDebug, "hook");
}

// An agent waits for its hook. Whatever holds it up, a disk, a lock or an agent that keeps the
// input open, it ends without an answer after a second, or a little after its --timeout.
void EndInTime(const Context& context) {
  using std::chrono::microseconds;
  constexpr std::chrono::seconds kMost{1};
  constexpr std::chrono::milliseconds kAfterTimeout{250};
  if (context.streams.end_after == nullptr) return;
  if (!context.invocation.Find("--timeout")) return context.streams.end_after(kMost);
  const auto left = context.deadline.Remaining();
  if (!left) return;
  context.streams.end_after(std::chrono::duration_cast<microseconds>(*left) + kAfterTimeout);
}

}  // namespace

Outcome RunHook(Context& context) {
  const Invocation& invocation = context.invocation;
  const std::string agent = invocation.Find("--agent").value_or("");
  const std::string event = invocation.arguments.empty() ? "" : invocation.arguments.front();
  // No agent calls a hook from a terminal, so this is a person.
  if (context.streams.in_is_terminal) {
    if (agent.empty() || event.empty()) {
      return FailWith(ExitCode::kUsage, "hook needs an EVENT and --agent NAME",
                      "agents call it; `satchel install` connects them");
    }
    const auto checked = agents::CheckHook(agent, event);
    if (!checked) return FailWith(ExitCode::kUsage, checked.error());
  }
  EndInTime(context);
  const auto chosen = invocation.Find("--workspace");
  agents::RunHook(
      {.agent = agent,
       .event = event,
       .environment = context.environment,
       .directories = context.directories,
       .workspace = chosen ? std::optional<std::filesystem::path>(*chosen) : std::nullopt,
       .now = invocation.Find("--now") ? std::optional(Now(context)) : std::nullopt,
       .in = context.streams.in_is_terminal ? nullptr : &context.streams.in,
       .out = context.streams.out,
       .log = context.log,
       .deadline = context.deadline,
       .hurry = !invocation.Find("--timeout"),
       .signs = WantsSigns(context),
       .index_in_background = [&context](const std::filesystem::path& root) {
         IndexInBackground(context, root);
       }});
  // Whatever happened the agent goes on: other codes would stop it or disturb its user.
  return ExitCode::kOk;
}

}  // namespace satchel::cli
