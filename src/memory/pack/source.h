#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "index/lexical/index.h"
#include "index/texts/vector_index.h"
#include "memory/files/folder.h"
#include "memory/files/look.h"
#include "memory/files/spaces.h"
#include "memory/index/memory_book.h"
#include "memory/index/memory_rows.h"
#include "memory/pack/options.h"
#include "pipeline/source.h"
#include "store/database.h"

namespace satchel::pipeline {

// By the name of a memory's item, how often it was used.
using MemoryUses = std::map<std::string, std::int64_t, std::less<>>;

// Where memories are, and what is known of them as the request begins.
struct MemoryInput final : SourceInput {
  std::filesystem::path project;  // empty: there is no place for memories
  std::filesystem::path shared;   // of all projects; may be empty
  MemoryUses uses;
  std::vector<retrieval::NearText> near;  // texts near to the task by a model's vectors
  // Opens the store of their rows; asked only if there may be memories. Null: the curated store of
  // the workspace has them.
  std::function<Result<store::Database*>()> open_rows;
};

// The memories of one namespace, and how they are searched.
struct SpaceMemories {
  std::string name;
  std::filesystem::path directory;
  // With memories in it only where the store cannot have them.
  memory::Folder folder;
  std::string source;                     // in the lexical index
  std::shared_ptr<lexical::Index> index;  // null: there is no store to search
  // What differs from the store, and what that was; null: the store has no part.
  std::shared_ptr<const memory::FolderLook> look;
  retrieval::MemoryBase base;
};

// The memories that somebody may read, as they were when a request began.
class MemoryReading final : public TextReading {
 public:
  // `rows`: the store of their rows; null: there is none. `count`: what reading has cost until now.
  MemoryReading(MemoryOptions options, std::vector<SpaceMemories> spaces,
                const Surroundings& around, store::Database* rows, store::StoreCount count);

  std::string_view source() const override { return kMemory; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override { return ""; }
  std::vector<store::DocumentRow> Documents() const override { return {}; }
  store::StoreCount Cost() const override { return *count_; }
  Result<bool> IsIndexed() const override;
  Status Index(store::Database& rows, const store::Scope& scope) const override;
  bool IsPrivate() const override { return true; }
  Result<retrieval::FoundTexts> Find(retrieval::TextIndexes& indexes, store::Transaction& curated,
                                     const retrieval::TextQuery& query) const override;
  Result<std::vector<retrieval::SourceText>> AllTexts() const override;
  Result<std::vector<retrieval::SourceText>> ShownTexts(std::span<const std::string> names,
                                                        Time now) const override;

  // The memories of a namespace. They come from the store where it has what the files said when the
  // request began; otherwise, when it could not be written or somebody has changed it since, from
  // the files themselves.
  Result<const retrieval::MemoryBook*> Book(std::size_t space) const;

  const MemoryOptions& options() const { return options_; }
  const std::vector<SpaceMemories>& spaces() const { return spaces_; }
  const MemoryUses& uses() const { return uses_; }
  // Memories that vectors found to be near to the task, nearest first; any of them may have
  // changed.
  std::span<const retrieval::NearText> near() const { return near_; }

 private:
  Result<std::unique_ptr<const retrieval::MemoryBook>> OpenBook(const SpaceMemories& space) const;

  const MemoryOptions options_;
  const std::vector<SpaceMemories> spaces_;
  const MemoryUses uses_;
  const std::vector<retrieval::NearText> near_;
  const std::unique_ptr<store::StoreCount> count_;
  store::Database* const rows_;  // null: there is none
  const store::Scope scope_;
  Json snapshot_ = Json::object();
  // Locked by mutex_; each is made once.
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<const retrieval::MemoryBook>> books_;
};

// Specification 001.
std::unique_ptr<const Source> MakeMemorySource();

}  // namespace satchel::pipeline
