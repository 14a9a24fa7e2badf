#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/agents/connect.h"
#include "surfaces/cli/agents/access.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

Outcome List(const Context& context, const agents::ConnectRequest& request) {
  const std::vector<agents::AgentState> states = agents::LookAtAgents(request);
  if (context.json) {
    Json list = Json::array();
    for (const agents::AgentState& agent : states) {
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
  for (const agents::AgentState& agent : states) {
    const std::string_view state = !agent.found             ? "not installed"
                                   : agent.outdated         ? "connected by an older version"
                                   : agent.connected        ? "connected"
                                   : !agent.trouble.empty() ? "cannot be connected"
                                                            : "not connected";
    context.Print(fmt::format("{:<12} {:<12} {}\n", agent.name, agent.title, state));
    if (agent.found && !agent.trouble.empty()) {
      context.Print(fmt::format("  {}\n", Visible(agent.trouble)));
    }
  }
  context.Note("`satchel install AGENT` connects one; --print previews the changes");
  return ExitCode::kOk;
}

}  // namespace

Outcome RunInstall(Context& context) {
  const auto& arguments = context.invocation.arguments;
  const agents::ConnectRequest request =
      RequestFrom(context, arguments.empty() ? std::string() : arguments.front());
  if (request.agent.empty()) {
    if (!request.undo && !request.only_show) return List(context, request);
    return FailWith(ExitCode::kUsage, "which agent?", "`satchel install` lists them");
  }
  const auto connected = agents::Connect(request);
  if (!connected) return FailInstall(connected.error());
  if (context.json) {
    context.PrintJson(ConnectionJson(request, *connected));
  } else {
    ShowConnection(context, request, *connected);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
