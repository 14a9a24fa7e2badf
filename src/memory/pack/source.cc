#include "memory/pack/source.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <span>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "memory/files/folder_watch.h"
#include "memory/index/memory_search.h"
#include "memory/pack/sections.h"
#include "memory/pack/stages.h"

namespace satchel::pipeline {
namespace {

constexpr std::array<std::string_view, 1> kSources = {kMemory};
constexpr std::array<std::string_view, 5> kStages = {
    "memory.plan", "memory.profile", "memory.candidates", "memory.score", "memory.rerank"};

constexpr std::size_t kMostTries = 3;

// What earlier requests have read: directories as the store has them, rows of the index, and files
// where there is no store.
class KeptMemories final : public SourceCache {
 public:
  memory::FolderCache& files() { return files_; }

  // REQUIRES: it is always the same database.
  std::shared_ptr<lexical::Index> Index(store::Database& curated, const std::string& source) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<lexical::Index>& index = indexes_[source];
    if (!index) index = retrieval::NewMemoryIndex(curated, source);
    return index;
  }

  using Known = std::shared_ptr<const memory::KnownDirectories>;
  // Null: there are none of that generation.
  Known Directories(const std::string& source, std::uint64_t generation) {
    const std::scoped_lock lock(mutex_);
    const auto found = directories_.find(source);
    if (found == directories_.end() || found->second.first != generation) return nullptr;
    return found->second.second;
  }
  // Tells where to look.
  std::shared_ptr<memory::FolderWatch> Watch(const std::filesystem::path& directory) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<memory::FolderWatch>& watch = watches_[directory.string()];
    if (!watch) watch = std::make_shared<memory::FolderWatch>(directory);
    return watch;
  }
  void Keep(const std::string& source, std::uint64_t generation, Known known) {
    const std::scoped_lock lock(mutex_);
    directories_.insert_or_assign(source, std::pair(generation, std::move(known)));
  }

 private:
  memory::FolderCache files_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<memory::FolderWatch>> watches_;  // by directory
  std::map<std::string, std::shared_ptr<lexical::Index>> indexes_;       // by source
  std::map<std::string, std::pair<std::uint64_t, Known>> directories_;   // by source
};

// What has changed since the store was brought up to date.
Status LookAt(store::Database& curated, const store::Scope& scope, KeptMemories* kept,
              SpaceMemories& space) {
  std::optional<retrieval::MemoryState> state;
  KeptMemories::Known known;
  {
    const auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kRead));
    state = SATCHEL_TRY(retrieval::ReadMemoryState(*transaction, space.source));
    if (state && kept != nullptr) known = kept->Directories(space.source, state->generation);
    if (state && known == nullptr) {
      auto read = SATCHEL_TRY(retrieval::ReadKnownDirectories(*transaction, space.source));
      known = std::make_shared<const memory::KnownDirectories>(std::move(read));
      if (kept != nullptr) kept->Keep(space.source, state->generation, known);
    }
  }
  const memory::KnownDirectories none;
  const memory::KnownDirectories& before = known == nullptr ? none : *known;
  const auto watch = kept == nullptr ? nullptr : kept->Watch(space.directory);
  const auto marks = watch == nullptr ? std::nullopt : watch->Changed(before);
  auto look = memory::LookAtFolder(space.directory, space.name, before, scope.deadline, {},
                                   marks ? &*marks : nullptr);
  if (look && marks) watch->Settle(*marks, *look);
  space.base = {.generation = state ? std::optional(state->generation) : std::nullopt};
  if (!look && look.error().code() == Errc::kCorrupt) {
    space.base.anew = true;
    look = memory::LookAtFolder(space.directory, space.name, none, scope.deadline);
  }
  if (!look) return std::unexpected(look.error());
  space.folder.exists = look->exists;
  space.folder.profile = look->profile;
  space.folder.negatives = look->negatives;
  space.folder.findings = look->findings;
  space.folder.digest = look->digest;
  space.look = std::make_shared<const memory::FolderLook>(*std::move(look));
  return {};
}

// Whether the store has what the files say.
bool IsCurrent(const SpaceMemories& space) {
  return space.look->same() && !space.base.anew &&
         (space.base.generation.has_value() || !space.look->exists);
}

// From the files, each of them.
Status Load(KeptMemories* kept, SpaceMemories& space) {
  space.folder = SATCHEL_TRY(memory::LoadFolder(
      space.directory, space.name, kept == nullptr ? nullptr : &kept->files(), Deadline::Never()));
  space.look = nullptr;
  return {};
}

// The store of the rows of these namespaces. Null: no store is open, or none of them is there, so
// that a request without memories opens no file for them.
Result<store::Database*> OpenRows(const Surroundings& around, const MemoryInput& input,
                                  std::span<const memory::Space> spaces) {
  if (!around.indexed) return nullptr;
  if (!input.open_rows) return &around.indexed->curated;
  const bool any = std::ranges::any_of(spaces, [](const memory::Space& space) {
    std::error_code error;
    return std::filesystem::exists(space.directory, error);
  });
  return any ? input.open_rows() : nullptr;
}

// A command alone, or beside a word that says yes.
bool IsCommandAlone(const memory::Plan& plan, const ask::Question& prompt) {
  if (plan.mode != memory::Mode::kMinimal || prompt.task().task_type != "unknown") return false;
  std::string rest = prompt.folded();
  const auto at = rest.find(plan.evidence);
  if (plan.evidence.empty() || at == rest.npos) return false;
  rest.erase(at, plan.evidence.size());
  return memory::PlanRecall(ask::Question(std::move(rest))).mode == memory::Mode::kNoRecall;
}

class MemorySource final : public Source {
 public:
  std::string_view name() const override { return kMemory; }

  const Recipe& recipe() const override {
    static const std::array kFills = {DueFills{.behind = "", .fills = MemoryFills()}};
    static const Recipe kRecipe{.name = kMemory,
                                .sources = kSources,
                                .stages = kStages,
                                .sections = MemoryPolicies(),
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
    const auto* input = request.around.Of<MemoryInput>(kMemory);
    if (input == nullptr || input->project.empty() ||
        PlanFor(options, request.question).mode == memory::Mode::kNoRecall) {
      return std::make_unique<MemoryReading>(options, std::vector<SpaceMemories>(), Surroundings(),
                                             nullptr, store::StoreCount());
    }
    auto* kept = dynamic_cast<KeptMemories*>(request.cache);
    const std::optional<retrieval::IndexedTexts>& indexed = request.around.indexed;
    const auto spaces = SATCHEL_TRY(memory::FindSpaces(input->project, input->shared));
    const auto readable = SATCHEL_TRY(
        memory::ReadableSpaces(spaces, options.spaces, options.space, options.principal));
    store::Database* rows = SATCHEL_TRY(OpenRows(request.around, *input, readable));
    std::vector<SpaceMemories> read;
    store::StoreCount count;
    for (const memory::Space& space : readable) {
      SpaceMemories& one = read.emplace_back();
      one.name = space.name;
      one.directory = space.directory;
      one.source = retrieval::MemorySourceOf(space.directory);
      if (rows == nullptr) {
        SATCHEL_TRY(Load(kept, one));
        continue;
      }
      one.index = kept == nullptr ? retrieval::NewMemoryIndex(*rows, one.source)
                                  : kept->Index(*rows, one.source);
      store::Scope scope = indexed->scope;
      scope.count = &count;
      const Status looked = LookAt(*rows, scope, kept, one);
      // Whatever is wrong with the store, files are the truth. What is wrong with them comes up
      // again.
      if (!looked || one.look->too_large) SATCHEL_TRY(Load(kept, one));
    }
    return std::make_unique<MemoryReading>(options, std::move(read), request.around, rows, count);
  }

  bool IsSmallTalk(const ask::Question& prompt) const override {
    const memory::Plan plan = memory::PlanRecall(prompt);
    return plan.mode == memory::Mode::kNoRecall || IsCommandAlone(plan, prompt);
  }

  std::unique_ptr<SourceCache> MakeCache() const override {
    return std::make_unique<KeptMemories>();
  }
};

MemoryUses UsesIn(const Surroundings& around) {
  const auto* input = around.Of<MemoryInput>(kMemory);
  return input == nullptr ? MemoryUses() : input->uses;
}

std::vector<retrieval::NearText> NearMemories(const Surroundings& around) {
  const auto* input = around.Of<MemoryInput>(kMemory);
  if (input == nullptr) return {};
  std::vector<retrieval::NearText> near = input->near;
  std::erase_if(near, [](const retrieval::NearText& one) { return one.source != kMemory; });
  return near;
}

store::Scope ScopeOf(const std::optional<retrieval::IndexedTexts>& indexed,
                     store::StoreCount* count) {
  store::Scope scope;
  if (indexed) scope = indexed->scope;
  scope.count = count;
  return scope;
}

}  // namespace

MemoryReading::MemoryReading(MemoryOptions options, std::vector<SpaceMemories> spaces,
                             const Surroundings& around, store::Database* rows,
                             store::StoreCount count)
    : options_(std::move(options)),
      spaces_(std::move(spaces)),
      uses_(UsesIn(around)),
      near_(NearMemories(around)),
      count_(std::make_unique<store::StoreCount>(count)),
      rows_(rows),
      scope_(ScopeOf(around.indexed, count_.get())),
      books_(spaces_.size()) {
  for (const SpaceMemories& space : spaces_) snapshot_[space.name] = space.folder.digest;
}

Result<bool> MemoryReading::IsIndexed() const {
  if (rows_ == nullptr) return true;
  for (const SpaceMemories& space : spaces_) {
    if (space.look != nullptr) {
      if (!IsCurrent(space)) return false;
      continue;
    }
    const auto transaction = SATCHEL_TRY(rows_->Begin(scope_, store::Access::kRead));
    const auto indexed = SATCHEL_TRY(
        retrieval::MemorySearch(space.folder.memories).IsIndexed(*transaction, *space.index));
    if (!indexed) return false;
  }
  return true;
}

Status MemoryReading::Index(store::Database& rows, const store::Scope& scope) const {
  for (const SpaceMemories& space : spaces_) {
    if (space.look == nullptr) {
      SATCHEL_TRY(retrieval::ForgetMemories(rows, scope, space.source));
      SATCHEL_TRY(retrieval::MemorySearch(space.folder.memories).Index(rows, scope, space.source));
      continue;
    }
    SpaceMemories now = space;
    for (std::size_t i = 0; i < kMostTries; ++i) {
      if (IsCurrent(now)) break;
      const Status done = retrieval::UpdateMemories(rows, scope, now.source, now.base, *now.look);
      if (done) break;
      if (done.error().code() != Errc::kConflict || i + 1 == kMostTries) return done;
      SATCHEL_TRY(LookAt(rows, scope, nullptr, now));
    }
  }
  return {};
}

Result<std::unique_ptr<const retrieval::MemoryBook>> MemoryReading::OpenBook(
    const SpaceMemories& space) const {
  if (space.look != nullptr) {
    std::optional<retrieval::MemoryState> state;
    {
      const auto transaction = SATCHEL_TRY(rows_->Begin(scope_, store::Access::kRead));
      state = SATCHEL_TRY(retrieval::ReadMemoryState(*transaction, space.source));
    }
    if (state && state->digest == space.look->memories) {
      return retrieval::OpenStoredMemories({.curated = *rows_,
                                            .scope = scope_,
                                            .source = space.source,
                                            .space = space.name,
                                            .directory = space.directory,
                                            .index = space.index},
                                           *std::move(state));
    }
    auto folder =
        SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, nullptr, scope_.deadline));
    std::erase_if(folder.findings, [&space](const memory::Finding& one) {
      return std::ranges::find(space.look->findings, one.path, &memory::Finding::path) !=
             space.look->findings.end();
    });
    return retrieval::OpenLoadedMemories(std::move(folder.memories),
                                         {.curated = rows_, .scope = scope_, .index = space.index},
                                         std::move(folder.findings));
  }
  // What is wrong with files is in the folder, these too.
  return retrieval::OpenLoadedMemories(
      space.folder.memories, {.curated = rows_, .scope = scope_, .index = space.index}, {});
}

Result<const retrieval::MemoryBook*> MemoryReading::Book(std::size_t space) const {
  const std::scoped_lock lock(mutex_);
  if (books_[space] == nullptr) books_[space] = SATCHEL_TRY(OpenBook(spaces_[space]));
  return books_[space].get();
}

std::unique_ptr<const Source> MakeMemorySource() { return std::make_unique<MemorySource>(); }

}  // namespace satchel::pipeline
