#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "engine/memory/edit.h"
#include "engine/memory/items.h"
#include "sources/memory/memory.h"

// Memories as lines of JSON, one each: docs/formats/memory.md has the keys.
namespace satchel::engine {

// All that a memory says, but for where it is. What is empty or as usual is left out, except for
// text, category and id.
Json RowOf(const memory::Memory& memory);
// What RowOf() made, or a row that has only some of its keys; `text` is the least. Keys that are
// not known are ignored. kInvalidInput says which value cannot be used.
Result<memory::Memory> MemoryFromRow(const Json& row);

// Calls `sink` with each line, with its line feed, by namespace and path. How many there were.
using MemoryLineSink = std::function<void(std::string_view line)>;
Result<std::size_t> ExportMemories(const MemoryPlace& place, const MemoryScope& scope,
                                   const MemoryLineSink& sink, const Deadline& deadline);

struct BadRow {
  std::size_t line = 0;  // from 1
  std::string why;
};
struct MemoryImport {
  std::size_t added = 0;
  std::size_t skipped = 0;   // an id, or for a row without one a text, that is there
  std::size_t redacted = 0;  // rows of which a secret was taken out
  std::size_t refused = 0;   // how many bad rows there were
  std::vector<BadRow> bad;   // the first of them
  std::string space;
  bool new_space = false;
};
// Rows that cannot be used are told, and all others are written, at once: another reader sees none
// of them or, a moment later, all. Nothing is superseded, and nothing compared word by word. Empty
// lines are passed over.
Result<MemoryImport> ImportMemories(const MemoryTarget& target, std::string_view lines);

}  // namespace satchel::engine
