#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "code/index/searched_code.h"
#include "code/requests/search.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "index/texts/vector_index.h"
#include "llm/embedder.h"
#include "pipeline/source.h"
#include "settings/settings.h"
#include "settings/workspace.h"

// One search over code, notes, graphs and memories.
namespace satchel::engine {

// The sources that a search can be narrowed to, code first.
std::vector<std::string> SearchSources();

// What a search by vectors needs; one for all searches of a workspace, in all threads.
struct VectorSearch {
  std::shared_ptr<const llm::Embedder> embedder;  // null: it cannot be had
  std::string without;                            // then why
  retrieval::VectorIndex index = {};
};

// What a search of everything needs beside its stores.
struct SearchWorkspace {
  const settings::Workspace& workspace;
  const settings::Settings& settings;
  const retrieval::SearchedCode& searched;
  const pipeline::Surroundings& around;
  const SourceCaches* caches = nullptr;  // null: everything is read anew
  Time now;
  VectorSearch* vectors = nullptr;  // null: nobody is named who makes them
};

// Filters of files leave the code alone. kInvalidInput: no word to search for, a wrong filter or an
// unknown source. kNotFound: nothing is indexed, and no other source has a text.
Result<SearchAnswer> SearchAll(Stores& stores, const SearchWorkspace& where,
                               const SearchRequest& request, const Deadline& deadline);

}  // namespace satchel::engine
