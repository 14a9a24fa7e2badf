#include "code/pack/sections.h"

#include <array>

namespace satchel::pipeline {
namespace {

using packet::Fill;
using packet::FillOrder;
using packet::SectionKey;
using packet::SectionPolicy;
using packet::StepKind;

// One section per tier. Files that the task names have their places first. Then each tier shows
// bodies, best first, outlines, and shorter forms of what does not fit.
constexpr std::array<SectionPolicy, 4> kCode = {{
    {.source = "code", .name = "seeds", .heading = "Seeds", .show_by_position = true, .steps = 3},
    {.source = "code",
     .name = "dependencies",
     .heading = "Dependencies",
     .show_by_position = true,
     .steps = 3},
    {.source = "code",
     .name = "co_changes",
     .heading = "Changed together",
     .show_by_position = true,
     .steps = 3},
    {.source = "code",
     .name = "metadata",
     .heading = "Related",
     .show_by_position = true,
     .steps = 3},
}};

constexpr std::array<SectionKey, 4> kTiers = {
    {{"code", "seeds"}, {"code", "dependencies"}, {"code", "co_changes"}, {"code", "metadata"}}};
constexpr std::array kCodeFills = {Fill{.kind = StepKind::kTiers, .sections = kTiers}};

// --- In the packet of everything ---

constexpr std::array<std::string_view, 2> kPackStages = {"code.scope", "code.precision"};
constexpr std::array<SectionKey, 1> kRemark = {{kPackRemark}};
// Both take a few lines, chosen beforehand.
constexpr std::array<SectionKey, 2> kWorkSoFar = {{kPackBranch, kPackShown}};
constexpr std::array kPackFirst = {Fill{.kind = StepKind::kAdd, .sections = kRemark},
                                   Fill{.kind = StepKind::kAdd, .sections = kWorkSoFar}};
// Tier by tier: bodies as they stand, best first, then outlines, then shorter forms of the rest.
constexpr std::array kPackFills = {Fill{.kind = StepKind::kAdd, .sections = kTiers}};
constexpr std::array kPackSections = {
    PackSection{PackPlace::kPieces,
                {.source = kPackRemark.source, .name = kPackRemark.name, .heading = ""}},
    PackSection{PackPlace::kPieces,
                {.source = "code",
                 .name = "seeds",
                 .heading = "Code",
                 .show_by_position = true,
                 .steps = 3}},
    PackSection{PackPlace::kPieces, kCode[1]},
    PackSection{PackPlace::kPieces, kCode[2]},
    PackSection{PackPlace::kPieces, kCode[3]},
    PackSection{PackPlace::kAround,
                {.source = kPackBranch.source,
                 .name = kPackBranch.name,
                 .heading = "Changed on this branch",
                 .fill = FillOrder::kGiven}},
    PackSection{PackPlace::kAround,
                {.source = kPackShown.source,
                 .name = kPackShown.name,
                 .heading = "Shown earlier in this conversation",
                 .fill = FillOrder::kGiven}},
};

}  // namespace

std::span<const SectionPolicy> CodePolicies() { return kCode; }
std::span<const Fill> CodeFills() { return kCodeFills; }

PackPart CodePart() {
  // Most tasks are about code, so it has no limit, and gets what the others leave.
  return {.source = "code",
          .order = 90,
          .turn = 90,
          .stages = kPackStages,
          .sections = kPackSections,
          .share = {},
          .competing = kTiers,
          .first = kPackFirst,
          .fills = kPackFills};
}

}  // namespace satchel::pipeline
