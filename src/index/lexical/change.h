#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/lexical/row_reader.h"

namespace satchel::lexical {

// What a key has from now on.
struct Change {
  std::string key;
  std::string group;  // of a GroupWriter; empty: nothing any more
  // The caller knows that the index has nothing of this key, so that no segment is asked for it:
  // what fills an empty index would otherwise ask all of them again and again.
  bool is_new = false;
  friend bool operator==(const Change&, const Change&) = default;
};

// A row of changes. Of two with the same key the later one counts.
std::string WriteChanges(std::span<const Change> changes);
Result<std::vector<Change>> ReadChanges(std::string_view bytes);
Result<std::vector<Change>> ReadChangeRow(const store::SegmentRow& row);

// What waits to become a segment, as the row of segment 0 says it.
struct ChangeCounts {
  std::int64_t documents = 0;
  std::int64_t bytes = 0;  // of keys and groups
};
ChangeCounts CountChanges(std::span<const Change> changes);

// Groups of a segment that are no longer: a row of them. `before`: the segment's generation until
// now, which is the number of the row before it.
std::string WriteDead(std::int64_t before, std::span<const GroupPlace> groups, std::size_t fields);
// The groups of all such rows of a segment, in their order. kCorrupt when one is missing.
Result<std::vector<GroupPlace>> ReadDead(const Segment& segment, std::int64_t generation,
                                         std::span<const store::SegmentRow> rows);

}  // namespace satchel::lexical
