#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/score.h"

namespace satchel::retrieval {

// What a place has of a word of the query.
struct PlaceWord {
  std::string word;                                           // as the index has it
  Score worth;                                                // for the choice of this place
  std::vector<std::pair<std::string, std::uint32_t>> fields;  // how often in which
};

struct PlaceLine {
  std::uint32_t number = 0;  // 0: the file has it in another form
  std::string text;          // fit to be shown: secrets replaced, nothing invisible
};

struct PlaceSymbol {
  std::string name;  // qualified
  std::string kind;
  std::uint32_t line = 0;  // the first one
};

// What a reranker made of a place.
struct PlaceRerank {
  std::size_t before = 0;      // where it stood, from 1
  std::optional<Score> score;  // nothing: it got none that can be used
  friend bool operator==(const PlaceRerank&, const PlaceRerank&) = default;
};

struct SearchPlace {
  std::string source;
  std::string id;  // of a text, in its source; empty for code
  std::string path;
  std::uint32_t start_line = 0;  // 0: the file has no lines
  std::uint32_t end_line = 0;
  std::string symbol;            // qualified name of what it shows, the title of a text, or empty
  std::string kind;              // of that symbol or text
  Score score;                   // for the order within its source
  Score worth;                   // from 0 to 1, for the order among sources: merged_places.h
  std::optional<Score> share;    // the same, where the source itself knows better than the words
  std::vector<ScoreTerm> terms;  // what the score is the sum of
  std::vector<PlaceWord> words;  // as the query has them
  std::vector<PlaceLine> lines;  // the few that match best
  std::vector<PlaceSymbol> symbols;  // of a file that is asked for by its path: what it defines
  std::size_t more_symbols = 0;      // beyond these
  bool changed = false;  // the file is another one than that which was indexed: lines are of now
  bool gone = false;     // there is no such file any more
  std::optional<PlaceRerank> reranked = {};  // nothing: it was not
};

}  // namespace satchel::retrieval
