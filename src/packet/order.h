#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "packet/candidate.h"
#include "packet/packet.h"
#include "packet/policy.h"

namespace satchel::packet {

struct Ranked {
  std::size_t index = 0;   // of the candidate
  bool duplicate = false;  // one of the same source and id comes before it
};

// The order in which a section offers candidates a place. Total: equal keys end in
// id, source and contents, so the order of arrival decides nothing.
std::vector<Ranked> OrderForFilling(FillOrder order, std::span<const Candidate> candidates);

// By position, ending in the same total order.
void SortByPosition(std::vector<Item>& items);

}  // namespace satchel::packet
