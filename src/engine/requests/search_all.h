#pragma once

#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/code/search.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "pipeline/source.h"
#include "retrieval/searched_code.h"
#include "settings/settings.h"
#include "settings/workspace.h"

// One search over code, notes, graphs and memories.
namespace satchel::engine {

// The sources that a search can be narrowed to, code first.
std::vector<std::string> SearchSources();

// What a search of everything needs beside its stores.
struct SearchWorkspace {
  const settings::Workspace& workspace;
  const settings::Settings& settings;
  const retrieval::SearchedCode& searched;
  const pipeline::Surroundings& around;
  const SourceCaches* caches = nullptr;  // null: everything is read anew
  Time now;
};

// Filters of files leave the code alone. kInvalidInput: no word to search for, a wrong filter or an
// unknown source. kNotFound: nothing is indexed, and no other source has a text.
Result<SearchAnswer> SearchAll(Stores& stores, const SearchWorkspace& where,
                               const SearchRequest& request, const Deadline& deadline);

}  // namespace satchel::engine
