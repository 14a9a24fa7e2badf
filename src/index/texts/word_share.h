#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/score.h"

namespace satchel::rank {

// What part of a query its words are, on one scale for all texts. A word that few texts have says
// more than one that many have; a word that no text has says that the query is about something else
// as well, and counts most. Of a long query what its heaviest words say is enough.
class WordShare {
 public:
  WordShare() = default;
  // `with`: of each word of the query, the texts that have it; `texts`: how many there are. As if
  // there were some more, about other things: in a workspace of one text its words are not common.
  WordShare(std::span<const std::uint64_t> with, std::uint64_t texts);

  Score weight(std::size_t word) const { return weights_[word]; }
  // From 0 to 1: that of a word which one text has, or none.
  Score Rarity(std::size_t word) const;
  // From 0 to 1: what words of so much weight together are of the whole.
  Score Of(Score weight) const;

 private:
  std::vector<Score> weights_;  // by word
  Score rarest_;                // of a word that one text has
  Score whole_;                 // what the heaviest words count together
};

}  // namespace satchel::rank
