#include "pack/recipe.h"

#include <array>
#include <vector>

#include "pack/built_in.h"
#include "pack/sections.h"

namespace satchel::pipeline {

const Recipe& PackRecipe() {
  static const std::vector<std::string_view> kSources = [] {
    std::vector<std::string_view> sources;
    for (const PackPart& part : PackParts()) sources.push_back(part.source);
    return sources;
  }();
  static const std::vector<std::string_view> kStages = [] {
    std::vector<std::string_view> stages;
    for (const PackPart& part : PackParts()) {
      stages.insert(stages.end(), part.stages.begin(), part.stages.end());
    }
    stages.emplace_back("pack.share");
    return stages;
  }();
  static const std::array kFills = {DueFills{.behind = "", .fills = PackFills()}};
  static const Recipe kRecipe{.name = kPack,
                              .sources = kSources,
                              .stages = kStages,
                              .sections = PackPolicies(),
                              .shares = PackShares(),
                              .fills = kFills,
                              .budget = 8000,
                              .tokenizer = text::Tokenizer::kSafe};
  return kRecipe;
}

}  // namespace satchel::pipeline
