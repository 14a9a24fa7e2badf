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
#include "retrieval/code_indexes.h"
#include "retrieval/file_filter.h"
#include "retrieval/hit_files.h"
#include "retrieval/place.h"
#include "sources/code/parse/parser.h"
#include "store/database.h"

// Ranked places for some words.
namespace satchel::retrieval {

inline constexpr std::size_t kMostQuery = 64U << 10U;  // bytes

struct SearchRequest {
  std::string query;  // words; those in quotation marks must follow each other
  std::size_t limit = 10;
  std::size_t per_file = 1;  // places of one file
  FilterRequest filter = {};
};

// A word that no document has, or hardly any, and what was looked for in its place.
struct ReplacedWord {
  std::string word;               // as the query writes it
  std::vector<std::string> with;  // as the code writes it, where that was seen
  std::string by;                 // spelling, glossary or synonym
};

struct SearchAnswer {
  std::vector<SearchPlace> results;  // best first
  std::vector<SearchPlace> nearest;  // when a phrase or a name is nowhere: the best without it
  std::vector<std::string> missing;  // words that no document has, as the query writes them
  std::vector<ReplacedWord> replaced;
  std::vector<std::pair<std::string, std::uint64_t>> words;  // of the query, and documents with it
  std::string form;                                          // how the query was read
  std::uint64_t documents = 0;                               // that were searched
  std::uint64_t store_calls = 0;
  std::uint64_t store_round_trips = 0;
};

// Where the code is and what has been read of it.
struct SearchedCode {
  store::Database& curated;
  store::Scope scope;
  CodeIndexes& indexes;  // of this database
  std::filesystem::path root;
  std::size_t file_bytes = code::ParseLimits().bytes;  // of which files were indexed
  ReadTexts read = {};  // null: from the files below the root; else of a commit, say
};

// kInvalidInput: no word to search for, a wrong filter. kNotFound: nothing is indexed. All that is
// read of the store is of one state. `searched.scope` has no count of its own: the answer has it.
Result<SearchAnswer> SearchCode(const SearchedCode& searched, const SearchRequest& request);

}  // namespace satchel::retrieval
