#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "index/lexical/change.h"
#include "index/lexical/postings.h"
#include "index/lexical/ranking.h"

namespace satchel::lexical {

// A row of changes, read.
struct ChangeRow {
  std::int64_t number = 0;
  std::vector<Change> changes;
};

// The documents that are in no segment yet, as an index in memory. Immutable.
class Pending {
 public:
  struct Document {
    std::uint32_t key = 0;  // index into keys()
    std::uint32_t ordinal = 0;
    std::uint8_t length = 0;  // weighed
  };

  Pending() = default;
  // In the order of their numbers.
  static Result<Pending> From(std::span<const std::shared_ptr<const ChangeRow>> rows,
                              const Ranking& ranking);

  // The documents of a key: [first, first + documents), and the terms in each of their fields.
  struct DocumentRange {
    std::uint32_t first = 0;
    std::uint32_t documents = 0;
    PerField lengths{};
  };

  // Every key that some change names, in order: what segments have of it is no longer.
  const std::vector<std::string>& keys() const { return keys_; }
  const std::vector<DocumentRange>& ranges() const { return ranges_; }  // of each key
  const std::vector<Document>& documents() const { return documents_; }
  std::span<const DocumentPosting> PostingsOf(const std::string& term) const;
  using Terms = std::unordered_map<std::string, std::vector<DocumentPosting>>;
  const Terms& terms() const { return terms_; }
  const Statistics& statistics() const { return statistics_; }

 private:
  std::vector<std::string> keys_;
  std::vector<DocumentRange> ranges_;
  std::vector<Document> documents_;  // in the order of keys
  Terms terms_;
  Statistics statistics_;
};

}  // namespace satchel::lexical
