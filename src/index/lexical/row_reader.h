#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "index/lexical/postings.h"
#include "index/lexical/ranking.h"
#include "index/lexical/row_cache.h"
#include "index/lexical/segment_writer.h"
#include "index/lexical/summary.h"
#include "store/database.h"

namespace satchel::lexical {

// A term in a segment.
struct CachedTerm final : CachedRow {
  std::string term;
  TermEntry::Form form = TermEntry::Form::kInline;
  std::uint32_t documents = 0;  // that have it; 0: none
  std::uint32_t number = 0;
  TermHead head;     // of kList and kDense
  std::string data;  // the list, or a bound for each window
  std::size_t bytes() const override { return sizeof(*this) + term.capacity() + data.capacity(); }
};

// All terms of a segment, for whoever looks for those that look like a word.
struct CachedTermList final : CachedRow {
  struct Entry {
    std::uint32_t end = 0;  // of its text
    std::uint32_t documents = 0;
  };
  std::string texts;  // one behind the other
  std::vector<Entry> entries;
  std::size_t bytes() const override {
    return sizeof(*this) + texts.capacity() + entries.capacity() * sizeof(Entry);
  }
};

struct CachedWindows final : CachedRow {
  explicit CachedWindows(WindowRow read) : row(std::move(read)) {}
  WindowRow row;
  std::size_t bytes() const override { return row.bytes(); }
};

struct GroupPlace {
  std::string key;
  std::uint32_t group = 0;
  std::uint32_t first = 0;  // document
  std::uint32_t documents = 0;
  PerField lengths{};
  friend bool operator==(const GroupPlace&, const GroupPlace&) = default;
};
struct CachedGroups final : CachedRow {
  std::vector<GroupPlace> groups;
  std::size_t bytes() const override;
};

// Where a key is in a segment, or that it is not there.
struct CachedKey final : CachedRow {
  std::string key;
  std::optional<GroupPlace> place;
  std::size_t bytes() const override;
};

// A segment, before any of its rows is read.
struct Segment {
  std::int64_t id = 0;
  std::int64_t size = 0;  // bytes of its rows
  SegmentSummary summary;
};

// Rows of one segment, by their numbers.
struct SegmentRows {
  const Segment* segment = nullptr;
  std::vector<std::uint32_t> rows;
};

// All rows of one kind above a key, unchecked.
Result<std::vector<store::SegmentRow>> ReadAllRows(store::Transaction& transaction,
                                                   std::string_view source, std::int64_t segment,
                                                   RowKind kind, std::string after = {});

// kCorrupt when its summary is damaged or is one of other fields.
Result<Segment> SegmentOf(const store::SegmentInfo& info, const Ranking& ranking);

// The groups of one row of them, added to `kept`. REQUIRES: the segment has such a row.
Status ReadGroupRow(const Segment& segment, std::uint32_t row, std::string_view data,
                    CachedGroups& kept);

// Reads rows of segments inside a transaction, by the cache where it has them, checks them, and
// keeps them. Each call is one round trip for all it is asked, unless it says otherwise,
// ReadTerms() two. Confined to one thread.
class RowReader {
 public:
  // All must outlive it.
  RowReader(store::Transaction& transaction, std::string_view source, const Ranking& ranking,
            RowCache& cache)
      : transaction_(transaction), source_(source), ranking_(ranking), cache_(cache) {}

  // Of each segment, of each term; never null.
  using Terms = std::vector<std::vector<std::shared_ptr<const CachedTerm>>>;
  Result<Terms> ReadTerms(std::span<const Segment* const> segments,
                          std::span<const std::string> terms);

  struct WindowsKey {
    std::uint32_t number = 0;
    std::uint32_t row = 0;
  };
  Result<std::vector<std::shared_ptr<const CachedWindows>>> ReadWindows(
      const Segment& segment, std::span<const WindowsKey> keys);
  // The weighed length of every document, to the end of the last window. Not kept.
  Result<std::vector<std::uint8_t>> ReadLengths(const Segment& segment);
  // Of each segment, of each row.
  using Groups = std::vector<std::vector<std::shared_ptr<const CachedGroups>>>;
  Result<Groups> ReadGroups(std::span<const SegmentRows> wanted);
  Result<std::vector<std::shared_ptr<const CachedGroups>>> ReadGroups(
      const Segment& segment, std::span<const std::uint32_t> rows);

  // Of each segment the groups that have one of these keys, in two round trips.
  Result<std::vector<std::vector<GroupPlace>>> FindGroups(std::span<const Segment* const> segments,
                                                          std::span<const std::string> keys);
  Result<std::vector<GroupPlace>> FindGroups(const Segment& segment,
                                             std::span<const std::string> keys);

  // Calls visit(term, documents that have it) for every term of a segment. The terms are kept,
  // unless there are too many of them; what is not kept is read a page of rows at a time.
  using VisitTerm = std::function<void(std::string_view term, std::uint64_t documents)>;
  Status VisitTerms(const Segment& segment, const VisitTerm& visit);

  store::Transaction& transaction() { return transaction_; }
  const std::string& source() const { return source_; }
  const Ranking& ranking() const { return ranking_; }

 private:
  // Of one segment, the keys that the cache did not have.
  struct MissingKeys {
    const Segment* segment = nullptr;
    std::vector<std::size_t> keys;                   // which
    std::vector<std::vector<std::uint32_t>> groups;  // of each: those with the same leading bits
  };
  Status ReadEveryTerm(const Segment& segment, const VisitTerm& visit);
  Status ReadGroupNumbers(std::span<const std::string> keys, std::span<MissingKeys> missing);
  Status FindTerms(std::span<const Segment* const> segments, std::span<const std::string> terms,
                   std::vector<std::vector<std::shared_ptr<CachedTerm>>>& found, const Terms& kept);
  Status ReadOwnRows(std::span<const Segment* const> segments,
                     std::vector<std::vector<std::shared_ptr<CachedTerm>>>& found);

  store::Transaction& transaction_;
  std::string source_;
  const Ranking& ranking_;
  RowCache& cache_;
};

std::uint32_t DocumentsInRow(const Segment& segment, std::uint32_t row);

}  // namespace satchel::lexical
