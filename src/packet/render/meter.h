#pragma once

#include <cstddef>
#include <string>

#include "packet/packet.h"

namespace satchel::packet {

// The budget meter, one line of fixed width (per section asked, used, dropped),
// and a line for each of the largest omissions that the packet names. A packet that shows no
// meter has one line that counts what is not shown, where there is something and room for it.
std::string MeterText(const Packet& packet);

// Says by how much what must be shown exceeds the budget.
std::string OverBudgetLine(const Packet& packet);

}  // namespace satchel::packet
