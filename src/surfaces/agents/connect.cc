#include "surfaces/agents/connect.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "surfaces/agents/agent.h"

namespace satchel::agents {
namespace {

Result<Machine> MachineOf(const ConnectRequest& request) {
  const std::filesystem::path home = request.environment.Find("HOME").value_or("");
  if (!home.is_absolute()) {
    return Fail(Errc::kInvalidInput, "HOME is no absolute path", "set it to your home directory");
  }
  return Machine{.environment = request.environment, .home = home, .program = request.program};
}

}  // namespace

Result<Connected> Connect(const ConnectRequest& request) {
  const Agent* agent = FindAgent(request.agent);
  if (agent == nullptr) {
    std::vector<std::string_view> names;
    for (const Agent* each : AllAgents()) names.push_back(each->name());
    return Fail(Errc::kInvalidInput, fmt::format("there is no agent '{}'", request.agent),
                fmt::format("one of {}", fmt::join(names, ", ")));
  }
  const auto machine = SATCHEL_TRY(MachineOf(request));
  const Installation installation = agent->InstallationOn(machine);
  auto plan = SATCHEL_TRY(request.undo ? PlanUndo(installation, agent->title())
                                       : PlanInstall(installation, agent->title()));
  if (!request.only_show) SATCHEL_TRY(CarryOut(plan, installation.home));
  return Connected{.title = std::string(agent->title()), .plan = std::move(plan)};
}

std::vector<AgentState> LookAtAgents(const ConnectRequest& request) {
  std::vector<AgentState> states;
  const auto machine = MachineOf(request);
  for (const Agent* agent : AllAgents()) {
    AgentState state{.name = std::string(agent->name()), .title = std::string(agent->title())};
    if (machine) {
      const Installation installation = agent->InstallationOn(*machine);
      std::error_code error;
      state.home = installation.home;
      state.found = std::filesystem::is_directory(installation.home, error);
      const auto plan = PlanInstall(installation, agent->title());
      state.connected = plan && plan->changes.empty();
      if (state.found && !plan) state.trouble = plan.error().text();
    } else {
      state.trouble = machine.error().text();
    }
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace satchel::agents
