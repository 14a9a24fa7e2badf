#include "pipeline/recipe.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace satchel::pipeline {

std::vector<packet::SourceShare> SharesFor(const Recipe& recipe, const Json& options) {
  std::vector<packet::SourceShare> shares(recipe.shares.begin(), recipe.shares.end());
  const auto own = options.find(std::string(recipe.name));
  if (own == options.end() || !own->is_object()) return shares;
  const Json limits = own->value("limits", Json::object());
  for (packet::SourceShare& share : shares) {
    const auto limit = limits.find(std::string(share.source));
    if (limit == limits.end()) continue;
    constexpr std::uint8_t kWhole = 100;
    const auto percent = limit->value("percent", std::uint64_t{share.share.percent});
    share.share.percent = static_cast<std::uint8_t>(std::min<std::uint64_t>(percent, kWhole));
    share.most = limit->value("tokens", share.most);
  }
  return shares;
}

Result<std::vector<std::string>> ResolveStages(const Recipe& recipe, const StageSet& stages,
                                               std::span<const std::string> names) {
  if (names.empty()) {
    return Fail(Errc::kInvalidInput, "the list of stages is empty",
                fmt::format("stages of {}: {}", recipe.name, fmt::join(recipe.stages, ", ")));
  }
  std::vector<std::string> resolved;
  for (const std::string& name : names) {
    std::string full = name;
    if (stages.Find(full) == nullptr) full = fmt::format("{}.{}", recipe.name, name);
    if (stages.Find(full) == nullptr) {
      return Fail(Errc::kInvalidInput, fmt::format("unknown stage '{}'", name),
                  fmt::format("stages: {}", fmt::join(stages.Names(), ", ")));
    }
    if (std::ranges::find(resolved, full) != resolved.end()) {
      return Fail(Errc::kInvalidInput, fmt::format("stage '{}' is listed twice", full));
    }
    resolved.push_back(std::move(full));
  }
  return resolved;
}

}  // namespace satchel::pipeline
