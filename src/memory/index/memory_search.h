#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/time.h"
#include "index/lexical/index.h"
#include "memory/files/memory.h"
#include "memory/index/memory_book.h"
#include "memory/rank/conversation.h"
#include "store/database.h"

// Where memories meet the lexical index. Each namespace is a source of its own in it, so that what
// is rare in one says nothing about another.
namespace satchel::retrieval {

// The memories of a namespace that are all at hand. Immutable, shared by all threads.
class MemorySearch {
 public:
  explicit MemorySearch(std::vector<std::shared_ptr<const memory::Memory>> memories);

  std::span<const std::shared_ptr<const memory::Memory>> memories() const { return memories_; }
  // Best first; everything that has something of the question or stands beside it. Memories that
  // are not in the index yet are not found.
  Result<std::vector<RankedMemory>> Search(store::Transaction& curated, lexical::Index& index,
                                           const ask::Question& question) const;

  // Whether the index has these memories and no others.
  Result<bool> IsIndexed(store::Transaction& curated, lexical::Index& index) const;
  // Makes it so.
  Status Index(store::Database& curated, const store::Scope& scope, std::string_view source) const;

 private:
  std::vector<std::shared_ptr<const memory::Memory>> memories_;
  std::vector<std::string> keys_;                 // of the groups, sorted
  std::vector<std::vector<std::size_t>> groups_;  // of each session: indexes of its memories
  rank::Conversation conversation_;
};

// A memory among others that were ranked.
struct PlacedMemory {
  const std::string* id = nullptr;
  std::optional<Time> created;
  const rank::RankedTurn* turn = nullptr;
};
// Best first, then the newest, then by id; those that are worth nothing are left out.
std::vector<RankedMemory> BestOf(std::vector<PlacedMemory> placed,
                                 std::span<const std::string> words, std::size_t most);

// Memories that were read from their files and are asked in place of those of the store. `index`
// may be null: then nothing is found by words. `twins`: as it hands them out. The database must
// outlive it.
struct IndexedMemories {
  store::Database* curated = nullptr;
  store::Scope scope;
  std::shared_ptr<lexical::Index> index;
};
std::unique_ptr<const MemoryBook> OpenLoadedMemories(
    std::vector<std::shared_ptr<const memory::Memory>> memories, IndexedMemories indexed,
    std::vector<memory::Finding> twins);

// The name in the index of the memories below a directory.
std::string MemorySourceOf(const std::filesystem::path& directory);

// The reading side for one namespace. The database must outlive it.
std::unique_ptr<lexical::Index> NewMemoryIndex(store::Database& curated, std::string_view source);

}  // namespace satchel::retrieval
