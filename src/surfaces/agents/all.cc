#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/result.h"
#include "base/suggest.h"
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

Error NoSuchAgent(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Agent* agent : AllAgents()) names.push_back(agent->name());
  // People also write `claude`, or misspell only that.
  std::vector<std::string_view> words = names;
  for (const std::string_view each : names) words.push_back(each.substr(0, each.find('-')));
  auto meant = Suggest(name, words);
  if (meant)
    meant = *std::ranges::find_if(names, [&](auto each) { return each.starts_with(*meant); });
  return Fail(Errc::kInvalidInput, fmt::format("there is no agent '{}'", name),
              meant ? fmt::format("did you mean {}?", *meant)
                    : fmt::format("Satchel knows {}", fmt::join(names, ", ")))
      .error();
}

}  // namespace satchel::agents
