#include "memory/pack/sections.h"

#include <array>

namespace satchel::pipeline {
namespace {

using packet::Fill;
using packet::FillOrder;
using packet::SectionKey;
using packet::SectionPolicy;
using packet::StepKind;

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

// --- In the packet of everything ---

constexpr std::array<std::string_view, 5> kPackStages = {
    "memory.plan", "memory.profile", "memory.candidates", "memory.score", "memory.rerank"};
// A hard limit, which a setting changes (maxMemoryTokens).
constexpr std::size_t kMostTokens = 2'000;
constexpr std::array kPackSections = {
    PackSection{PackPlace::kPerson,
                {.source = "memory",
                 .name = "pinned",
                 .heading = "Pinned",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
    PackSection{PackPlace::kPerson,
                {.source = "memory",
                 .name = "profile",
                 .heading = "Profile",
                 .cap = {50},
                 .cap_lifts = true,
                 .fill = FillOrder::kGiven}},
    PackSection{PackPlace::kTexts,
                {.source = "memory", .name = "artifacts", .heading = "Verbatim"}},
    PackSection{PackPlace::kTexts,
                {.source = "memory",
                 .name = "memories",
                 .heading = "Memories",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
    PackSection{PackPlace::kTexts,
                {.source = "memory",
                 .name = "episodes",
                 .heading = "Episodes",
                 .fill = FillOrder::kWorth,
                 .steps = 1}},
};
constexpr std::array<SectionKey, 1> kPinned = {{{"memory", "pinned"}}};
constexpr std::array<SectionKey, 5> kCompeting = {{{"memory", "pinned"},
                                                   {"memory", "artifacts"},
                                                   {"memory", "profile"},
                                                   {"memory", "memories"},
                                                   {"memory", "episodes"}}};
constexpr std::array kPackFills = {
    Fill{.kind = StepKind::kAdd, .sections = kPinned},
    Fill{.kind = StepKind::kAdd, .sections = kArtifacts},
    Fill{.kind = StepKind::kAdd, .sections = kProfile, .waiting = kRecalled},
    Fill{.kind = StepKind::kAdd, .sections = kRecalled},
};

}  // namespace

std::span<const SectionPolicy> MemoryPolicies() { return kMemory; }
std::span<const Fill> MemoryFills() { return kMemoryFills; }

PackPart MemoryPart() {
  return {.source = "memory",
          .order = 30,
          .turn = 20,
          .stages = kPackStages,
          .sections = kPackSections,
          .share = packet::SourceShare{"memory", {20}, kMostTokens},
          .competing = kCompeting,
          .first = {},
          .fills = kPackFills};
}

}  // namespace satchel::pipeline
