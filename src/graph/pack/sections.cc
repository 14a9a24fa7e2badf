#include "graph/pack/sections.h"

#include <array>

namespace satchel::pipeline {
namespace {

using packet::Fill;
using packet::FillOrder;
using packet::SectionKey;
using packet::SectionPolicy;
using packet::StepKind;

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

// --- In the packet of everything ---

// Without what changed lately, which is no answer to a task.
constexpr std::array<std::string_view, 4> kPackStages = {"graph.tasks", "graph.decisions",
                                                         "graph.knowledge", "graph.pack"};
constexpr std::array kPackSections = {
    PackSection{PackPlace::kTexts,
                {.source = "graph",
                 .name = "decisions",
                 .heading = "Decisions of the graph",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
    PackSection{PackPlace::kTexts,
                {.source = "graph",
                 .name = "knowledge",
                 .heading = "Knowledge",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
    PackSection{PackPlace::kAround,
                {.source = "graph",
                 .name = "tasks",
                 .heading = "Tasks of the graph",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
};
constexpr std::array kPackFirst = {Fill{.kind = StepKind::kLeaveOut, .sections = kNodes}};
constexpr std::array kPackFills = {Fill{.kind = StepKind::kInOrder, .sections = kNodes}};

}  // namespace

std::span<const SectionPolicy> GraphPolicies() { return kGraph; }
std::span<const Fill> GraphDeltaFills() { return kGraphDeltaFills; }
std::span<const Fill> GraphFills() { return kGraphFills; }

PackPart GraphPart() {
  return {.source = "graph",
          .order = 20,
          .turn = 30,
          .stages = kPackStages,
          .sections = kPackSections,
          .share = packet::SourceShare{"graph", {20}},
          .competing = kNodes,
          .first = kPackFirst,
          .fills = kPackFills};
}

}  // namespace satchel::pipeline
