#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"
#include "pipeline/pack_part.h"

// The sections of the recipe `notes`, and how each is filled, as data. The constants are those of
// the specification; docs/conformance/notes.md names the rule of each.
namespace satchel::pipeline {

// 002: constitution, read_order, tasks, conventions, decisions, learnings, instruction.
std::span<const packet::SectionPolicy> NotesPolicies();
// Tier 1 is a floor; tasks and conventions have their shares.
std::span<const packet::Fill> NotesTaskFills();
// Decisions and learnings split the rest.
std::span<const packet::Fill> NotesEntryFills();

// What it brings to the packet of everything.
PackPart NotesPart();

}  // namespace satchel::pipeline
