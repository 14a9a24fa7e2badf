#pragma once

#include <span>

#include "store/table.h"

// Every table, once, for both engines. A change is an addition with a new
// version in `since`; the migration follows from it (ddl.h).
namespace satchel::store {

inline constexpr int kSchemaVersion = 4;

std::span<const Table* const> Tables();

// The directory of workspaces and the record of migrations have no row security:
// they are read before a workspace is known.
extern const Table kWorkspaceTable;
extern const Table kMigrationTable;

// In every store: is this database the workspace's home?
extern const Table kHomeTable;

// Curated. Ids are allotted from counters.
extern const Table kCounterTable;
extern const Table kStateTable;
extern const Table kDocumentTable;
extern const Table kSegmentTable;
extern const Table kSegmentRowTable;
// Files of the code source; what each says about itself; the names it defines and uses, for
// finding it by them; what it imports; what a model said about it.
extern const Table kFileTable;
extern const Table kFileFactsTable;
extern const Table kSymbolTable;
extern const Table kNameUseTable;
extern const Table kFileImportTable;
extern const Table kFileMetadataTable;
// What the commits of the repository say, and which of them changed a path.
extern const Table kHistoryCommitTable;
extern const Table kHistoryPathTable;
// Vectors of documents: of contents of now, and of before.
extern const Table kDocumentVectorsTable;

// Raw. An event is a model call, a refinement, an index run or feedback. The key
// of a write that may be repeated stands in write_key once.
extern const Table kWriteKeyTable;
extern const Table kRunTable;
extern const Table kStageTable;
extern const Table kDecisionTable;
extern const Table kEventTable;

// Session.
extern const Table kSessionTable;
extern const Table kSessionValueTable;

}  // namespace satchel::store
