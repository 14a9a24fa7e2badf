#include <algorithm>
#include <array>

#include "surfaces/agents/agent.h"

namespace satchel::agents {

std::span<const Agent* const> AllAgents() {
  static const std::array kAgents = {
      &ClaudeCode(), &Codex(), &Cursor(), &Gemini(), &OpenClaw(), &OpenCode(),
  };
  return kAgents;
}

const Agent* FindAgent(std::string_view name) {
  const auto all = AllAgents();
  const auto found = std::ranges::find(all, name, &Agent::name);
  return found == all.end() ? nullptr : *found;
}

}  // namespace satchel::agents
