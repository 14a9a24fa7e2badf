#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "index/lexical/postings.h"
#include "index/lexical/ranking.h"
#include "index/lexical/summary.h"
#include "store/segments.h"

namespace satchel::lexical {

// All documents of a segment, in their order: that of keys.
struct SegmentDocuments {
  struct Group {
    std::string key;
    std::uint32_t documents = 0;
    PerField lengths{};  // of all its documents
  };
  std::vector<Group> groups;
  // Of each field, a byte a document.
  std::vector<std::vector<std::uint8_t>> lengths;

  std::uint32_t size() const {
    return lengths.empty() ? 0 : static_cast<std::uint32_t>(lengths.front().size());
  }
};

// The order of terms in a segment: by hash, so that those of several segments can be merged as
// they come and every row of terms is found by a few bits.
std::uint64_t TermHash(std::string_view term);
std::uint64_t KeyHash(std::string_view key);
// The row that holds a hash, by so many of its leading bits.
std::uint32_t RowOf(std::uint64_t hash, std::uint8_t bits);

// Which combinations get a code: the most frequent, ties by value.
using CodeCounts = std::vector<std::pair<Frequencies, std::uint64_t>>;

// Turns postings into the rows of a segment, one after the other. Confined to one thread.
class SegmentWriter {
 public:
  using Put = std::function<Status(store::SegmentRow row)>;

  // `terms`: about how many. The documents must outlive the writer.
  SegmentWriter(std::int64_t segment, const Ranking& ranking, const SegmentDocuments& documents,
                std::size_t terms, CodeCounts counts, Put put);

  // REQUIRES: in the order of hashes, then of terms; postings in the order of documents, not empty.
  Status AddTerm(std::uint64_t hash, std::string_view term,
                 std::span<const DocumentPosting> postings);
  // The last rows, and what the segment's row says.
  Result<store::SegmentInfo> Finish();

 private:
  Status PutRow(RowKind kind, std::uint32_t key, std::int64_t part, std::string data);
  Status PutLists(std::uint32_t number, std::span<const DocumentPosting> postings);
  Status PutDense(std::uint32_t number, std::span<const DocumentPosting> postings);
  Status PutTermsBefore(std::uint32_t bucket);
  Status PutLengths();
  Status PutGroups();
  void Saturate(std::span<const DocumentPosting> postings);
  float Best(std::size_t rank);

  std::int64_t segment_;
  const SegmentDocuments& documents_;
  Put put_;
  SegmentSummary summary_;
  CodeTable codes_;
  Saturation saturation_;
  std::vector<std::uint8_t> weighed_;  // length of each document
  std::uint32_t bucket_ = 0;
  ByteWriter terms_;  // of the current bucket
  std::uint32_t next_number_ = 0;
  std::vector<float> saturated_;  // of the postings at hand
  std::vector<float> sorted_;
  std::int64_t size_ = 0;
};

// A term as a row of terms has it.
struct TermEntry {
  enum class Form : std::uint8_t { kInline, kList, kDense };
  Form form = Form::kInline;
  std::uint32_t documents = 0;  // that have it
  std::uint32_t number = 0;     // of its own rows
  std::string_view list;        // kInline
};

// Calls visit(term, entry) until it returns true. False when the bytes are damaged.
template <class Visit>
bool ForEachTerm(std::string_view row, Visit&& visit) {
  ByteReader in(row);
  while (in.ok() && in.left() > 0) {
    const std::string_view term = in.String();
    const std::uint64_t head = in.Number();
    TermEntry entry;
    if ((head & 3U) > 2 || (head >> 2U) > 0xFFFFFFFFU) return false;
    entry.form = static_cast<TermEntry::Form>(head & 3U);
    entry.documents = static_cast<std::uint32_t>(head >> 2U);
    if (entry.form == TermEntry::Form::kInline) {
      entry.list = in.String();
    } else {
      entry.number = in.Small();
    }
    if (!in.ok()) return false;
    if (visit(term, entry)) return true;
  }
  return in.ok();
}

// What stands before the postings or bounds in a row of a term's own.
struct TermHead {
  float most = 0;     // the best saturation of a document
  float best20 = 0;   // of the 20th, or 0
  float best100 = 0;  // of the 100th, or 0
};
inline constexpr std::size_t kTermHeadBytes = 12;

}  // namespace satchel::lexical
