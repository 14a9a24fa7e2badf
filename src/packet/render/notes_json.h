#pragma once

#include "base/json.h"
#include "packet/packet.h"

namespace satchel::packet {

// A packet of notes with the keys of specification 002 at the top level and ours
// (budget, over_budget, report, digest) beside them. docs/formats/agent.md.
Json NotesJson(const Packet& packet);

}  // namespace satchel::packet
