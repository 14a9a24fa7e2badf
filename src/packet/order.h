#pragma once

#include <vector>

#include "packet/candidate.h"
#include "packet/packet.h"
#include "packet/policy.h"

namespace satchel::packet {

// Candidates in the order in which a section offers them a place. Total: equal
// keys end in id, source and contents, so the order of arrival decides nothing.
// A second candidate of the same source and id goes to `duplicates`.
struct Ordered {
  std::vector<Candidate> candidates;
  std::vector<Candidate> duplicates;
};

Ordered OrderForFilling(const SectionPolicy& policy, std::vector<Candidate> candidates);

// By position, ending in the same total order.
void SortByPosition(std::vector<Item>& items);

}  // namespace satchel::packet
