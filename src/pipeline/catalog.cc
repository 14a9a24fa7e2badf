#include "pipeline/catalog.h"

#include <algorithm>
#include <utility>

namespace satchel::pipeline {

void Catalog::Add(std::unique_ptr<const Source> source) {
  for (auto& stage : source->MakeStages()) stages_.Add(std::move(stage));
  recipes_.push_back(&source->recipe());
  sources_.push_back(std::move(source));
}

const Source* Catalog::FindSource(std::string_view name) const {
  const auto found = std::ranges::find(sources_, name, [](const auto& s) { return s->name(); });
  return found == sources_.end() ? nullptr : found->get();
}

const Recipe* Catalog::FindRecipe(std::string_view name) const {
  const auto found = std::ranges::find(recipes_, name, &Recipe::name);
  return found == recipes_.end() ? nullptr : *found;
}

}  // namespace satchel::pipeline
