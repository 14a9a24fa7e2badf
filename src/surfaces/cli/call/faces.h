#pragma once

#include <vector>

#include "base/result.h"

namespace satchel::cli {

struct McpCall;   // of call/mcp_call.h
struct HookCall;  // of call/agent_calls.h, as are those below
struct InstallCall;
struct InstallAnswer;
struct KnownAgent;

// Faces of Satchel that the command line starts and does not know: main() connects them. Null
// where there is none.
struct Faces {
  Status (*mcp)(const McpCall& call) = nullptr;
  // Agents: a hook, which never fails; Satchel in one's configuration; all that there are.
  void (*hook)(const HookCall& call) = nullptr;
  Result<InstallAnswer> (*install)(const InstallCall& call) = nullptr;
  std::vector<KnownAgent> (*agents)(const InstallCall& call) = nullptr;
};

}  // namespace satchel::cli
