#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/agent_calls.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

Outcome List(const Context& context, const InstallCall& call) {
  const auto agents = context.faces.agents(call);
  if (context.json) {
    Json list = Json::array();
    for (const KnownAgent& agent : agents) {
      list.push_back({{"name", agent.name},
                      {"title", agent.title},
                      {"home", agent.home.string()},
                      {"found", agent.found},
                      {"connected", agent.connected},
                      {"outdated", agent.outdated},
                      {"trouble", agent.trouble}});
    }
    context.PrintJson({{"agents", std::move(list)}});
    return ExitCode::kOk;
  }
  for (const KnownAgent& agent : agents) {
    const std::string_view state = !agent.found             ? "not here"
                                   : agent.outdated         ? "connected by an older version"
                                   : agent.connected        ? "connected"
                                   : !agent.trouble.empty() ? "cannot be connected"
                                                            : "not connected";
    context.Print(fmt::format("{:<12} {:<12} {}\n", agent.name, agent.title, state));
    if (agent.found && !agent.trouble.empty()) {
      context.Print(fmt::format("  {}\n", Visible(agent.trouble)));
    }
  }
  context.Note("`satchel install AGENT` connects one; --print shows first what that changes");
  return ExitCode::kOk;
}

}  // namespace

Outcome RunInstall(Context& context) {
  SATCHEL_TRY(CheckAgentFace(context));
  const auto& arguments = context.invocation.arguments;
  const InstallCall call{.agent = arguments.empty() ? std::string() : arguments.front(),
                         .environment = context.environment,
                         .program = ProgramOf(context.environment),
                         .undo = context.invocation.Has("--undo"),
                         .only_show = context.invocation.Has("--print")};
  if (call.agent.empty()) {
    if (!call.undo && !call.only_show) return List(context, call);
    return FailWith(ExitCode::kUsage, "which agent?", "`satchel install` lists them");
  }
  const auto answer = context.faces.install(call);
  if (!answer) return FailInstall(answer.error());
  if (context.json) {
    context.PrintJson(ConnectionJson(call, *answer));
  } else {
    ShowConnection(context, call, *answer);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
