#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/snapshot.h"

namespace satchel::lexical {

struct Found {
  Units units = 0;
  std::uint32_t document = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

// A term of the query in one segment.
struct WeighedTerm {
  std::shared_ptr<const CachedTerm> kept;
  float weight = 0;
};

struct SegmentQuery {
  std::span<const WeighedTerm> terms;
  std::size_t limit = 0;
  Units at_least = 0;  // nothing below is wanted
};

// The best documents of a segment, best first, of equal ones the earlier document first: what
// scoring every document would give.
Result<std::vector<Found>> SearchSegment(RowReader& reader, const LiveSegment& live,
                                         const Saturation& saturation, const SegmentQuery& query);

// How many documents with a term are no longer there.
Result<std::uint32_t> CountDead(RowReader& reader, const LiveSegment& live, const CachedTerm& term);

// What a term gives to one document, and how often it has it.
struct TermInDocument {
  Frequencies frequencies = 0;
  Units units = 0;
};
Result<TermInDocument> LookAt(RowReader& reader, const LiveSegment& live,
                              const Saturation& saturation, const WeighedTerm& term,
                              std::uint32_t document);

}  // namespace satchel::lexical
