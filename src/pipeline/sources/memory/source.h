#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "pipeline/source.h"
#include "pipeline/sources/memory/options.h"
#include "retrieval/memory_search.h"
#include "search/lexical/index.h"
#include "sources/memory/folder.h"
#include "sources/memory/spaces.h"
#include "store/database.h"

namespace satchel::pipeline {

// The memories of one namespace, and how they are searched.
struct SpaceMemories {
  std::string name;
  memory::Folder folder;
  std::shared_ptr<const retrieval::MemorySearch> search;
  std::string source;                     // in the lexical index
  std::shared_ptr<lexical::Index> index;  // null: there is no store to search
};

// The memories that somebody may read, as they were when a request began.
class MemoryReading final : public Reading {
 public:
  MemoryReading(MemoryOptions options, std::vector<SpaceMemories> spaces,
                const retrieval::SearchedCode* searched);

  std::string_view source() const override { return kMemory; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override { return ""; }
  std::vector<store::DocumentRow> Documents() const override { return {}; }
  store::StoreCount Cost() const override { return *count_; }
  Result<bool> IsIndexed() const override;
  Status Index(store::Database& curated, const store::Scope& scope) const override;
  Result<retrieval::FoundTexts> Find(const retrieval::SearchedCode& searched,
                                     store::Transaction& curated,
                                     const retrieval::TextQuery& query) const override;
  std::vector<retrieval::SourceText> AllTexts() const override;
  std::vector<retrieval::SourceText> ShownTexts(std::span<const std::string> names,
                                                Time now) const override;

  // The memories of a namespace that have something to do with a question.
  Result<std::vector<retrieval::RankedMemory>> Search(const SpaceMemories& space,
                                                      std::string_view question) const;

  const MemoryOptions& options() const { return options_; }
  const std::vector<SpaceMemories>& spaces() const { return spaces_; }

 private:
  const MemoryOptions options_;
  const std::vector<SpaceMemories> spaces_;
  const std::unique_ptr<store::StoreCount> count_ = std::make_unique<store::StoreCount>();
  store::Database* const curated_;  // null: there is none
  const store::Scope scope_;
  Json snapshot_ = Json::object();
};

// Specification 001.
std::unique_ptr<const Source> MakeMemorySource();

}  // namespace satchel::pipeline
