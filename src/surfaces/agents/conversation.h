#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/environment.h"

// How Satchel names the conversations of agents.
namespace satchel::agents {

// A name that the stores take: the agent's, and its own id or, if that has unusual characters, a
// digest of it. Empty if the id is.
std::string ConversationName(std::string_view agent, std::string_view id);

// The conversations whose shell commands have this environment: some agents tell them their id.
std::vector<std::string> ConversationsIn(const settings::Environment& environment);

}  // namespace satchel::agents
