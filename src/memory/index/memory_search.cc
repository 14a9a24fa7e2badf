#include "memory/index/memory_search.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "ask/question.h"
#include "base/sha256.h"
#include "base/time.h"
#include "engine/stores/stores.h"
#include "index/lexical/change.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "memory/index/memory_groups.h"

namespace satchel::retrieval {
namespace {

using Memories = std::vector<std::shared_ptr<const memory::Memory>>;

constexpr std::size_t kCacheBytes = 16U << 20U;
constexpr std::size_t kMostNamedWords = 8;

struct Group {
  rank::Session session;
  std::vector<std::size_t> memories;
};

std::vector<Group> AllGroups(const Memories& memories) {
  std::map<std::pair<std::string, bool>, std::vector<Member>> directories;
  std::map<std::string_view, std::size_t> by_path;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const memory::Memory& memory = *memories[i];
    by_path.emplace(memory.path, i);
    directories[{std::string(DirectoryOf(memory.path)), IsSaid(memory)}].push_back(
        MemberOf(memory));
  }
  std::vector<Group> groups;
  for (auto& [directory, members] : directories) {
    std::ranges::sort(members);
    const auto parts = GroupsOf(members);
    for (std::size_t number = 0; number < parts.size(); ++number) {
      Group& group = groups.emplace_back();
      for (const Member& member : parts[number]) {
        group.memories.push_back(by_path.at(member.path));
        group.session.turns.push_back(TurnOf(*memories[group.memories.back()]));
      }
      group.session.form = FormOf(directory.second);
      group.session.key = GroupKey(directory.first, directory.second, number, parts[number]);
    }
  }
  return groups;
}

std::vector<rank::Session> SessionsOf(std::vector<Group> groups,
                                      std::vector<std::vector<std::size_t>>& memories,
                                      std::vector<std::string>& keys) {
  std::vector<rank::Session> sessions;
  for (Group& group : groups) {
    memories.push_back(std::move(group.memories));
    keys.push_back(group.session.key);
    sessions.push_back(std::move(group.session));
  }
  std::ranges::sort(keys);
  return sessions;
}

class LoadedMemories final : public MemoryBook {
 public:
  LoadedMemories(Memories memories, IndexedMemories indexed, std::vector<memory::Finding> twins)
      : search_(std::move(memories)), indexed_(std::move(indexed)), twins_(std::move(twins)) {
    for (const auto& memory : search_.memories()) {
      by_id_.emplace(memory->id, memory);
      if (memory->pinned) pinned_.insert(memory->id);
      if (memory->artifact) artifacts_.insert(memory->id);
    }
    connected_ = memory::ConnectionsOf(search_.memories());
  }

  std::size_t size() const override { return search_.memories().size(); }
  const MemoryIds& pinned() const override { return pinned_; }
  const MemoryIds& artifacts() const override { return artifacts_; }
  std::vector<memory::Finding> twins() const override { return twins_; }

  Result<std::vector<RankedMemory>> Search(const ask::Question& question,
                                           std::size_t most) const override {
    if (indexed_.curated == nullptr || indexed_.index == nullptr) {
      return std::vector<RankedMemory>();
    }
    const auto transaction =
        SATCHEL_TRY(indexed_.curated->Begin(indexed_.scope, store::Access::kRead));
    auto ranked = SATCHEL_TRY(search_.Search(*transaction, *indexed_.index, question));
    if (ranked.size() > most) ranked.resize(most);
    return ranked;
  }

  Result<Memories> Get(std::span<const std::string> ids) const override {
    Memories memories;
    for (const std::string& id : ids) {
      const auto found = by_id_.find(id);
      memories.push_back(found == by_id_.end() ? nullptr : found->second);
    }
    return memories;
  }

  Result<std::vector<std::string>> Newest(std::size_t most) const override {
    std::vector<const memory::Memory*> all;
    for (const auto& memory : search_.memories()) all.push_back(memory.get());
    std::ranges::sort(all, [](const memory::Memory* a, const memory::Memory* b) {
      return a->created != b->created ? a->created > b->created : a->id < b->id;
    });
    std::vector<std::string> ids;
    for (const memory::Memory* memory : all) {
      if (ids.size() == most) break;
      ids.push_back(memory->id);
    }
    return ids;
  }

  Result<std::vector<memory::Connected>> Connected(
      std::span<const std::string> ids) const override {
    return connected_(ids);
  }

 private:
  MemorySearch search_;
  IndexedMemories indexed_;
  std::vector<memory::Finding> twins_;
  std::map<std::string, std::shared_ptr<const memory::Memory>, std::less<>> by_id_;
  MemoryIds pinned_;
  MemoryIds artifacts_;
  memory::FindConnected connected_;
};

}  // namespace

MemorySearch::MemorySearch(Memories memories)
    : memories_(std::move(memories)),
      conversation_(SessionsOf(AllGroups(memories_), groups_, keys_)) {}

Result<std::vector<RankedMemory>> MemorySearch::Search(store::Transaction& curated,
                                                       lexical::Index& index,
                                                       const ask::Question& question) const {
  const auto ranked =
      SATCHEL_TRY(rank::RankConversation(curated, index, conversation_, question), "memories");
  std::vector<PlacedMemory> placed;
  for (const rank::RankedTurn& turn : ranked.turns) {
    const memory::Memory& memory = *memories_[groups_[turn.session][turn.ordinal]];
    placed.push_back({.id = &memory.id, .created = memory.created, .turn = &turn});
  }
  return BestOf(std::move(placed), ranked.words, std::numeric_limits<std::size_t>::max());
}

Result<bool> MemorySearch::IsIndexed(store::Transaction& curated, lexical::Index& index) const {
  const auto keys = SATCHEL_TRY(lexical::IndexView(index, curated).Keys());
  return keys == keys_;
}

Status MemorySearch::Index(store::Database& curated, const store::Scope& scope,
                           std::string_view source) const {
  {
    auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
    lexical::Index index(curated, source, rank::TurnRanking(), 0);
    const auto known = SATCHEL_TRY(lexical::IndexView(index, *transaction).Keys());
    std::vector<lexical::Change> changes;
    for (const std::string& key : known) {
      if (!std::ranges::binary_search(keys_, key)) changes.push_back({.key = key, .group = ""});
    }
    lexical::DocumentWriter writer = rank::TurnWriter();
    for (Group& group : AllGroups(memories_)) {
      if (std::ranges::binary_search(known, group.session.key)) continue;
      std::string documents = rank::DocumentsOf(group.session, writer);
      changes.push_back(
          {.key = std::move(group.session.key), .group = std::move(documents), .is_new = true});
    }
    if (changes.empty()) return {};
    SATCHEL_TRY(lexical::Apply(*transaction, source, rank::TurnRanking(), changes));
    SATCHEL_TRY(transaction->Commit({}));
  }
  const auto tidied = lexical::Tidy(curated, scope, source, rank::TurnRanking());
  return tidied ? Status() : std::unexpected(tidied.error());
}

std::vector<RankedMemory> BestOf(std::vector<PlacedMemory> placed,
                                 std::span<const std::string> words, std::size_t most) {
  std::erase_if(placed, [](const PlacedMemory& one) { return one.turn->score <= Score(); });
  std::ranges::sort(placed, [](const PlacedMemory& a, const PlacedMemory& b) {
    if (a.turn->score != b.turn->score) return a.turn->score > b.turn->score;
    if (a.created != b.created) return a.created > b.created;  // undated ones last
    return *a.id < *b.id;
  });
  if (placed.size() > most) placed.resize(most);
  std::vector<RankedMemory> best;
  for (const PlacedMemory& one : placed) {
    RankedMemory& ranked = best.emplace_back();
    ranked.id = *one.id;
    ranked.score = one.turn->score;
    ranked.share = one.turn->share;
    ranked.neighbour = one.turn->words.empty() &&
                       rank::At(one.turn->values, rank::TurnFeature::kAlike) <= Score() &&
                       rank::At(one.turn->values, rank::TurnFeature::kDate) <= Score() &&
                       rank::At(one.turn->values, rank::TurnFeature::kMentioned) <= Score();
    for (const std::uint32_t word : one.turn->words) {
      if (ranked.words.size() < kMostNamedWords) ranked.words.push_back(words[word]);
    }
  }
  return best;
}

std::unique_ptr<const MemoryBook> OpenLoadedMemories(Memories memories, IndexedMemories indexed,
                                                     std::vector<memory::Finding> twins) {
  return std::make_unique<LoadedMemories>(std::move(memories), std::move(indexed),
                                          std::move(twins));
}

std::string MemorySourceOf(const std::filesystem::path& directory) {
  return std::string(engine::kMemorySources) + Sha256Of(directory.string()).Hex().substr(0, 16);
}

std::unique_ptr<lexical::Index> NewMemoryIndex(store::Database& curated, std::string_view source) {
  return std::make_unique<lexical::Index>(curated, source, rank::TurnRanking(), kCacheBytes);
}

}  // namespace satchel::retrieval
