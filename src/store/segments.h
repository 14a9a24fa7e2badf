#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

// Rows of the lexical index: immutable segments of posting blocks. What the bytes
// mean is the index's business.
namespace satchel::store {

struct SegmentInfo {
  std::string source;
  std::int64_t id = 0;
  std::int64_t generation = 0;
  std::int64_t documents = 0;
  std::int64_t size = 0;
  std::string summary;
  friend bool operator==(const SegmentInfo&, const SegmentInfo&) = default;
};

// A block under a key; a large one has several parts.
struct SegmentRow {
  std::int64_t segment = 0;
  std::int64_t kind = 0;
  std::string key;
  std::int64_t part = 0;
  std::string data;
  friend bool operator==(const SegmentRow&, const SegmentRow&) = default;
};

class SegmentReader {
 public:
  // The database must outlive the reader.
  explicit SegmentReader(Database& database) : database_(database) {}

  Result<std::vector<SegmentInfo>> Segments(const Scope& scope, std::string_view source) const;

 private:
  Database& database_;
};

// Inside the caller's transaction.
Result<std::vector<SegmentInfo>> ReadSegments(Transaction& transaction, std::string_view source);

struct SegmentRowQuery {
  std::int64_t segment = 0;
  std::int64_t kind = 0;
  std::vector<std::string> keys;
  std::vector<std::int64_t> parts = {};  // none: all
};
// The rows of all queries in one round trip, ordered by query, key and part.
Result<std::vector<std::vector<SegmentRow>>> ReadSegmentRows(
    Transaction& transaction, std::string_view source, std::span<const SegmentRowQuery> queries);
// At most `most` rows of one kind with keys above `after`, in the order of keys and parts. A key's
// parts may be cut: ask for one part a key, or for enough.
Result<std::vector<SegmentRow>> ReadSegmentPage(Transaction& transaction, std::string_view source,
                                                std::int64_t segment, std::int64_t kind,
                                                std::string_view after, std::int64_t most);

// Together with the documents they are of.
Status PutSegment(Transaction& transaction, const SegmentInfo& segment);
Status PutSegmentRows(Transaction& transaction, std::string_view source,
                      std::span<const SegmentRow> rows);
// The rows of one kind under keys up to `last`.
Status RemoveSegmentRows(Transaction& transaction, std::string_view source, std::int64_t segment,
                         std::int64_t kind, std::string_view last);
// The segments with all their rows.
Status RemoveSegments(Transaction& transaction, std::string_view source,
                      std::span<const std::int64_t> segments);

// Everything of the sources whose names begin so. REQUIRES: `beginning` ends in an ASCII character.
Status RemoveSources(Transaction& transaction, std::string_view beginning);

std::span<const Statement* const> SegmentStatements();

}  // namespace satchel::store
