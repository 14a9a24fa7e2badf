#pragma once

#include <string>

#include "base/json.h"
#include "engine/requests/packets.h"
#include "engine/requests/refine.h"

namespace satchel::engine {

// A package of code and the run that made it: `retrieve`, docs/formats/retrieve.md.
Json RetrievalJson(const PacketAnswer& answer);
// The same with what is another than in the package before: `refine`.
Json RefinedJson(const RefinedPacket& refined);

// The text of a refinement, with the names that are nowhere and what the packet lost to the budget,
// for a reader who sees nothing else.
std::string RefinedText(const RefinedPacket& refined);

// Both for a caller that reads the rendered text and counts its tokens: `packet` is the text, and
// beside it is only what the next request needs.
Json RetrievalTextJson(const PacketAnswer& answer);
Json RefinedTextJson(const RefinedPacket& refined);

}  // namespace satchel::engine
