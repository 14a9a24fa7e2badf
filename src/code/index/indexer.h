#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/git_objects.h"
#include "base/result.h"
#include "code/index/changes.h"
#include "code/index/chunk_sink.h"
#include "code/index/parse_cache.h"
#include "code/parse/parser.h"
#include "code/walk/skipped.h"
#include "code/walk/walker.h"
#include "store/database.h"

namespace satchel::code {

struct IndexProgress {
  std::size_t done = 0;  // files
  std::size_t total = 0;
};

struct IndexOptions {
  WalkOptions walk;
  ParseLimits limits;
  unsigned threads = 0;         // 0: one a processor
  std::string below;            // of IndexRevision(): only this directory; empty: everything
  bool full = false;            // read every file, whatever its stat data say
  ChunkSink* chunks = nullptr;  // may be null: nothing is for search
  // On the calling thread, now and then; may be null.
  std::function<void(const IndexProgress&)> progress;
};

struct IndexSummary {
  std::size_t seen = 0;       // files that belong to the code
  std::size_t unchanged = 0;  // by their stat data or their content
  std::size_t parsed = 0;     // now
  std::size_t cached = 0;     // from the parse cache
  std::size_t removed = 0;
  std::vector<std::string> unknown;  // of IndexFiles(): not in the store
  std::string commit;                // of IndexRevision(): its id
  std::size_t damaged = 0;  // parsed now, with a definition missing in what the grammar rejects
  std::size_t stale = 0;    // keep symbols of their previous content
  std::size_t imports_resolved = 0;
  std::uint64_t bytes = 0;  // read now
  Skipped skipped;
  std::vector<std::pair<std::string, std::string>> limits;  // path and limit, the first few
  std::size_t limited = 0;
  std::vector<std::string> remarks;  // what went wrong beside, a sentence each
};

// Brings the curated store up to date with the files below a directory: what changed is read, in
// parallel, and what is gone is taken out. Each group of files is one transaction, so whatever
// ends it, the next run completes it to the same store.
// `cache` may be null.
Result<IndexSummary> IndexTree(const std::filesystem::path& root, store::Database& curated,
                               const store::Scope& scope, ParseCache* cache,
                               const IndexOptions& options);

// The same for files that somebody says have changed, without a look at all others. A path that
// the store does not have is not read, since only a walk can say whether it belongs to the code.
Result<IndexSummary> IndexFiles(const std::filesystem::path& root, store::Database& curated,
                                const store::Scope& scope, ParseCache* cache,
                                const IndexOptions& options, std::span<const std::string> paths);

// The same for changes that FindChanges() has found, without a second walk.
Result<IndexSummary> IndexChanges(const std::filesystem::path& root, store::Database& curated,
                                  const store::Scope& scope, ParseCache* cache,
                                  const IndexOptions& options, CodeChanges changes);

// Whether the store was read to the end, and by the rules of now. Then changes are all that it
// lacks.
Result<bool> IsComplete(store::Database& curated, const store::Scope& scope,
                        const IndexOptions& options);

// The files of a commit, read from the repository without a checkout, also of a bare one. The
// store is brought from whatever it held to that commit; what is unchanged is not read.
Result<IndexSummary> IndexRevision(const Git& git, const GitStore& repository,
                                   std::string_view commit, store::Database& curated,
                                   const store::Scope& scope, ParseCache* cache,
                                   const IndexOptions& options);

}  // namespace satchel::code
