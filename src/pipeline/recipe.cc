#include "pipeline/recipe.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace satchel::pipeline {

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
