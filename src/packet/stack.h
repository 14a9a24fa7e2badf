#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "packet/packer.h"

// Internal to the packer: what it works on while a section is filled.
namespace satchel::packet {

// A rendition that may be used and what it costs.
struct Rung {
  std::size_t step = 0;  // index into the candidate's renditions
  Cost cost;
};

struct Packer::Line {
  Candidate candidate;
  // Richest first, each cheaper than the one before: a poorer rendition that
  // saves nothing (a title longer than its text) is no step down.
  std::vector<Rung> ladder;
  std::optional<std::size_t> rung;  // nothing: not shown
  std::uint64_t turn = 0;           // when it was chosen

  Cost full() const { return ladder.front().cost; }
  Cost poorest() const { return ladder.back().cost; }
  Cost chosen() const { return ladder[rung.value_or(0)].cost; }  // it is shown
};

struct Packer::Stack {
  const SectionPolicy& policy;
  Section& section;
  std::vector<Line> lines;

  bool AnyShown() const {
    return std::ranges::any_of(lines, [](const Line& line) { return line.rung.has_value(); });
  }
};

// REQUIRES: the packet has that section.
inline Section& SectionNamed(Packet& packet, std::string_view name) {
  return *std::ranges::find(packet.sections, name, &Section::name);
}

}  // namespace satchel::packet
