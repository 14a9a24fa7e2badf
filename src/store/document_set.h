#pragma once

#include <cstddef>
#include <functional>
#include <string>
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

// The paths of documents that a change is about.
struct DocumentChange {
  std::vector<std::string> put;      // new, or another than before
  std::vector<std::string> removed;  // and no longer there
  std::vector<std::string> all;      // that are there behind it
};
// What else belongs into the same change, such as the words of the documents. Called before the
// commit, also where no row is another.
using AlsoChange = std::function<Status(CuratedChange& change, const DocumentChange& documents)>;

// Makes the rows of a source those that are `wanted`, which have paths of their own and no
// numbers, in one change that touches only what differs. A row keeps its number while its
// path stays. Whoever does the same at the same time comes first or second, on every engine.
Result<DocumentUpdate> UpdateDocuments(Database& curated, const Scope& scope,
                                       std::string_view source, std::string_view digest,
                                       std::vector<DocumentRow> wanted,
                                       const AlsoChange& also = {});

}  // namespace satchel::store
