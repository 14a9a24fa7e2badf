#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"
#include "pipeline/pack_part.h"

// The sections of the recipe `graph`, and how each is filled, as data. The constants are those of
// the specification; docs/conformance/graph.md names the rule of each.
namespace satchel::pipeline {

// 000: overview, tasks, decisions, knowledge, deltas.
std::span<const packet::SectionPolicy> GraphPolicies();
// Counts that the request sets are cut before. Under a budget titles come before full texts.
std::span<const packet::Fill> GraphDeltaFills();
std::span<const packet::Fill> GraphFills();

// What it brings to the packet of everything.
PackPart GraphPart();

}  // namespace satchel::pipeline
