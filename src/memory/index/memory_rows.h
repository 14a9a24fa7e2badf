#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "index/lexical/index.h"
#include "memory/files/look.h"
#include "memory/index/memory_book.h"
#include "store/database.h"

// What the curated store keeps of the memories of a namespace, so that a recall reads no more than
// it needs: docs/design/memory.md. All of it is made from the files and goes with the words of the
// lexical index, in one change.
namespace satchel::retrieval {

// What is small and belongs to all of them.
struct MemoryState {
  std::uint64_t generation = 0;  // another after each change
  std::string digest;            // FolderLook::memories
  std::size_t memories = 0;
  std::size_t dated = 0;
  std::map<std::string, std::size_t> speakers;  // folded names, with how often
  MemoryIds pinned;
  MemoryIds artifacts;
  std::map<std::string, std::string> twins;  // paths whose id is that of another path: which
};

// Nothing: they are not there, were made by another version, or are damaged. `source`: of
// MemorySourceOf().
Result<std::optional<MemoryState>> ReadMemoryState(store::Transaction& curated,
                                                   std::string_view source);
// What was looked at, for the next look.
Result<memory::KnownDirectories> ReadKnownDirectories(store::Transaction& curated,
                                                      std::string_view source);

// What a look was compared with.
struct MemoryBase {
  std::optional<std::uint64_t> generation;  // nothing: there was nothing
  bool anew = false;  // what was there is of no use, and was not compared with
};
// Makes the store what the files are, as `look` found them. kConflict: somebody else has changed it
// since; look again.
Status UpdateMemories(store::Database& curated, const store::Scope& scope, std::string_view source,
                      const MemoryBase& base, const memory::FolderLook& look);

// Takes all of it out, so that it is made anew.
Status ForgetMemories(store::Database& curated, const store::Scope& scope, std::string_view source);

// Everything that is needed to ask the store. All must outlive the book.
struct StoredMemories {
  store::Database& curated;
  store::Scope scope;
  std::string source;
  std::string space;  // the namespace that memories get
  // Of the files. Rows find memories; the shown text is read from here.
  std::filesystem::path directory;
  std::shared_ptr<lexical::Index> index;
};
std::unique_ptr<const MemoryBook> OpenStoredMemories(StoredMemories stored, MemoryState state);

}  // namespace satchel::retrieval
