#pragma once

#include "base/json.h"
#include "base/result.h"
#include "memory/files/memory.h"

// A memory as one JSON object: docs/formats/memory.md, "Rows", has the keys.
namespace satchel::memory {

// Everything a memory says, except its namespace and path. Keys with empty or default values are
// omitted; text, category and id are always there.
Json RowOf(const Memory& memory);

// Reads what RowOf() made, or an object with only some of its keys. Ignores unknown keys.
// kInvalidInput names the value that cannot be used.
Result<Memory> MemoryFromRow(const Json& row);

}  // namespace satchel::memory
