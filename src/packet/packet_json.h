#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "packet/packet.h"

namespace satchel::packet {

// The JSON form of a packet, documented in docs/formats/packet.md. Keys, report
// and explanations are outside the budget; the items are those of the text.
inline constexpr int kPacketSchemaVersion = 1;

// What a caller gets: each item with the text that is shown, and the report.
Json ToJson(const Packet& packet);

// The same with all renditions of the items shown, so that packing can go on.
Json ToStoredJson(const Packet& packet);

// Reads what ToStoredJson() wrote: a session and `replay` go on from it. Bytes
// from outside: whatever does not fit is an error that names the place.
Result<Packet> FromJson(const Json& json);
Result<Packet> ParsePacket(std::string_view text);

// The sections alone, as the digest takes them: what is shown and how, without
// counts that depend on the counter.
Json SectionsJson(const Packet& packet);

// SHA-256 over the canonical JSON of the request without its clock, the snapshot
// and the sections. Hexadecimal.
std::string DigestOf(const Json& request, const Json& snapshot, const Packet& packet);

}  // namespace satchel::packet
