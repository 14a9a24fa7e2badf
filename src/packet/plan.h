#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "packet/policy.h"

// How a packet is packed, as data: its sections, what each source is given, and in which order
// which sections are filled in which way.
namespace satchel::packet {

// The key of a section.
struct SectionKey {
  std::string_view source;
  std::string_view name;
  friend constexpr bool operator==(SectionKey, SectionKey) = default;
};

constexpr SectionKey KeyOf(const SectionPolicy& policy) { return {policy.source, policy.name}; }

// The ways to fill: what the packer can do with what was offered.
enum class StepKind : std::uint8_t {
  kFloor,     // one section, whole, at every budget
  kAdd,       // one section, within its cap
  kSplit,     // several share what is left in proportion to need
  kTogether,  // several at once: everything by its poorest rendition, then better ones in order
  kLeaveOut,  // one section: what a number of items cut is reported, and nothing of it shown
  kInOrder,   // as kTogether, but nothing of a later section while something of an earlier is out
  kShare,     // nothing is shown: what each source may take is settled by what its items are worth
  kTiers,     // several at once: pinned ones by their poorest rendition, then one section after the
              // other: what fits in full, in order, then shorter forms of the rest
};

// One filling. Sections to which nothing was offered are filled with nothing.
struct Fill {
  StepKind kind = StepKind::kAdd;
  std::span<const SectionKey> sections;
  // kAdd: later sections whose needs come before a cap that lifts.
  std::span<const SectionKey> waiting;
  // kFloor: not at a budget of nothing, where all of it is left out.
  bool above_zero = false;
};

// What the packer needs to know of a recipe.
struct PackPlan {
  std::span<const SectionPolicy> sections;  // in the order shown
  std::span<const SourceShare> shares;      // a source that is not named is given everything
};

// REQUIRES: the plan has a section of that key.
const SectionPolicy& PolicyOf(std::span<const SectionPolicy> policies, SectionKey key);

}  // namespace satchel::packet
