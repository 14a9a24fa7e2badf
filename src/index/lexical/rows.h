#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/segments.h"

// What the rows of a segment are, and the check that stands at the end of each.
namespace satchel::lexical {

// Stored: never changes.
enum class RowKind : std::uint8_t {
  kTerms = 1,     // under a number of leading bits of a hash: the terms with it
  kList = 2,      // under a term's number: its postings, when they are few
  kBounds = 3,    // under a term's number: what it is worth in each window at most
  kWindows = 4,   // under a term's number, a part for 64 windows: its postings
  kLengths = 5,   // under a number of 16,384 documents: their lengths
  kGroups = 6,    // under a number of 64 groups: their keys and documents
  kGroupsAt = 7,  // under a number of leading bits of a key's hash: the groups with it
  kChange = 8,    // of segment 0, under a change's number: keys and their documents now
  kDead = 9,      // under a change's number: groups that are no longer
};

inline constexpr std::uint32_t kWindow = 256;  // documents
inline constexpr std::uint32_t kWindowsInARow = 64;
inline constexpr std::uint32_t kDocumentsInARow = kWindow * kWindowsInARow;
inline constexpr std::uint32_t kGroupsInARow = 64;
inline constexpr std::int64_t kChanges = 0;  // the segment of what is in none yet

// The generation of a segment that is being made, or that another one has replaced. Nobody reads
// it, and nobody counts on its rows: they are not all there yet, or no longer.
inline constexpr std::int64_t kHidden = -1;
inline bool IsHidden(const store::SegmentInfo& segment) { return segment.generation <= kHidden; }

// Big-endian, so that rows stand in the order of their numbers.
std::string NumberKey(std::uint32_t number);
std::string LongKey(std::uint64_t number);
std::uint64_t KeyNumber(std::string_view key);

// The row with a check of its bytes and of the place it stands in.
store::SegmentRow SealedRow(std::int64_t segment, RowKind kind, std::string key, std::int64_t part,
                            std::string data);
// The data without the check. kCorrupt when it does not hold.
Result<std::string_view> Unsealed(const store::SegmentRow& row);

// kCorrupt, of a row that passed its check and is wrong all the same.
std::unexpected<Error> Damaged(std::int64_t segment, std::string_view what);

}  // namespace satchel::lexical
