#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "packet/packer.h"
#include "packet/record.h"

// Internal to the packer: what it works on while a section is filled.
namespace satchel::packet {

struct Packer::Line {
  Line(Stack& stack, Candidate& of);

  Candidate* candidate = nullptr;  // never null; of the stack
  std::pmr::vector<Rung> offered;  // costs before safety
  std::pmr::vector<Rung> secured;  // after it, where it changed a text
  // What safety changed. Null: the texts have not passed it and may not be shown.
  std::unique_ptr<SafetyCounts> safety;
  std::size_t escaped = 0;          // characters of the id, which is made safe at once
  bool priced = false;              // from a record, which has its costs
  bool has_texts = true;            // a record has none; those of the kept packet are used
  bool reported = false;            // so says the record it is from
  std::optional<Reason> out;        // left out before filling begins
  bool tried = false;               // had a place at some time
  std::optional<std::size_t> rung;  // nothing: not shown
  std::uint64_t turn = 0;           // when it was chosen

  std::span<const Rung> ladder() const { return safety && !secured.empty() ? secured : offered; }
  Cost full() const { return ladder().front().cost; }
  Cost poorest() const { return ladder().back().cost; }
  Cost chosen() const { return ladder()[rung.value_or(0)].cost; }  // it is shown

  void Take(std::size_t chosen_rung, std::uint64_t at) {
    rung = chosen_rung;
    turn = at;
    tried = true;
  }
};

struct Packer::Stack {
  const SectionPolicy& policy;
  Section& section;
  // Of the ladders, which are many and small.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
  std::vector<Candidate> candidates;  // in no order
  std::vector<Line> lines;            // in filling order
  std::vector<FoldedLines> folded;    // of a record
  LateParts* late = nullptr;          // as in the offer
  // Of what may be shown, as offered.
  Cost wanted;
  std::size_t count = 0;
  std::size_t reported = 0;  // dropped lines with an omission of their own

  bool AnyShown() const {
    return std::ranges::any_of(lines, [](const Line& line) { return line.rung.has_value(); });
  }
};

inline Packer::Line::Line(Stack& stack, Candidate& of)
    : candidate(&of), offered(stack.memory.get()), secured(stack.memory.get()) {}

// Whether a candidate dropped for this reason never stood in its section's queue.
inline bool NeverQueued(Reason reason) {
  return reason == Reason::kDuplicate || reason == Reason::kMaxItems;
}

// REQUIRES: the packet has that section.
inline Section& SectionNamed(Packet& packet, std::string_view name) {
  return *std::ranges::find(packet.sections, name, &Section::name);
}

}  // namespace satchel::packet
