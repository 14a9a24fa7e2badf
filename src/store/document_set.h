#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/curated.h"
#include "store/database.h"

// All documents of a source that is read whole: notes, graphs.
namespace satchel::store {

// Whether the store has the documents of the source with this digest. One round trip.
Result<bool> HasDocuments(Database& curated, const Scope& scope, std::string_view source,
                          std::string_view digest);

struct DocumentUpdate {
  std::size_t put = 0;
  std::size_t removed = 0;
};

// Makes the rows of a source those that are `wanted`, which have paths of their own and no
// numbers, in one change that touches only what differs. A row keeps its number while its
// path stays. Whoever does the same at the same time comes first or second, on every engine.
Result<DocumentUpdate> UpdateDocuments(Database& curated, const Scope& scope,
                                       std::string_view source, std::string_view digest,
                                       std::vector<DocumentRow> wanted);

}  // namespace satchel::store
