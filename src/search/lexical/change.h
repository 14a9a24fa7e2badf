#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/lexical/row_reader.h"

namespace satchel::lexical {

// What a key has from now on.
struct Change {
  std::string key;
  std::string group;  // of a GroupWriter; empty: nothing any more
  friend bool operator==(const Change&, const Change&) = default;
};

// A row of changes. Of two with the same key the later one counts.
std::string WriteChanges(std::span<const Change> changes);
Result<std::vector<Change>> ReadChanges(std::string_view bytes);

// Groups of a segment that are no longer: a row of them.
std::string WriteDead(std::span<const GroupPlace> groups, std::size_t fields);
Status ReadDead(const Segment& segment, std::string_view bytes, std::vector<GroupPlace>& dead);

}  // namespace satchel::lexical
