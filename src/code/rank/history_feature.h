#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ask/query.h"
#include "base/result.h"
#include "index/lexical/index.h"
#include "store/database.h"

namespace satchel::rank {

// How well what commits said about a file fits the query.
struct HistoryValues {
  double title = 0;  // the words of a report's first line, or of a question, in titles
  double text = 0;   // all words, in titles and bodies
};

// What commits say about files, for one query. Confined to one thread.
class HistoryEvidence {
 public:
  // Both must outlive it.
  HistoryEvidence(lexical::Index& index, store::Transaction& curated, const ask::Query& query)
      : view_(index, curated), query_(query) {}

  // Asks for the query. The files of which commits say most, at most `most`.
  Result<std::vector<std::string>> Best(std::size_t most);

  // Of each path, in their order; nothing of those that no commit speaks of.
  // REQUIRES: Best() was asked; paths are distinct.
  Result<std::vector<HistoryValues>> Of(std::span<const std::string> paths);

 private:
  HistoryValues ValuesOf(const lexical::GroupEvidence& group) const;

  lexical::IndexView view_;
  const ask::Query& query_;
  std::vector<lexical::QueryTerm> terms_;
  std::vector<double> worth_;  // of each term: its rarity
  double title_length_ = 0;    // of a file, on average
  double text_length_ = 0;
};

}  // namespace satchel::rank
