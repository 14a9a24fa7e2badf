#pragma once

#include <string>

#include "packet/packet.h"

namespace satchel::cli {

// A line a source: how much of the budget it takes as a bar, in tokens, and what did not fit.
std::string BudgetBar(const packet::Packet& packet);

}  // namespace satchel::cli
