#pragma once

#include "packet/plan.h"
#include "pipeline/sources/code/options.h"
#include "retrieval/scoped_file.h"

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
