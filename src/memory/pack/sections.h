#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"
#include "pipeline/pack_part.h"

// The sections of the recipe `memory`, and how each is filled, as data. The constants are those of
// the specification; docs/conformance/memory.md names the rule of each.
namespace satchel::pipeline {

// 001: artifacts, profile, memories, episodes.
std::span<const packet::SectionPolicy> MemoryPolicies();
// In assembly order, under a hard cap.
std::span<const packet::Fill> MemoryFills();

// What it brings to the packet of everything.
PackPart MemoryPart();

}  // namespace satchel::pipeline
