#pragma once

#include <string>

#include "packet/packet.h"

namespace satchel::packet {

// The file of a piece of code, which its id names before its lines.
std::string PathOfItem(const Item& item);

}  // namespace satchel::packet
