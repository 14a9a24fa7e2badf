#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "packet/packet.h"

namespace satchel::packet {

// The line rules since which omissions are named in a list, which prompts fence.
inline constexpr int kFencedOmissions = 3;

// The budget meter, one line of fixed width (per section asked, used, dropped). A packet that shows
// no meter has one line that counts what is not shown, if there is something and room for it. Both
// hold Satchel's own words only.
std::string MeterText(const Packet& packet);

// The largest omissions that the packet names, largest first.
std::vector<const Omission*> NamedOmissions(const Packet& packet);
// A list item for each of them. Their titles are retrieved text.
std::string OmissionLines(const Packet& packet);

// Says by how much what must be shown exceeds the budget.
std::string OverBudgetLine(const Packet& packet);

}  // namespace satchel::packet
