#pragma once

#include <span>

#include "packet/policy.h"

// The sections of the four specifications, as data. Constants are theirs;
// docs/conformance says which rule is behind each.
namespace satchel::packet {

// 002: constitution, read_order, instruction, tasks, conventions, decisions, learnings.
std::span<const SectionPolicy> NotesPolicies();
// 000: overview, tasks, decisions, knowledge, deltas.
std::span<const SectionPolicy> GraphPolicies();
// 001: artifacts, profile, memories, episodes.
std::span<const SectionPolicy> MemoryPolicies();
// 003: seeds, dependencies, co_changes, metadata.
std::span<const SectionPolicy> CodePolicies();

// REQUIRES: `policies` has a section of that name.
const SectionPolicy& PolicyNamed(std::span<const SectionPolicy> policies, std::string_view name);

}  // namespace satchel::packet
