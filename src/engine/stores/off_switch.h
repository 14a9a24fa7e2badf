#pragma once

#include <cstddef>
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

// The same for one conversation of a workspace. The file has their ids; of more than that the
// latest win.
inline constexpr std::size_t kMostSilentConversations = 100;
// `conversation`: as PromptRequest has it, with the agent's name.
bool IsSilent(const settings::Workspace& workspace, std::string_view agent,
              std::string_view conversation);
// `id`: the same name, or the agent's own id alone. kInvalidInput: it cannot be one.
Result<bool> SwitchOffConversation(const settings::Workspace& workspace, std::string_view id);
Result<bool> SwitchOnConversation(const settings::Workspace& workspace, std::string_view id);

}  // namespace satchel::engine
