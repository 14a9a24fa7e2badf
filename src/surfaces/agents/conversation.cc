#include "surfaces/agents/conversation.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "surfaces/agents/agent.h"

namespace satchel::agents {
namespace {

constexpr std::size_t kMostIdBytes = 100;
constexpr std::size_t kDigits = 32;

}  // namespace

std::string ConversationName(std::string_view agent, std::string_view id) {
  if (id.empty()) return {};
  const bool plain = id.size() <= kMostIdBytes && std::ranges::all_of(id, [](char c) {
                       return IsAlnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
                     });
  return fmt::format("{}-{}", agent,
                     plain ? std::string(id) : Sha256Of(id).Hex().substr(0, kDigits));
}

std::vector<std::string> ConversationsIn(const settings::Environment& environment) {
  std::vector<std::string> names;
  for (const Agent* agent : AllAgents()) {
    const std::string variable(agent->session_variable());
    const auto id = variable.empty() ? std::nullopt : environment.Find(variable);
    if (id && !id->empty()) names.push_back(ConversationName(agent->name(), *id));
  }
  return names;
}

}  // namespace satchel::agents
