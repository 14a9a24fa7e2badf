#pragma once

#include "code/find/scoped_file.h"
#include "code/pack/options.h"
#include "packet/plan.h"

namespace satchel::pipeline {

// The section of a tier.
constexpr packet::SectionKey SectionOf(retrieval::Tier tier) {
  switch (tier) {
    case retrieval::Tier::kSeed:
      return {kCode, "seeds"};
    case retrieval::Tier::kDependency:
      return {kCode, "dependencies"};
    case retrieval::Tier::kCoChange:
      return {kCode, "co_changes"};
    case retrieval::Tier::kMetadata:
      break;
  }
  return {kCode, "metadata"};
}

}  // namespace satchel::pipeline
