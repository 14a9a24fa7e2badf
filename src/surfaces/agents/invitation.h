#pragma once

#include "base/result.h"
#include "settings/workspace.h"
#include "surfaces/agents/agent.h"
#include "surfaces/agents/hook.h"

namespace satchel::agents {

// Tells the user, not the model, how to switch Satchel on in a Git repository without stores: one
// line, once for each repository and user. Says nothing if the agent has no channel for it, or if
// the state directory cannot remember that it was said.
Status InviteOnce(const HookCall& call, const Agent& agent, const settings::Workspace& workspace);

}  // namespace satchel::agents
