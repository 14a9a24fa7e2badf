#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sources/notes/notes.h"
#include "store/curated.h"
#include "store/database.h"

// Notes as rows of the curated store, one for each rule, task, convention, decision and
// learning. docs/formats/notes.md has their columns.
namespace satchel::notes {

inline constexpr std::string_view kDocumentSource = "notes";
// The name of the state that says which notes the rows are of.
inline constexpr std::string_view kDocumentState = "notes.digest";

// Of all files and of the version of their reader: the same digest, the same rows.
std::string DocumentDigest(const Notes& notes);

// The rows without their numbers, in the order of their paths. Secrets and invisible
// characters are replaced.
std::vector<store::DocumentRow> DocumentsOf(const Notes& notes);

// Whether the store has the rows of the notes with this digest. One round trip.
Result<bool> HasDocuments(store::Database& curated, const store::Scope& scope,
                          std::string_view digest);

struct DocumentUpdate {
  std::size_t put = 0;
  std::size_t removed = 0;
};

// Makes the rows those of the notes, in one change that touches only what differs. A
// row keeps its number while its path stays. Whoever does the same at the same time
// comes first or second, on every engine.
Result<DocumentUpdate> UpdateDocuments(store::Database& curated, const store::Scope& scope,
                                       const Notes& notes);

}  // namespace satchel::notes
