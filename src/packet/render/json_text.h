#pragma once

#include <string>

#include "base/json.h"

namespace satchel::packet {

// Returns an answer as the JSON text that the command line prints and the library returns: with
// `schema_version`, and with every other string redacted and escaped (text/safe_text.h).
std::string JsonText(Json answer);

// Returns the same with the packet as the key `text`. The packet stays as it was rendered: its
// items were made safe before their tokens were counted, and a second pass over the whole could
// change counted text (text::SafeText::OfPacket).
std::string JsonText(Json answer, const std::string& packet);

}  // namespace satchel::packet
