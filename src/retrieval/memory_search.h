#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "search/lexical/index.h"
#include "search/rank/conversation.h"
#include "sources/memory/memory.h"
#include "store/database.h"

// Where memories meet the lexical index. Each namespace is a source of its own in it, so that what
// is rare in one says nothing about another. Those of one directory, which is a day where engram's
// layout is kept, follow each other as the turns of a conversation do: up to 64 of them are a
// group. The name of a group has the digest of all it says. So the names in the index tell what is
// to be indexed anew, and a memory that changed changes the group it is in.
namespace satchel::retrieval {

struct RankedMemory {
  std::size_t memory = 0;          // index
  Score score;                     // what all features give: docs/design/ranking.md
  Score share;                     // 0 to 1: how much of what the question says is there
  std::vector<std::string> words;  // of the question, that it has; rarest first
};

// The memories of a namespace as they were read. Immutable, shared by all threads.
class MemorySearch {
 public:
  explicit MemorySearch(std::vector<std::shared_ptr<const memory::Memory>> memories);

  std::span<const std::shared_ptr<const memory::Memory>> memories() const { return memories_; }
  // Best first; everything that has something of the question or stands beside it. Memories that
  // are not in the index yet are not found.
  Result<std::vector<RankedMemory>> Search(store::Transaction& curated, lexical::Index& index,
                                           std::string_view question) const;

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

// The name in the index of the memories below a directory.
std::string MemorySourceOf(const std::filesystem::path& directory);

// The reading side for one namespace. The database must outlive it.
std::unique_ptr<lexical::Index> NewMemoryIndex(store::Database& curated, std::string_view source);

}  // namespace satchel::retrieval
