#include "pack/recipe.h"

#include <array>

#include "code/pack/options.h"
#include "graph/pack/options.h"
#include "memory/pack/options.h"
#include "notes/pack/source.h"
#include "packet/policies.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 4> kSources = {kNotes, kGraph, kMemory, kCode};
// Without what changed lately in the graphs, which is no answer to a task.
constexpr std::array<std::string_view, 14> kStages = {
    "notes.tasks",   "notes.entries", "graph.tasks",    "graph.decisions",   "graph.knowledge",
    "graph.pack",    "memory.plan",   "memory.profile", "memory.candidates", "memory.score",
    "memory.rerank", "code.scope",    "code.precision", "pack.share"};

}  // namespace

const Recipe& PackRecipe() {
  static const std::array kFills = {DueFills{.behind = "", .fills = packet::PackFills()}};
  static const Recipe kRecipe{.name = kPack,
                              .sources = kSources,
                              .stages = kStages,
                              .sections = packet::PackPolicies(),
                              .shares = packet::PackShares(),
                              .fills = kFills,
                              .budget = 8000,
                              .tokenizer = text::Tokenizer::kSafe};
  return kRecipe;
}

}  // namespace satchel::pipeline
