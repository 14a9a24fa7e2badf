#pragma once

#include <filesystem>
#include <memory>

#include "base/deadline.h"
#include "base/result.h"
#include "code/find/code_search.h"
#include "engine/stores/stores.h"
#include "index/lexical/index.h"

// Ranked places for some words, in an opened workspace.
namespace satchel::engine {

using retrieval::FilterRequest;
using retrieval::kMostQuery;
using retrieval::PlaceLine;
using retrieval::PlaceSymbol;
using retrieval::PlaceWord;
using retrieval::SearchAnswer;
using retrieval::SearchPlace;
using retrieval::SearchRequest;

// The reading side of the index of words. It keeps what it has read, so that one is for all
// searches of a workspace, in all threads. The stores must outlive it.
std::unique_ptr<retrieval::CodeIndexes> OpenCodeIndex(Stores& stores);

// Where the files are whose lines are shown, and how many bytes of one are indexed.
struct SearchedFiles {
  std::filesystem::path root;
  std::size_t file_bytes = 0;
  retrieval::ReadTexts read = {};  // null: from the files below the root
};

// kInvalidInput: no word to search for.
// kNotFound: nothing is indexed.
Result<SearchAnswer> SearchCode(Stores& stores, retrieval::CodeIndexes& indexes,
                                const SearchedFiles& files, const SearchRequest& request,
                                const Deadline& deadline);

using SearchIndexStatus = lexical::IndexStatus;

// What the index of words has of the code.
Result<SearchIndexStatus> LookAtSearchIndex(Stores& stores, retrieval::CodeIndexes& indexes,
                                            const Deadline& deadline);

}  // namespace satchel::engine
