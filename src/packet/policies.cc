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
    {.name = "constitution", .heading = "Constitution", .floor = true, .fill = FillOrder::kGiven},
    {.name = "read_order", .heading = "Read These Files", .floor = true, .fill = FillOrder::kGiven},
    {.name = "tasks",
     .heading = "Current Tasks",
     .cap = {40},
     .full = {80},
     .fill = FillOrder::kNewest,
     .show_by_position = true,
     .steps = 1,
     .count_rest = true},
    {.name = "conventions", .heading = "Key Conventions", .cap = {20}, .fill = FillOrder::kGiven},
    {.name = "decisions",
     .heading = "Recent Decisions",
     .reserve = {20},
     .full = {80},
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.name = "learnings",
     .heading = "Recent Learnings",
     .reserve = {20},
     .full = {80},
     .steps = 1,
     .demoted_heading = "Also noted:",
     .count_rest = true},
    {.name = "instruction", .heading = "", .floor = true, .fill = FillOrder::kGiven},
}};

// Caps are by count, which the request sets; a budget is optional, and under one titles come
// before full texts, from the first section to the last.
constexpr std::array<SectionPolicy, 5> kGraph = {{
    {.name = "overview", .heading = "Request", .fill = FillOrder::kGiven},
    {.name = "tasks", .heading = "Tasks", .steps = 1},
    {.name = "decisions", .heading = "Decisions", .steps = 1},
    {.name = "knowledge", .heading = "Knowledge", .steps = 1},
    {.name = "deltas", .heading = "Recent Changes", .fill = FillOrder::kGiven, .steps = 1},
}};

// A hard cap in assembly order. The profile is cut at paragraphs and takes half
// at most while memories wait.
constexpr std::array<SectionPolicy, 4> kMemory = {{
    {.name = "artifacts", .heading = "Verbatim"},
    {.name = "profile",
     .heading = "Profile",
     .cap = {50},
     .cap_lifts = true,
     .fill = FillOrder::kGiven},
    {.name = "memories", .heading = "Memories", .steps = 1},
    {.name = "episodes", .heading = "Episodes", .steps = 1},
}};

// One section a tier. Every file is named before any body is shown; bodies then
// go to the earliest tier, and in it to primary symbols, first.
constexpr std::array<SectionPolicy, 4> kCode = {{
    {.name = "seeds", .heading = "Seeds", .steps = 3},
    {.name = "dependencies", .heading = "Dependencies", .steps = 3},
    {.name = "co_changes", .heading = "Changed together", .steps = 3},
    {.name = "metadata", .heading = "Related", .steps = 3},
}};

}  // namespace

std::span<const SectionPolicy> NotesPolicies() { return kNotes; }
std::span<const SectionPolicy> GraphPolicies() { return kGraph; }
std::span<const SectionPolicy> MemoryPolicies() { return kMemory; }
std::span<const SectionPolicy> CodePolicies() { return kCode; }

const SectionPolicy& PolicyNamed(std::span<const SectionPolicy> policies, std::string_view name) {
  for (const SectionPolicy& policy : policies) {
    if (policy.name == name) return policy;
  }
  assert(false && "no such section");
  return policies.front();
}

}  // namespace satchel::packet
