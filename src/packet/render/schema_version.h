#pragma once

namespace satchel::packet {

// `schema_version` of every JSON object that Satchel answers with, whichever face prints it.
inline constexpr int kSchemaVersion = 1;

}  // namespace satchel::packet
