#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/stores/off_switch.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

Outcome Switch(const Context& context, bool on) {
  SATCHEL_TRY(context.CheckWorkspace());
  const auto changed =
      on ? engine::SwitchOn(*context.workspace) : engine::SwitchOff(*context.workspace);
  if (!changed) return FailSource(changed.error());
  if (context.json) {
    context.PrintJson({{"on", on}, {"changed", *changed}});
    return ExitCode::kOk;
  }
  const std::string_view state = on ? "on" : "off";
  context.Print(fmt::format("hooks are {}{} in {}\n", *changed ? "" : "already ", state,
                            Visible(context.workspace->root.string())));
  if (on && engine::IsDisabled(context.environment)) {
    context.Warn("SATCHEL_DISABLE is set, and switches them off everywhere", "unset it");
  }
  return ExitCode::kOk;
}

}  // namespace

Outcome RunOff(Context& context) { return Switch(context, false); }
Outcome RunOn(Context& context) { return Switch(context, true); }

}  // namespace satchel::cli
