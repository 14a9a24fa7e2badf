#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ask/query.h"
#include "code/rank/feature.h"
#include "index/lexical/index.h"

namespace satchel::rank {

// What words are worth here: from statistics rounded to an eighth of a power of two, so that one
// file more or less does not change the order of others.
class WordWorth {
 public:
  WordWorth(const ask::Query& query, const lexical::Ranking& ranking,
            const lexical::SearchResult& found);

  // What an occurrence gives to its chunk.
  lexical::Units Units(const lexical::Occurrence& one) const;

  std::span<const double> all() const { return worth_; }  // of each term: its rarity
  double total() const { return total_; }                 // of the words
  double title_total() const { return title_total_; }
  double average(std::size_t field) const { return averages_.at(field); }  // length, of a group
  std::uint64_t groups() const { return groups_; }

 private:
  const lexical::Ranking ranking_;
  const lexical::Saturation saturation_;
  std::vector<float> weights_;  // of each term in a chunk
  std::vector<double> worth_;
  double total_ = 0;
  double title_total_ = 0;
  std::array<double, lexical::kMostFields> averages_{};
  std::uint64_t groups_ = 0;
};

struct ChunkScore {
  std::uint32_t ordinal = 0;
  std::uint64_t units = 0;        // of all words
  std::uint64_t title_units = 0;  // of those in the title
};

// What the words give to one group, before any of it is compared with other groups.
struct LexicalValues {
  double chunk = 0;
  double chunks = 0;
  double title = 0;
  double file = 0;
  double names = 0;
  double comments = 0;
  double head = 0;
  double joined_names = 0;
  double definition = 0;         // rarity of the words in the names of one chunk
  double documentation = 0;      // in its comments
  std::vector<ChunkScore> best;  // chunks, best first
};
LexicalValues ValuesOf(const lexical::GroupEvidence& group, const ask::Query& query,
                       const WordWorth& worth);

}  // namespace satchel::rank
