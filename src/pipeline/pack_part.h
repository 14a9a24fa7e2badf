#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "packet/plan.h"
#include "packet/policy.h"

// What a source brings to the packet of everything, as data.
namespace satchel::pipeline {

// Where a section stands in that packet. What is the same for every task comes first, so that a
// prompt cache holds; then what answers the task; last the tasks around it, which change most.
enum class PackPlace : std::uint8_t {
  kRules,   // that hold for every task
  kPerson,  // what the person wants every time
  kStyle,   // conventions
  kTexts,   // that answer the task
  kPieces,  // of what the task is about
  kAround,  // other open tasks
};

struct PackSection {
  PackPlace place = PackPlace::kTexts;
  packet::SectionPolicy policy;
};

struct PackPart {
  std::string_view source;
  // Sources run and stand in this order. The last one gets what the others leave.
  int order = 0;
  // Sources fill their sections in this order.
  int turn = 0;
  std::span<const std::string_view> stages;
  std::span<const PackSection> sections;
  // Nothing: no limit.
  std::optional<packet::SourceShare> share;
  // Sections that compete for the budget.
  std::span<const packet::SectionKey> competing;
  // Before the shares are settled: what is shown at every budget, and what counts leave out.
  std::span<const packet::Fill> first;
  // After that.
  std::span<const packet::Fill> fills;
};

}  // namespace satchel::pipeline
