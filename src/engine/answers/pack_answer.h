#pragma once

#include <string_view>

#include "base/json.h"
#include "engine/requests/packets.h"

namespace satchel::engine {

// The packet of everything and the run that made it: docs/formats/pack.md.
Json PackJson(const PacketAnswer& answer);
// For a caller that reads the rendered text: `packet` is the text, and beside it is only what the
// next request needs.
Json PackTextJson(const PacketAnswer& answer);

// Whether a remark only says that the workspace has no notes, graphs or memories, which is how most
// workspaces are.
bool SaysThatASourceIsAbsent(std::string_view remark);

}  // namespace satchel::engine
