#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "engine/stores/stores.h"
#include "retrieval/code_search.h"
#include "search/lexical/index.h"
#include "settings/workspace.h"

// Ranked places for some words, in an opened workspace.
namespace satchel::engine {

using retrieval::kMostQuery;
using retrieval::PlaceLine;
using retrieval::PlaceWord;
using retrieval::SearchAnswer;
using retrieval::SearchPlace;
using retrieval::SearchRequest;

// kInvalidInput: no word to search for. kNotFound: nothing is indexed.
Result<SearchAnswer> SearchCode(Stores& stores, const settings::Workspace& workspace,
                                const SearchRequest& request, const Deadline& deadline);

using SearchIndexStatus = lexical::IndexStatus;

// What the index of words has of the code.
Result<SearchIndexStatus> LookAtSearchIndex(Stores& stores, const Deadline& deadline);

}  // namespace satchel::engine
