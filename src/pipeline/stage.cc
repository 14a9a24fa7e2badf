#include "pipeline/stage.h"

#include <algorithm>

namespace satchel::pipeline {

const Stage* StageSet::Find(std::string_view name) const {
  for (const auto& stage : stages_) {
    if (stage->name() == name) return stage.get();
  }
  return nullptr;
}

std::vector<std::string_view> StageSet::Names() const {
  std::vector<std::string_view> names;
  for (const auto& stage : stages_) names.push_back(stage->name());
  std::ranges::sort(names);
  return names;
}

}  // namespace satchel::pipeline
