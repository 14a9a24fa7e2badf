#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "packet/plan.h"
#include "packet/policy.h"
#include "pipeline/stage.h"
#include "text/token_counter.h"

namespace satchel::pipeline {

// Fillings that are due behind a stage, in their order.
struct DueFills {
  std::string_view behind;  // empty: the last one that the request names
  std::span<const packet::Fill> fills;
};

// A plan as data: which sources, which stages in which order, which sections and how they are
// filled, which defaults. Stages offer; the runner carries out the fillings, whether the stage
// before them had something to do, failed as an optional one may, or not.
struct Recipe {
  std::string_view name;  // stable
  std::span<const std::string_view> sources;
  std::span<const std::string_view> stages;
  std::span<const packet::SectionPolicy> sections;  // in the order shown
  std::span<const packet::SourceShare> shares;      // empty: every source is given everything
  std::span<const DueFills> fills;
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  // Report every candidate left out by name, not only the best.
  bool report_all = false;

  packet::PackPlan plan() const { return {.sections = sections, .shares = shares}; }
};

// The recipe's shares with the limits that a request sets: `limits` of the recipe's own options,
// by source, each with `percent`, `tokens` or both. Malformed limits are ignored: the sources have
// checked their options by then.
std::vector<packet::SourceShare> SharesFor(const Recipe& recipe, const Json& options);

// The full names of the stages a caller listed; a short one is completed with the
// recipe's name. An unknown, doubled or missing one is kInvalidInput.
Result<std::vector<std::string>> ResolveStages(const Recipe& recipe, const StageSet& stages,
                                               std::span<const std::string> names);

}  // namespace satchel::pipeline
