#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"

// The sections of the packet of everything, and how they are filled: docs/design/pack.md. They are
// put together from the parts of all sources.
namespace satchel::pipeline {

std::span<const packet::SectionPolicy> PackPolicies();
// What each source may take while others want more.
std::span<const packet::SourceShare> PackShares();
std::span<const packet::Fill> PackFills();

}  // namespace satchel::pipeline
