#pragma once

#include "base/json.h"
#include "engine/requests/packets.h"

namespace satchel::engine {

// A packet of notes and the run that made it: `agent`, docs/formats/agent.md.
Json NotesAnswerJson(const PacketAnswer& answer);

}  // namespace satchel::engine
