#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "search/lexical/index.h"
#include "sources/code/parse/parser.h"
#include "store/database.h"

// Ranked places for some words.
namespace satchel::retrieval {

inline constexpr std::size_t kMostQuery = 64U << 10U;  // bytes

struct SearchRequest {
  std::string query;  // words; those in quotation marks must follow each other
  std::size_t limit = 10;
  std::size_t per_file = 1;  // places of one file
};

// What a place has of a word of the query.
struct PlaceWord {
  std::string word;                                           // as the index has it
  Score worth;                                                // for the choice of this place
  std::vector<std::pair<std::string, std::uint32_t>> fields;  // how often in which
};

struct PlaceLine {
  std::uint32_t number = 0;
  std::string text;  // fit to be shown: secrets replaced, nothing invisible
};

struct SearchPlace {
  std::string source;
  std::string path;
  std::uint32_t start_line = 0;
  std::uint32_t end_line = 0;
  std::string symbol;  // qualified name of what it shows, or empty
  std::string kind;    // of that symbol
  Score score;
  std::vector<ScoreTerm> terms;  // what it is the sum of
  std::vector<PlaceWord> words;  // as the query has them
  std::vector<PlaceLine> lines;  // the few that match best
  bool changed = false;  // the file is another one than that which was indexed: lines are of now
  bool gone = false;     // there is no such file any more
};

struct SearchAnswer {
  std::vector<SearchPlace> results;  // best first
  std::vector<SearchPlace> nearest;  // when a phrase or a name is nowhere: the best without it
  std::vector<std::string> missing;  // words that no document has, as the query writes them
  std::vector<std::pair<std::string, std::uint64_t>> words;  // of the query, and documents with it
  std::string form;                                          // how the query was read
  std::uint64_t documents = 0;                               // that were searched
  std::uint64_t store_calls = 0;
  std::uint64_t store_round_trips = 0;
};

// The texts of files by their paths; those that cannot be read are left out.
using ReadTexts =
    std::function<std::map<std::string, std::string>(std::span<const std::string> paths)>;

// Where the code is and what has been read of it.
struct SearchedCode {
  store::Database& curated;
  store::Scope scope;
  lexical::Index& index;  // of the code in this database
  std::filesystem::path root;
  std::size_t file_bytes = code::ParseLimits().bytes;  // of which files were indexed
  ReadTexts read = {};  // null: from the files below the root; else of a commit, say
};

// kInvalidInput: no word to search for. kNotFound: nothing is indexed. All that is read of the
// store is of one state. `searched.scope` has no count of its own: the answer has it.
Result<SearchAnswer> SearchCode(const SearchedCode& searched, const SearchRequest& request);

}  // namespace satchel::retrieval
