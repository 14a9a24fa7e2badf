#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "packet/cost.h"
#include "packet/packet.h"

namespace satchel::packet {

// What a source takes of a packet.
struct SourceUse {
  std::string source;
  Cost cost;
  std::size_t items = 0;    // shown
  std::size_t dropped = 0;  // not shown at all
};

// Of every source that has a section, in the order of the first one.
std::vector<SourceUse> UseBySource(const Packet& packet);

}  // namespace satchel::packet
