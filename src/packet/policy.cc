#include "packet/policies.h"

#include <array>
#include <cassert>

namespace satchel::packet {
namespace {

// Tier 1 is a floor; tasks and conventions have a share of the original budget;
// decisions and learnings split the rest, 20 % guaranteed to each, full texts up
// to 80 % of a section and titles after that. Tasks leave room for one-line forms in
// the same way.
constexpr std::array<SectionPolicy, 7> kNotes = {{
    {.source = "notes",
     .name = "constitution",
     .heading = "Constitution",
     .floor = true,
     .fill = FillOrder::kGiven},
    {.source = "notes",
     .name = "read_order",
     .heading = "Read These Files",
     .floor = true,
     .fill = FillOrder::kGiven},
    {.source = "notes",
     .name = "tasks",
     .heading = "Current Tasks",
     .cap = {40},
     .full = {80},
     .fill = FillOrder::kNewest,
     .show_by_position = true,
     .steps = 1,
     .count_rest = true},
    {.source = "notes",
     .name = "conventions",
     .heading = "Key Conventions",
     .cap = {20},
     .fill = FillOrder::kGiven},
    {.source = "notes",
     .name = "decisions",
     .heading = "Recent Decisions",
     .reserve = {20},
     .full = {80},
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.source = "notes",
     .name = "learnings",
     .heading = "Recent Learnings",
     .reserve = {20},
     .full = {80},
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.source = "notes",
     .name = "instruction",
     .heading = "",
     .floor = true,
     .fill = FillOrder::kGiven},
}};

// Caps are by count, which the request sets; a budget is optional, and under one titles come
// before full texts, from the first section to the last.
constexpr std::array<SectionPolicy, 5> kGraph = {{
    {.source = "graph", .name = "overview", .heading = "Request", .fill = FillOrder::kGiven},
    {.source = "graph", .name = "tasks", .heading = "Tasks", .steps = 1},
    {.source = "graph", .name = "decisions", .heading = "Decisions", .steps = 1},
    {.source = "graph", .name = "knowledge", .heading = "Knowledge", .steps = 1},
    {.source = "graph",
     .name = "deltas",
     .heading = "Recent Changes",
     .fill = FillOrder::kGiven,
     .steps = 1},
}};

// A hard cap in assembly order. The profile is cut at paragraphs and takes half
// at most while memories wait.
constexpr std::array<SectionPolicy, 4> kMemory = {{
    {.source = "memory", .name = "artifacts", .heading = "Verbatim"},
    {.source = "memory",
     .name = "profile",
     .heading = "Profile",
     .cap = {50},
     .cap_lifts = true,
     .fill = FillOrder::kGiven},
    {.source = "memory", .name = "memories", .heading = "Memories", .steps = 1},
    {.source = "memory", .name = "episodes", .heading = "Episodes", .steps = 1},
}};

// One section a tier. Every file is named before any body is shown; bodies then
// go to the earliest tier, and in it to primary symbols, first.
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

// A filling of one section or of several.
constexpr std::array<SectionKey, 1> kConstitution = {{{"notes", "constitution"}}};
constexpr std::array<SectionKey, 1> kInstruction = {{{"notes", "instruction"}}};
constexpr std::array<SectionKey, 1> kReadOrder = {{{"notes", "read_order"}}};
constexpr std::array<SectionKey, 1> kNotesTasks = {{{"notes", "tasks"}}};
constexpr std::array<SectionKey, 1> kConventions = {{{"notes", "conventions"}}};
constexpr std::array<SectionKey, 2> kEntries = {{{"notes", "decisions"}, {"notes", "learnings"}}};

constexpr std::array kNotesTaskFills = {
    Fill{.kind = StepKind::kFloor, .sections = kConstitution},
    Fill{.kind = StepKind::kFloor, .sections = kInstruction},
    // At a budget of nothing the packet is a header, constitution and instruction.
    Fill{.kind = StepKind::kFloor, .sections = kReadOrder, .above_zero = true},
    Fill{.kind = StepKind::kAdd, .sections = kNotesTasks},
    Fill{.kind = StepKind::kAdd, .sections = kConventions},
};
constexpr std::array kNotesEntryFills = {Fill{.kind = StepKind::kSplit, .sections = kEntries}};

constexpr std::array<SectionKey, 1> kDeltas = {{{"graph", "deltas"}}};
constexpr std::array<SectionKey, 3> kNodes = {
    {{"graph", "tasks"}, {"graph", "decisions"}, {"graph", "knowledge"}}};
constexpr std::array<SectionKey, 1> kOverview = {{{"graph", "overview"}}};
constexpr std::array<SectionKey, 4> kPack = {
    {{"graph", "tasks"}, {"graph", "decisions"}, {"graph", "knowledge"}, {"graph", "deltas"}}};
constexpr std::array kGraphDeltaFills = {Fill{.kind = StepKind::kLeaveOut, .sections = kDeltas}};
constexpr std::array kGraphFills = {
    Fill{.kind = StepKind::kLeaveOut, .sections = kNodes},
    Fill{.kind = StepKind::kTogether, .sections = kOverview},
    Fill{.kind = StepKind::kInOrder, .sections = kPack},
};

constexpr std::array<SectionKey, 1> kArtifacts = {{{"memory", "artifacts"}}};
constexpr std::array<SectionKey, 1> kProfile = {{{"memory", "profile"}}};
constexpr std::array<SectionKey, 1> kMemories = {{{"memory", "memories"}}};
constexpr std::array<SectionKey, 1> kEpisodes = {{{"memory", "episodes"}}};
constexpr std::array<SectionKey, 2> kRecalled = {{{"memory", "memories"}, {"memory", "episodes"}}};
constexpr std::array kMemoryFills = {
    Fill{.kind = StepKind::kAdd, .sections = kArtifacts},
    Fill{.kind = StepKind::kAdd, .sections = kProfile, .waiting = kRecalled},
    Fill{.kind = StepKind::kAdd, .sections = kMemories},
    Fill{.kind = StepKind::kAdd, .sections = kEpisodes},
};

constexpr std::array<SectionKey, 4> kTiers = {
    {{"code", "seeds"}, {"code", "dependencies"}, {"code", "co_changes"}, {"code", "metadata"}}};
constexpr std::array kCodeFills = {Fill{.kind = StepKind::kTogether, .sections = kTiers}};

}  // namespace

std::span<const SectionPolicy> NotesPolicies() { return kNotes; }
std::span<const SectionPolicy> GraphPolicies() { return kGraph; }
std::span<const SectionPolicy> MemoryPolicies() { return kMemory; }
std::span<const SectionPolicy> CodePolicies() { return kCode; }

std::span<const Fill> NotesTaskFills() { return kNotesTaskFills; }
std::span<const Fill> NotesEntryFills() { return kNotesEntryFills; }
std::span<const Fill> GraphDeltaFills() { return kGraphDeltaFills; }
std::span<const Fill> GraphFills() { return kGraphFills; }
std::span<const Fill> MemoryFills() { return kMemoryFills; }
std::span<const Fill> CodeFills() { return kCodeFills; }

const SectionPolicy& PolicyOf(std::span<const SectionPolicy> policies, SectionKey key) {
  for (const SectionPolicy& policy : policies) {
    if (KeyOf(policy) == key) return policy;
  }
  assert(false && "no such section");
  return policies.front();
}

}  // namespace satchel::packet
