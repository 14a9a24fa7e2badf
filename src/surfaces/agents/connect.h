#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "settings/environment.h"
#include "surfaces/agents/install/install.h"

// Agents and Satchel: connected, parted, looked at.
namespace satchel::agents {

struct ConnectRequest {
  std::string agent;  // its name
  settings::Environment environment;
  std::string program;  // how the agent is to start satchel
  bool undo = false;
  bool only_show = false;  // nothing is written
};

struct Connected {
  std::string title;
  InstallPlan plan;  // what was done, or would be
};

// Removes the temporary files that an earlier, killed call left, then carries out the request.
// kInvalidInput: there is no such agent; else as in install/install.h.
Result<Connected> Connect(const ConnectRequest& request);

struct AgentState {
  std::string name;
  std::string title;
  std::filesystem::path home;
  bool found = false;      // the agent is on this machine
  bool connected = false;  // all of Satchel is in its configuration
  bool outdated = false;   // an older version put some of it there, or a part is missing
  std::string trouble;     // why that cannot be said
};

// All agents. Changes nothing.
std::vector<AgentState> LookAtAgents(const ConnectRequest& request);

}  // namespace satchel::agents
