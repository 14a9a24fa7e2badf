#include "pipeline/recipe.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "packet/packet.h"
#include "packet/policies.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 2> kNotesStages = {"notes.tasks", "notes.entries"};

constexpr std::array<std::string_view, 5> kGraphStages = {
    "graph.tasks", "graph.decisions", "graph.knowledge", "graph.deltas", "graph.pack"};

constexpr std::array kRecipes = {
    Recipe{.name = "notes",
           .stages = kNotesStages,
           .sections = packet::NotesPolicies,
           .budget = 8000,
           .tokenizer = text::Tokenizer::kChars4},
    Recipe{.name = "graph",
           .stages = kGraphStages,
           .sections = packet::GraphPolicies,
           .budget = packet::kNoBudget,
           .tokenizer = text::Tokenizer::kChars4},
};

}  // namespace

std::span<const Recipe> AllRecipes() { return kRecipes; }

const Recipe* FindRecipe(std::string_view name) {
  const auto found = std::ranges::find(kRecipes, name, &Recipe::name);
  return found == kRecipes.end() ? nullptr : &*found;
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
