#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "index/lexical/evidence.h"
#include "index/lexical/ranking.h"
#include "index/lexical/row_cache.h"
#include "index/lexical/snapshot.h"
#include "store/database.h"

// The lexical index of a source: immutable segments of posting rows in the curated store, and the
// changes since. Exact: the answer is what scoring every document would give, on every engine and
// however documents came in.
namespace satchel::lexical {

struct QueryTerm {
  std::string text;
  std::uint32_t times = 1;  // its weight; 0: for evidence alone
};
// Of all terms of a query together: so much fits into Units, whatever the documents.
inline constexpr std::uint64_t kMostTimes = 1024;

// Why a hit has its score.
struct HitTerm {
  std::uint32_t term = 0;  // index into the query's
  Frequencies frequencies = 0;
  Units units = 0;
  friend bool operator==(const HitTerm&, const HitTerm&) = default;
};

struct Hit {
  std::string key;
  std::uint32_t ordinal = 0;  // of the document under its key
  Units units = 0;
  std::vector<HitTerm> terms = {};  // only those it has
  friend bool operator==(const Hit&, const Hit&) = default;
};

struct SearchResult {
  std::vector<Hit> hits;                 // best first, then by key and ordinal
  std::vector<std::uint64_t> documents;  // that have each term of the query
  Statistics statistics;
  std::uint64_t all_groups = 0;       // that can be found
  std::vector<GroupEvidence> groups;  // of the hits, in the order of each one's best
};

struct SearchOptions {
  std::size_t limit = 20;
  bool explain = false;    // fills Hit::terms
  std::size_t groups = 0;  // so many groups with all they have of the query
};

struct IndexStatus {
  std::uint64_t segments = 0;
  std::uint64_t documents = 0;  // that can be found
  std::uint64_t pending = 0;    // of them in no segment yet
  std::uint64_t removed = 0;    // still in segments
  std::uint64_t bytes = 0;
};

class Index;

// An index as one transaction has it: whatever is asked, the answers are of one state. Confined to
// one thread.
class IndexView {
 public:
  // Both must outlive it. REQUIRES: the transaction is of the index's database and workspace.
  IndexView(Index& index, store::Transaction& transaction);

  // REQUIRES: terms are distinct. kInvalidInput: more than kMostTimes in all. kCorrupt: rows
  // contradict themselves, nothing is answered.
  Result<SearchResult> Search(std::span<const QueryTerm> terms, const SearchOptions& options);
  // What groups have of the query, in the order of the keys; those that are not there are left out.
  // REQUIRES: terms and keys are distinct.
  Result<std::vector<GroupEvidence>> Look(std::span<const QueryTerm> terms,
                                          std::span<const std::string> keys);
  Result<IndexStatus> Status();
  // Of everything that can be found, in order.
  Result<std::vector<std::string>> Keys();
  // Every term that some document has or had, in no order, once for each segment that has it: for
  // what no hash can find, such as words that look alike. Takes about 2 ms a MB of terms.
  satchel::Status VisitTerms(const RowReader::VisitTerm& visit);
  const Ranking& ranking() const { return reader_.ranking(); }

 private:
  // Which state it is, is read once.
  Result<const Snapshot*> Current();

  Index& index_;
  RowReader reader_;
  std::shared_ptr<const Snapshot> snapshot_;  // null before the first question
};

// The reading side, for one workspace and source: what was read stays for the next question, and
// what was written since is seen by it. Shared by all threads.
class Index {
 public:
  static constexpr std::size_t kUsualCache = 64U << 20U;

  // The database must outlive it.
  Index(store::Database& curated, std::string_view source, const Ranking& ranking,
        std::size_t cache_bytes = kUsualCache);

  // One question in a transaction of its own: see IndexView.
  Result<SearchResult> Search(const store::Scope& scope, std::span<const QueryTerm> terms,
                              const SearchOptions& options);
  Result<std::vector<GroupEvidence>> Look(const store::Scope& scope,
                                          std::span<const QueryTerm> terms,
                                          std::span<const std::string> keys);
  Result<IndexStatus> Status(const store::Scope& scope);
  Result<std::vector<std::string>> Keys(const store::Scope& scope);
  const Ranking& ranking() const { return ranking_; }

 private:
  friend class IndexView;
  Result<std::shared_ptr<const Snapshot>> Current(RowReader& reader);

  // Fixed after construction.
  store::Database& curated_;
  const std::string source_;
  const Ranking ranking_;
  RowCache cache_;
  // Locked by mutex_.
  std::mutex mutex_;
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace satchel::lexical
