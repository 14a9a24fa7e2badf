#include <filesystem>
#include <optional>
#include <string>

#include "base/log.h"
#include "settings/setting.h"
#include "surfaces/cli/call/agent_calls.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/store_access.h"

namespace satchel::cli {
namespace {

bool WantsSigns(const Context& context) {
  const auto filter = LogFilter::Parse(context.loaded.settings.Text(settings::Key::kLogLevel));
  return filter && filter->Allows(LogLevel::kDebug, "hook");
}

}  // namespace

Outcome RunHook(Context& context) {
  // Whatever happens the agent goes on: other codes would stop it or disturb its user.
  if (context.faces.hook == nullptr) return ExitCode::kOk;
  const Invocation& invocation = context.invocation;
  const auto chosen = invocation.Find("--workspace");
  context.faces.hook(
      {.agent = invocation.Find("--agent").value_or(""),
       .event = invocation.arguments.empty() ? std::string() : invocation.arguments.front(),
       .environment = context.environment,
       .directories = context.directories,
       .workspace = chosen ? std::optional<std::filesystem::path>(*chosen) : std::nullopt,
       .now = invocation.Find("--now") ? std::optional(Now(context)) : std::nullopt,
       .in = context.streams.in_is_terminal ? nullptr : &context.streams.in,
       .out = context.streams.out,
       .log = context.log,
       .deadline = context.deadline,
       .hurry = !invocation.Find("--timeout"),
       .signs = WantsSigns(context)});
  return ExitCode::kOk;
}

}  // namespace satchel::cli
