#include <expected>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/code/search.h"
#include "engine/engine.h"
#include "engine/stores/store_place.h"
#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/agent_calls.h"
#include "surfaces/cli/call/code_access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

// Stores and index, made or brought up to date.
std::expected<void, Failure> PrepareWorkspace(const Context& context) {
  const auto nothing = [](engine::Engine& /*engine*/) { return Status(); };
  SATCHEL_TRY(AskCode(context, nothing, IndexNeed::kMade));
  return {};
}

void SayWorkspace(const Context& context, const InstallCall& call) {
  const auto store =
      engine::FindStore(*context.workspace, context.environment, context.loaded.settings);
  const std::string place = Visible(store.Describe());
  if (call.only_show) {
    context.Print(
        fmt::format("would index {} into {}\n", Visible(context.workspace->root.string()), place));
  } else {
    context.Print(fmt::format("the index is in {}\n", place));
  }
}

// One agent; whether that went well.
bool Connect(const Context& context, const InstallCall& call, Json& agents) {
  const auto answer = context.faces.install(call);
  if (!answer) {
    context.Warn(answer.error().text(), answer.error().hint());
    agents.push_back({{"agent", call.agent}, {"trouble", answer.error().text()}});
    return false;
  }
  agents.push_back(ConnectionJson(call, *answer));
  if (context.json) return true;
  context.Print(fmt::format("{}:\n", answer->agent));
  ShowConnection(context, call, *answer);
  return true;
}

}  // namespace

Outcome RunSetup(Context& context) {
  SATCHEL_TRY(CheckAgentFace(context));
  SATCHEL_TRY(context.CheckSetup());
  InstallCall call{.agent = {},
                   .environment = context.environment,
                   .program = ProgramOf(context.environment),
                   .undo = context.invocation.Has("--undo"),
                   .only_show = context.invocation.Has("--print")};
  if (!call.undo) {
    if (!call.only_show) SATCHEL_TRY(PrepareWorkspace(context));
    if (!context.json) SayWorkspace(context, call);
  }
  Json agents = Json::array();
  bool all = true;
  for (const KnownAgent& agent : context.faces.agents(call)) {
    if (!agent.found) continue;
    call.agent = agent.name;
    all = Connect(context, call, agents) && all;
  }
  if (agents.empty()) context.Note("no agent is on this machine that satchel knows");
  if (context.json) {
    context.PrintJson({{"agents", std::move(agents)},
                       {"workspace",
                        {{"root", context.workspace->root.string()},
                         {"place", context.workspace->place.string()}}}});
  }
  return all ? ExitCode::kOk : ExitCode::kNothing;
}

}  // namespace satchel::cli
