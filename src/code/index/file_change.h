#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "code/index/chunk_sink.h"
#include "code/index/indexed_file.h"
#include "store/database.h"

namespace satchel::code {

// By this a file that uses a name is found. Stored: never changes.
// Under what a file is found that gives its functions names for another language.
inline constexpr std::string_view kBindsKey = "binds functions";
std::int64_t NameHash(std::string_view name);

struct ChangeCounts {
  std::int64_t put = 0;
  std::int64_t removed = 0;
  std::int64_t stale = 0;    // files that keep symbols of their previous content
  std::int64_t pending = 0;  // imports that nobody has resolved yet
};

// The rule of an import that nobody has resolved yet.
inline constexpr std::string_view kPendingRule = "pending";

// Files that have new content, in one transaction: what they said before goes, what they say now
// comes. An import that was there before leads where it led; a new one is pending, since resolving
// it needs all files, and the state kPendingState says so. Whoever does the same at the same time
// comes first or second, on every engine.
// `chunks` may be null.
Result<ChangeCounts> PutFiles(store::Database& curated, const store::Scope& scope,
                              std::span<IndexedFile> files, ChunkSink* chunks);

inline constexpr std::string_view kPendingState = "code.pending";

// Files that are gone, in one transaction.
Result<ChangeCounts> RemoveFiles(store::Database& curated, const store::Scope& scope,
                                 std::span<const std::string> paths, ChunkSink* chunks);

// The same content with other stat data.
Status PutStats(store::Database& curated, const store::Scope& scope,
                std::span<const IndexedFile> files);

}  // namespace satchel::code
