#pragma once

#include <string_view>

#include "base/result.h"
#include "settings/environment.h"
#include "settings/workspace.h"

// Whether agents are given anything they did not ask for.
namespace satchel::engine {

// An environment variable that switches it off everywhere: any value but 0.
inline constexpr std::string_view kDisableVariable = "SATCHEL_DISABLE";
bool IsDisabled(const settings::Environment& environment);

// In a workspace: a file among its stores, so that it is each user's own choice.
bool IsOff(const settings::Workspace& workspace);
// Whether anything was changed; both may be repeated.
Result<bool> SwitchOff(const settings::Workspace& workspace);
Result<bool> SwitchOn(const settings::Workspace& workspace);

}  // namespace satchel::engine
