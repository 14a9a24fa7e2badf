#pragma once

#include <optional>
#include <string>

#include "settings/settings.h"
#include "settings/workspace.h"
#include "surfaces/agents/hook.h"

namespace satchel::agents {

// Gives a new work tree the index of its sibling, so that its first prompt is answered
// (engine/stores/sibling.h). Returns why this call cannot be answered yet; nullopt: go on. What
// goes wrong is logged, and the workspace then has no stores.
std::optional<std::string> StartNewTree(const HookCall& call, const settings::Workspace& workspace,
                                        const settings::Settings& settings);

}  // namespace satchel::agents
