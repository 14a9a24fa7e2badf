#include "pipeline/sources/memory/source.h"

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include <nlohmann/json.hpp>

#include "packet/policies.h"
#include "pipeline/sources/memory/stages.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 1> kSources = {kMemory};
constexpr std::array<std::string_view, 5> kStages = {
    "memory.plan", "memory.profile", "memory.candidates", "memory.score", "memory.rerank"};

// Files of earlier requests and what search made of them, which is taken again when its namespace
// says the same; the last of each place is enough.
class KeptMemories final : public SourceCache {
 public:
  memory::FolderCache& files() { return files_; }

  std::shared_ptr<const retrieval::MemorySearch> Search(const std::string& place,
                                                        const memory::Folder& folder) {
    {
      const std::scoped_lock lock(mutex_);
      const auto found = searches_.find(place);
      if (found != searches_.end() && found->second.digest == folder.digest) {
        return found->second.search;
      }
    }
    auto search = std::make_shared<const retrieval::MemorySearch>(folder.memories);
    const std::scoped_lock lock(mutex_);
    searches_.insert_or_assign(place, Kept{.digest = folder.digest, .search = search});
    return search;
  }

  // REQUIRES: it is always the same database.
  std::shared_ptr<lexical::Index> Index(store::Database& curated, const std::string& source) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<lexical::Index>& index = indexes_[source];
    if (!index) index = retrieval::NewMemoryIndex(curated, source);
    return index;
  }

 private:
  struct Kept {
    std::string digest;
    std::shared_ptr<const retrieval::MemorySearch> search;
  };

  memory::FolderCache files_;
  std::mutex mutex_;
  std::map<std::string, Kept> searches_;                            // by directory
  std::map<std::string, std::shared_ptr<lexical::Index>> indexes_;  // by source
};

// What search needs of one namespace.
SpaceMemories Searchable(const memory::Space& space, memory::Folder folder, KeptMemories* kept,
                         const retrieval::SearchedCode* searched) {
  SpaceMemories result{.name = space.name,
                       .folder = std::move(folder),
                       .search = nullptr,
                       .source = retrieval::MemorySourceOf(space.directory),
                       .index = nullptr};
  result.search = kept == nullptr
                      ? std::make_shared<const retrieval::MemorySearch>(result.folder.memories)
                      : kept->Search(space.directory.string(), result.folder);
  if (searched != nullptr) {
    result.index = kept == nullptr ? retrieval::NewMemoryIndex(searched->curated, result.source)
                                   : kept->Index(searched->curated, result.source);
  }
  return result;
}

class MemorySource final : public Source {
 public:
  std::string_view name() const override { return kMemory; }

  const Recipe& recipe() const override {
    static const std::array kFills = {DueFills{.behind = "", .fills = packet::MemoryFills()}};
    static const Recipe kRecipe{.name = kMemory,
                                .sources = kSources,
                                .stages = kStages,
                                .sections = packet::MemoryPolicies(),
                                .fills = kFills,
                                .budget = 2000,
                                .tokenizer = text::Tokenizer::kChars4,
                                .report_all = true};
    return kRecipe;
  }

  std::vector<std::unique_ptr<const Stage>> MakeStages() const override {
    std::vector<std::unique_ptr<const Stage>> stages;
    stages.push_back(MakeMemoryPlan());
    stages.push_back(MakeMemoryProfile());
    stages.push_back(MakeMemoryCandidates());
    stages.push_back(MakeMemoryScore());
    stages.push_back(MakeMemoryRerank());
    return stages;
  }

  Result<std::unique_ptr<const SourceOptions>> ReadOptions(const Json& json) const override {
    auto options = SATCHEL_TRY(MemoryOptionsFrom(json));
    return std::make_unique<MemoryOptions>(std::move(options));
  }

  Result<std::unique_ptr<const Reading>> Read(const ReadRequest& request) const override {
    const auto* given = dynamic_cast<const MemoryOptions*>(request.options);
    const MemoryOptions options = given == nullptr ? MemoryOptions() : *given;
    // A prompt that asks for nothing reads nothing, not even the profile; nor is there anything to
    // read where memories have no place.
    if (request.around.memories.empty() ||
        PlanFor(options, request.request.task).mode == memory::Mode::kNoRecall) {
      return std::make_unique<MemoryReading>(options, std::vector<SpaceMemories>(), nullptr);
    }
    auto* kept = dynamic_cast<KeptMemories*>(request.cache);
    const auto spaces =
        SATCHEL_TRY(memory::FindSpaces(request.around.memories, request.around.shared_memories));
    const auto readable = SATCHEL_TRY(
        memory::ReadableSpaces(spaces, options.spaces, options.space, options.principal));
    std::vector<SpaceMemories> read;
    for (const memory::Space& space : readable) {
      auto folder = SATCHEL_TRY(memory::LoadFolder(space.directory, space.name,
                                                   kept == nullptr ? nullptr : &kept->files(),
                                                   Deadline::Never()));
      read.push_back(Searchable(space, std::move(folder), kept, request.around.searched));
    }
    return std::make_unique<MemoryReading>(options, std::move(read), request.around.searched);
  }

  std::unique_ptr<SourceCache> MakeCache() const override {
    return std::make_unique<KeptMemories>();
  }
};

store::Scope ScopeOf(const retrieval::SearchedCode* searched, store::StoreCount* count) {
  store::Scope scope;
  if (searched != nullptr) scope = searched->scope;
  scope.count = count;
  return scope;
}

}  // namespace

MemoryReading::MemoryReading(MemoryOptions options, std::vector<SpaceMemories> spaces,
                             const retrieval::SearchedCode* searched)
    : options_(std::move(options)),
      spaces_(std::move(spaces)),
      curated_(searched == nullptr ? nullptr : &searched->curated),
      scope_(ScopeOf(searched, count_.get())) {
  for (const SpaceMemories& space : spaces_) snapshot_[space.name] = space.folder.digest;
}

Result<bool> MemoryReading::IsIndexed() const {
  if (curated_ == nullptr || spaces_.empty()) return true;
  const auto transaction = SATCHEL_TRY(curated_->Begin(scope_, store::Access::kRead));
  for (const SpaceMemories& space : spaces_) {
    const auto indexed = SATCHEL_TRY(space.search->IsIndexed(*transaction, *space.index));
    if (!indexed) return false;
  }
  return true;
}

Status MemoryReading::Index(store::Database& curated, const store::Scope& scope) const {
  for (const SpaceMemories& space : spaces_) {
    SATCHEL_TRY(space.search->Index(curated, scope, space.source));
  }
  return {};
}

Result<std::vector<retrieval::RankedMemory>> MemoryReading::Search(
    const SpaceMemories& space, std::string_view question) const {
  if (curated_ == nullptr) return std::vector<retrieval::RankedMemory>();
  const auto transaction = SATCHEL_TRY(curated_->Begin(scope_, store::Access::kRead));
  return space.search->Search(*transaction, *space.index, question);
}

std::unique_ptr<const Source> MakeMemorySource() { return std::make_unique<MemorySource>(); }

}  // namespace satchel::pipeline
