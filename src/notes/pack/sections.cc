#include "notes/pack/sections.h"

#include <array>

namespace satchel::pipeline {
namespace {

using packet::Fill;
using packet::FillOrder;
using packet::SectionKey;
using packet::SectionPolicy;
using packet::StepKind;

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

// --- In the packet of everything ---

constexpr std::array<std::string_view, 2> kPackStages = {"notes.tasks", "notes.entries"};
constexpr std::array kPackSections = {
    PackSection{PackPlace::kRules, kNotes[0]},
    PackSection{PackPlace::kStyle,
                {.source = "notes",
                 .name = "conventions",
                 .heading = "Conventions",
                 .fill = FillOrder::kWorth,
                 .show_by_position = true}},
    PackSection{PackPlace::kTexts,
                {.source = "notes",
                 .name = "decisions",
                 .heading = "Decisions",
                 .fill = FillOrder::kWorth,
                 .steps = 1,
                 .demoted_heading = "Also noted:",
                 .count_rest = true}},
    PackSection{PackPlace::kTexts,
                {.source = "notes",
                 .name = "learnings",
                 .heading = "Learnings",
                 .fill = FillOrder::kWorth,
                 .steps = 1,
                 .demoted_heading = "Also noted:",
                 .count_rest = true}},
    PackSection{PackPlace::kAround,
                {.source = "notes",
                 .name = "tasks",
                 .heading = "Open tasks",
                 .fill = FillOrder::kWorth,
                 .steps = 1,
                 .count_rest = true}},
};
constexpr std::array<SectionKey, 2> kOthers = {{{"notes", "tasks"}, {"notes", "conventions"}}};
constexpr std::array<SectionKey, 4> kCompeting = {
    {{"notes", "decisions"}, {"notes", "learnings"}, {"notes", "tasks"}, {"notes", "conventions"}}};
constexpr std::array kPackFirst = {Fill{.kind = StepKind::kFloor, .sections = kConstitution}};
constexpr std::array kPackFills = {
    Fill{.kind = StepKind::kSplit, .sections = kEntries},
    Fill{.kind = StepKind::kAdd, .sections = kOthers},
};

}  // namespace

std::span<const SectionPolicy> NotesPolicies() { return kNotes; }
std::span<const Fill> NotesTaskFills() { return kNotesTaskFills; }
std::span<const Fill> NotesEntryFills() { return kNotesEntryFills; }

PackPart NotesPart() {
  return {.source = "notes",
          .order = 10,
          .turn = 10,
          .stages = kPackStages,
          .sections = kPackSections,
          .share = packet::SourceShare{"notes", {40}},
          .competing = kCompeting,
          .first = kPackFirst,
          .fills = kPackFills};
}

}  // namespace satchel::pipeline
