#pragma once

#include <string>

#include "base/id.h"
#include "packet/packet.h"

namespace satchel::packet {

// The file of a piece of code, which its id names before its lines.
std::string PathOfItem(const Item& item);

// Whether one id names all lines of the other, in the same file: `path:first-last`. Equal ids do.
bool HasLinesOf(const ItemId& id, const ItemId& other);

}  // namespace satchel::packet
