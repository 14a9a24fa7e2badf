#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/lexical/ranking.h"

namespace satchel::lexical {

// What is known of a segment before any of its rows is read.
struct SegmentSummary {
  Ranking ranking;     // by which the bounds were made
  double average = 0;  // length of a document when they were made
  std::uint32_t documents = 0;
  std::uint32_t groups = 0;
  std::uint32_t terms = 0;
  std::uint8_t term_bits = 0;   // of a hash, that find a row of terms
  std::uint8_t group_bits = 0;  // the same for keys
  PerField lengths{};           // of all documents
  // The 255 most frequent combinations of frequencies; a posting has the number, from 1.
  std::vector<Frequencies> codes;
  std::vector<std::uint64_t> code_counts;      // how many postings have it
  std::vector<std::uint32_t> first_documents;  // of each row of groups

  // With a check that is good for this segment alone.
  std::string Bytes(std::int64_t segment) const;
  std::uint32_t windows() const;
};

// kCorrupt when the bytes are damaged.
Result<SegmentSummary> ReadSummary(std::int64_t segment, std::string_view bytes);

// How many postings a term has in a segment when they are kept by windows.
std::uint32_t DenseFrom(std::uint32_t documents);

}  // namespace satchel::lexical
