#pragma once

#include "base/json.h"
#include "engine/requests/packets.h"

namespace satchel::engine {

// A packet of notes and the run that made it: `agent`, docs/formats/agent.md.
Json NotesAnswerJson(const PacketAnswer& answer);

// Sets `unrecorded` to a sentence if the run, or only its session, was not recorded.
void AddUnrecorded(const PacketAnswer& answer, Json& json);

}  // namespace satchel::engine
