#pragma once

#include <span>

#include "packet/plan.h"
#include "packet/policy.h"
#include "pipeline/pack_part.h"

// The sections of the recipe `code`, and how each is filled, as data. The constants are those of
// the specification; docs/conformance/code.md names the rule of each.
namespace satchel::pipeline {

// 003: seeds, dependencies, co_changes, metadata.
std::span<const packet::SectionPolicy> CodePolicies();
// Bodies before names, tier by tier. Fails if the names of the seeds that the task mentions do not
// fit.
std::span<const packet::Fill> CodeFills();

// In the packet of everything: the id of the line that names further files,
inline constexpr std::string_view kMoreFiles = "more_files";
// Satchel's own remark about the code below it.
inline constexpr packet::SectionKey kPackRemark = {"code", "remark"};
// Where the work stands: what the branch has changed, and which files earlier packets showed.
inline constexpr packet::SectionKey kPackBranch = {"code", "branch"};
inline constexpr packet::SectionKey kPackShown = {"code", "shown"};
// What it brings to the packet of everything.
PackPart CodePart();

}  // namespace satchel::pipeline
