#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"

// The sections of the four specifications, and how each is filled, as data. Constants are theirs;
// docs/conformance says which rule is behind each.
namespace satchel::packet {

// 002: constitution, read_order, tasks, conventions, decisions, learnings, instruction.
std::span<const SectionPolicy> NotesPolicies();
// Tier 1 is a floor, tasks and conventions have their shares ...
std::span<const Fill> NotesTaskFills();
// ... and decisions and learnings split the rest.
std::span<const Fill> NotesEntryFills();

// 000: overview, tasks, decisions, knowledge, deltas.
std::span<const SectionPolicy> GraphPolicies();
// What the request sets as counts was cut before; under a budget titles come before full texts.
std::span<const Fill> GraphDeltaFills();
std::span<const Fill> GraphFills();

// 001: artifacts, profile, memories, episodes.
std::span<const SectionPolicy> MemoryPolicies();
// In assembly order, under a hard cap.
std::span<const Fill> MemoryFills();

// 003: seeds, dependencies, co_changes, metadata.
std::span<const SectionPolicy> CodePolicies();
// Names before bodies, tier by tier. Fails when the names of the seeds that the task mentions do
// not fit.
std::span<const Fill> CodeFills();

// Everything: the sections of all four, the constitution and what is pinned as a floor, and the
// rest by what it is worth a token, within these shares while others want more.
std::span<const SectionPolicy> PackPolicies();
std::span<const SourceShare> PackShares();
std::span<const Fill> PackFills();

}  // namespace satchel::packet
