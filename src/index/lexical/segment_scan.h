#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "index/lexical/postings.h"
#include "index/lexical/row_reader.h"
#include "store/database.h"

namespace satchel::lexical {

// All of a segment, read from its rows in order, a page at a time and each page in a transaction
// of its own. Confined to one thread.
class SegmentScan {
 public:
  // All must outlive it.
  SegmentScan(store::Database& curated, const store::Scope& scope, std::string_view source,
              const Segment& segment)
      : curated_(curated), scope_(scope), source_(source), segment_(segment) {}

  Result<std::vector<GroupPlace>> Groups();
  // Of each field, of each document.
  Result<std::vector<std::vector<std::uint8_t>>> Lengths();

  // Terms in the order of hashes. At the end there is none.
  struct Term {
    std::uint64_t hash = 0;
    std::string text;
    std::vector<DocumentPosting> postings;
  };
  Result<bool> Next();
  const Term& term() const { return terms_.front(); }

 private:
  Status ReadPage();
  Status AddTerm(std::string_view text, const TermEntry& entry,
                 const std::map<std::uint64_t, std::vector<const store::SegmentRow*>>& rows);
  Result<Frequencies> FrequenciesOf(std::uint8_t code, Frequencies written) const;

  store::Database& curated_;
  const store::Scope& scope_;
  std::string source_;
  const Segment& segment_;
  std::deque<Term> terms_;
  std::string after_;                                          // the last row of terms
  std::uint64_t rows_ = 0;                                     // of terms, read
  std::optional<std::pair<std::uint64_t, std::string>> last_;  // term that was read
  bool began_ = false;
  bool ended_ = false;
};

}  // namespace satchel::lexical
