#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "memory/requests/items.h"

// Memories as lines of JSON, one each: docs/formats/memory.md has the keys.
namespace satchel::engine {

// Calls `sink` with each line, with its line feed, by namespace and path. Returns the number of
// lines. Their strings have no secret and no invisible character: print and write them unchanged,
// because escaping a whole line would break its JSON.
using MemoryLineSink = std::function<void(std::string_view line)>;
Result<std::size_t> ExportMemories(const MemoryPlace& place, const MemoryScope& scope,
                                   const MemoryLineSink& sink, const Deadline& deadline);

}  // namespace satchel::engine
