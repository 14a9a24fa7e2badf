#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/judged_sign.h"
#include "ask/question.h"
#include "base/result.h"
#include "base/score.h"
#include "code/find/file_filter.h"
#include "code/index/searched_code.h"
#include "index/texts/place.h"
#include "index/texts/vector_index.h"

// Ranked places for some words.
namespace satchel::retrieval {

inline constexpr std::size_t kMostQuery = 64U << 10U;  // bytes

struct SearchRequest {
  std::string query;  // words; those in quotation marks must follow each other
  std::size_t limit = 10;
  std::size_t per_file = 1;               // places of one file
  std::vector<std::string> sources = {};  // where; empty: in all there are
  FilterRequest filter = {};
  bool rerank = false;  // by the engine's reranker; code alone is not
};

// A word that no document has, or hardly any, and what was looked for in its place.
struct ReplacedWord {
  std::string word;               // as the query writes it
  std::vector<std::string> with;  // as the code writes it, where that was seen
  std::string by;                 // spelling, glossary or synonym
};

// Why there are no results. Names are stable: JSON has them.
inline constexpr std::string_view kNothingFound = "nothing";  // no document has any of the words
inline constexpr std::string_view kPhraseNowhere = "phrase";  // no place has the phrase
inline constexpr std::string_view kNameNowhere = "name";      // nothing has the name

struct SearchedSource {
  std::string name;
  std::uint64_t documents = 0;
};

struct SearchAnswer {
  std::vector<SearchPlace> results;    // best first
  std::vector<SearchPlace> nearest;    // if there are no results: the closest places
  std::string abstained;               // why there are no results; empty: there are
  bool weak = false;                   // the results have too little of the query to be trusted
  std::vector<ask::JudgedSign> floor;  // empty: the query is not judged by its words
  Score standing;                      // the sum; below 0 the results are weak
  std::vector<std::string> missing;    // words that no document has, as the query writes them
  std::vector<ReplacedWord> replaced;
  std::vector<std::pair<std::string, std::uint64_t>> words;  // of the query, and documents with it
  std::string form;                                          // how the query was read
  std::string orientation;      // the kind of ask::Orientation that files answer; empty: none
  std::size_t oriented = 0;     // so many results answer it, and come first
  std::uint64_t documents = 0;  // that were searched
  std::vector<SearchedSource> sources;  // in which
  std::vector<std::string> remarks;     // why a source is not up to date
  std::string reranker;                 // the model that ordered the first results; empty: none did
  std::uint64_t store_calls = 0;
  std::uint64_t store_round_trips = 0;
};

// kInvalidInput: no word to search for, a wrong filter. kNotFound: nothing is indexed. All that is
// read of the store is of one state. `searched.scope` has no count of its own: the answer has it.
// `near`: texts that are near to the query by a model's vectors; none: words alone.
// `question`: the request's query as it is read.
Result<SearchAnswer> SearchCode(const SearchedCode& searched, const ask::Question& question,
                                const SearchRequest& request, std::span<const NearText> near = {});

}  // namespace satchel::retrieval
