#pragma once

#include <optional>

#include "base/json.h"
#include "code/requests/code_index.h"
#include "code/requests/search.h"
#include "engine/requests/embed_all.h"

namespace satchel::engine {

// What is indexed of the code, and how far the tree has gone on since.
struct CodeStatus {
  CodeFreshness files;
  SearchIndexStatus search;
  std::optional<VectorStatus> vectors = {};  // nothing: nobody is named who makes them
};

// `code` of `status`.
Json ToJson(const CodeStatus& status);

}  // namespace satchel::engine
