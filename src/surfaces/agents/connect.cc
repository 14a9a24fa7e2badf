#include "surfaces/agents/connect.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/drafts.h"
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

// Whether a hook in this text is called for other starts of a session than the one that this
// version writes.
bool HasOtherMatcher(const std::string& text, const JsonEntry& entry) {
  if (entry.mark.empty() || !entry.value.contains("matcher")) return false;
  Json json = Json::parse(text, nullptr, false, true);
  for (const std::string& name : entry.path) {
    if (!json.is_object() || !json.contains(name)) return false;
    json = Json(json[name]);
  }
  if (!json.is_array()) return false;
  return std::ranges::any_of(json, [&entry](const Json& group) {
    return group.is_object() && group.contains("matcher") && group.dump().contains(entry.mark) &&
           group["matcher"] != entry.value["matcher"];
  });
}

// Whether an agent's files have entries of Satchel that differ from those of this version.
bool IsOutdated(const Installation& installation, const AgentState& state) {
  const auto undo = PlanUndo(installation, state.title);
  if (!undo || undo->changes.empty()) return false;
  if (!state.connected) return true;
  for (const ConfigEdit& edit : installation.edits) {
    const auto change = std::ranges::find(undo->changes, edit.file, &FileChange::file);
    if (change == undo->changes.end() || !change->before) continue;
    const std::string& text = *change->before;
    if (std::ranges::any_of(edit.entries, [&text](const JsonEntry& entry) {
          return HasOtherMatcher(text, entry);
        })) {
      return true;
    }
  }
  return false;
}

// Copies of an agent's settings that a killed `satchel install` left next to them.
void RemoveDrafts(const Installation& installation) {
  for (const ConfigEdit& edit : installation.edits) RemoveAbandonedDrafts(edit.file);
  for (const OwnFile& own : installation.files) RemoveAbandonedDrafts(own.file);
}

}  // namespace

Result<Connected> Connect(const ConnectRequest& request) {
  const Agent* agent = FindAgent(request.agent);
  if (agent == nullptr) return std::unexpected(NoSuchAgent(request.agent));
  const auto machine = SATCHEL_TRY(MachineOf(request));
  const Installation installation = agent->InstallationOn(machine);
  if (!request.only_show) RemoveDrafts(installation);
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
      state.outdated = state.found && IsOutdated(installation, state);
    } else {
      state.trouble = machine.error().text();
    }
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace satchel::agents
