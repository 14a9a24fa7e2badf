#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "engine/requests/search_all.h"
#include "engine/stores/stores.h"
#include "index/texts/embedding_run.h"
#include "llm/embedder.h"

// Vectors for the documents of a workspace: code, notes, graphs and memories.
namespace satchel::engine {

using retrieval::EmbeddingProgress;
using retrieval::EmbeddingReport;

// Documents that have none get theirs, as far as ten minutes and 20,000 texts go; the next call
// goes on. `remarks`: sources that could not be read. `progress` may be null.
Result<EmbeddingReport> EmbedAll(Stores& stores, const SearchWorkspace& where,
                                 const llm::Embedder& embedder,
                                 const std::function<void(const EmbeddingProgress&)>& progress,
                                 std::vector<std::string>& remarks, const Deadline& deadline);

// What there is of an embedder's vectors.
struct VectorStatus {
  std::string model;
  std::map<std::string, std::int64_t> documents;  // with vectors, by source
};
Result<VectorStatus> LookAtVectors(Stores& stores, const llm::Embedder& embedder,
                                   const Deadline& deadline);

}  // namespace satchel::engine
