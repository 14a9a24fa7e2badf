#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "index/lexical/ranking.h"
#include "index/lexical/row_reader.h"
#include "index/lexical/segment_search.h"
#include "index/lexical/snapshot.h"

namespace satchel::lexical {

// A term of the query in a document.
struct Occurrence {
  std::uint32_t ordinal = 0;  // of the document under its key
  std::uint32_t term = 0;     // index into the query's
  Frequencies frequencies = 0;
  Units units = 0;          // what it gives when the query has it once
  std::uint8_t length = 0;  // of the document, weighed, as a byte
  friend auto operator<=>(const Occurrence&, const Occurrence&) = default;
};

// All that a group has of the query: what ranking is made from.
struct GroupEvidence {
  std::string key;
  std::uint32_t documents = 0;
  PerField lengths{};                   // terms in each field of all its documents
  std::vector<Occurrence> occurrences;  // by ordinal, then term
  friend bool operator==(const GroupEvidence&, const GroupEvidence&) = default;
};

// Adds what a segment has of the terms in these groups: evidence[i] is of places[i]. A round trip.
// REQUIRES: places are of this segment, in the order of documents.
Status GatherEvidence(RowReader& reader, const LiveSegment& live, const Saturation& saturation,
                      std::span<const WeighedTerm> terms, std::span<const GroupPlace> places,
                      std::span<GroupEvidence* const> evidence);

}  // namespace satchel::lexical
