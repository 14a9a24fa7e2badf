#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "notes/files/notes.h"
#include "store/curated.h"
#include "store/database.h"
#include "store/document_set.h"
#include "text/redactor.h"

// Notes as rows of the curated store, one for each rule, task, convention, decision and
// learning. docs/formats/notes.md has their columns.
namespace satchel::notes {

inline constexpr std::string_view kDocumentSource = "notes";

// Of all files and of the versions of their reader and of the redactor: the same digest, the
// same rows. A test gives another `redaction`.
std::string DocumentDigest(const Notes& notes, int redaction = text::kRedactionVersion);

// The rows without their numbers, in the order of their paths. Secrets and invisible
// characters are replaced.
std::vector<store::DocumentRow> DocumentsOf(const Notes& notes);

// Whether the store has the rows of the notes with this digest. One round trip.
Result<bool> HasDocuments(store::Database& curated, const store::Scope& scope,
                          std::string_view digest);

// Makes the rows those of the notes.
Result<store::DocumentUpdate> UpdateDocuments(store::Database& curated, const store::Scope& scope,
                                              const Notes& notes);

}  // namespace satchel::notes
