// The sections of the packet of everything and how they are filled: docs/design/pack.md.

#include <array>

#include "packet/policies.h"

namespace satchel::packet {
namespace {

// All sources under one budget. What is the same for every task comes first, so that a prompt
// cache holds; then what answers the task; last the tasks around it, which change most.
constexpr std::array<SectionPolicy, 17> kEverything = {{
    {.source = "notes",
     .name = "constitution",
     .heading = "Constitution",
     .floor = true,
     .fill = FillOrder::kGiven},
    {.source = "memory",
     .name = "pinned",
     .heading = "Pinned",
     .fill = FillOrder::kWorth,
     .steps = 1},
    {.source = "memory",
     .name = "profile",
     .heading = "Profile",
     .cap = {50},
     .cap_lifts = true,
     .fill = FillOrder::kGiven},
    {.source = "notes",
     .name = "conventions",
     .heading = "Conventions",
     .fill = FillOrder::kWorth,
     .show_by_position = true},
    {.source = "notes",
     .name = "decisions",
     .heading = "Decisions",
     .fill = FillOrder::kWorth,
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.source = "notes",
     .name = "learnings",
     .heading = "Learnings",
     .fill = FillOrder::kWorth,
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.source = "graph",
     .name = "decisions",
     .heading = "Decisions of the graph",
     .fill = FillOrder::kWorth,
     .steps = 1},
    {.source = "graph",
     .name = "knowledge",
     .heading = "Knowledge",
     .fill = FillOrder::kWorth,
     .steps = 1},
    {.source = "memory", .name = "artifacts", .heading = "Verbatim"},
    {.source = "memory",
     .name = "memories",
     .heading = "Memories",
     .fill = FillOrder::kWorth,
     .steps = 1},
    {.source = "memory",
     .name = "episodes",
     .heading = "Episodes",
     .fill = FillOrder::kWorth,
     .steps = 1},
    {.source = "code", .name = "seeds", .heading = "Code", .show_by_position = true, .steps = 3},
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
    {.source = "notes",
     .name = "tasks",
     .heading = "Open tasks",
     .fill = FillOrder::kWorth,
     .steps = 1,
     .count_rest = true},
    {.source = "graph",
     .name = "tasks",
     .heading = "Tasks of the graph",
     .fill = FillOrder::kWorth,
     .steps = 1},
}};
// While others want more. Code has no cap: most tasks are about it. Memories have a hard limit as
// well, which a setting changes (maxMemoryTokens).
constexpr std::size_t kMostMemoryTokens = 2'000;
constexpr std::array<SourceShare, 3> kEverythingShares = {
    {{"notes", {40}}, {"graph", {20}}, {"memory", {20}, kMostMemoryTokens}}};

constexpr std::array<SectionKey, 1> kConstitution = {{{"notes", "constitution"}}};
constexpr std::array<SectionKey, 1> kPinned = {{{"memory", "pinned"}}};
constexpr std::array<SectionKey, 2> kEntries = {{{"notes", "decisions"}, {"notes", "learnings"}}};
constexpr std::array<SectionKey, 2> kOtherNotes = {{{"notes", "tasks"}, {"notes", "conventions"}}};
constexpr std::array<SectionKey, 1> kArtifacts = {{{"memory", "artifacts"}}};
constexpr std::array<SectionKey, 1> kProfile = {{{"memory", "profile"}}};
constexpr std::array<SectionKey, 2> kRecalled = {{{"memory", "memories"}, {"memory", "episodes"}}};
constexpr std::array<SectionKey, 3> kNodes = {
    {{"graph", "tasks"}, {"graph", "decisions"}, {"graph", "knowledge"}}};
constexpr std::array<SectionKey, 4> kTiers = {
    {{"code", "seeds"}, {"code", "dependencies"}, {"code", "co_changes"}, {"code", "metadata"}}};
// By source; code is last, so that what the others leave flows to it.
constexpr std::array<SectionKey, 16> kCompeting = {{{"notes", "decisions"},
                                                    {"notes", "learnings"},
                                                    {"notes", "tasks"},
                                                    {"notes", "conventions"},
                                                    {"graph", "tasks"},
                                                    {"graph", "decisions"},
                                                    {"graph", "knowledge"},
                                                    {"memory", "pinned"},
                                                    {"memory", "artifacts"},
                                                    {"memory", "profile"},
                                                    {"memory", "memories"},
                                                    {"memory", "episodes"},
                                                    {"code", "seeds"},
                                                    {"code", "dependencies"},
                                                    {"code", "co_changes"},
                                                    {"code", "metadata"}}};
constexpr std::array kPackFills = {
    Fill{.kind = StepKind::kFloor, .sections = kConstitution},
    Fill{.kind = StepKind::kLeaveOut, .sections = kNodes},
    Fill{.kind = StepKind::kShare, .sections = kCompeting},
    Fill{.kind = StepKind::kSplit, .sections = kEntries},
    Fill{.kind = StepKind::kAdd, .sections = kOtherNotes},
    Fill{.kind = StepKind::kAdd, .sections = kPinned},
    Fill{.kind = StepKind::kAdd, .sections = kArtifacts},
    Fill{.kind = StepKind::kAdd, .sections = kProfile, .waiting = kRecalled},
    Fill{.kind = StepKind::kAdd, .sections = kRecalled},
    Fill{.kind = StepKind::kInOrder, .sections = kNodes},
    Fill{.kind = StepKind::kTogether, .sections = kTiers},
};

}  // namespace

std::span<const SectionPolicy> PackPolicies() { return kEverything; }
std::span<const SourceShare> PackShares() { return kEverythingShares; }
std::span<const Fill> PackFills() { return kPackFills; }

}  // namespace satchel::packet
