#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "packet/policy.h"
#include "pipeline/stage.h"
#include "text/token_counter.h"

namespace satchel::pipeline {

// A plan as data: which stages in which order, which sections, which defaults.
struct Recipe {
  std::string_view name;  // stable
  std::span<const std::string_view> stages;
  std::span<const packet::SectionPolicy> (*sections)() = nullptr;
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  // Report every candidate left out by name, not only the best.
  bool report_all = false;
};

std::span<const Recipe> AllRecipes();
// Null when there is none of that name.
const Recipe* FindRecipe(std::string_view name);

// The full names of the stages a caller listed; a short one is completed with the
// recipe's name. An unknown, doubled or missing one is kInvalidInput.
Result<std::vector<std::string>> ResolveStages(const Recipe& recipe, const StageSet& stages,
                                               std::span<const std::string> names);

}  // namespace satchel::pipeline
