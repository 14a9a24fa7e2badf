#include "memory/index/memory_rows.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "ask/question.h"
#include "base/directory.h"
#include "memory/files/folder.h"
#include "memory/files/folder_rules.h"
#include "memory/files/front_matter.h"
#include "memory/index/memory_groups.h"
#include "memory/index/memory_row_bytes.h"
#include "memory/index/memory_search.h"
#include "memory/rank/conversation.h"
#include "store/segments.h"

// A question goes to the lexical index, which names groups. Of those alone the rows are read that
// say what their turns show. What is left at the end, a few dozen memories, is read by id.
namespace satchel::retrieval {
namespace {

constexpr std::int64_t kPage = 1'000;

using Rows = std::map<std::string, std::string, std::less<>>;  // data by key

Result<Rows> ReadRows(store::Transaction& curated, std::string_view source, MemoryRow kind,
                      std::vector<std::string> keys) {
  Rows rows;
  if (keys.empty()) return rows;
  const std::array queries = {store::SegmentRowQuery{
      .segment = 0, .kind = static_cast<std::int64_t>(kind), .keys = std::move(keys)}};
  auto found = SATCHEL_TRY(store::ReadSegmentRows(curated, RowsSourceOf(source), queries));
  for (store::SegmentRow& row : found.front()) {
    rows.emplace(std::move(row.key), std::move(row.data));
  }
  return rows;
}

Result<Rows> ReadAll(store::Transaction& curated, std::string_view source, MemoryRow kind) {
  const std::string rows_source = RowsSourceOf(source);
  Rows rows;
  for (std::string after;;) {
    auto page = SATCHEL_TRY(store::ReadSegmentPage(curated, rows_source, 0,
                                                   static_cast<std::int64_t>(kind), after, kPage));
    const bool is_last = std::ssize(page) < kPage;
    if (!page.empty()) after = page.back().key;
    for (store::SegmentRow& row : page) {
      rows.emplace_hint(rows.end(), std::move(row.key), std::move(row.data));
    }
    if (is_last) return rows;
  }
}

// The bytes of a memory's file; nullopt if there is none. The path comes from a row, so nothing
// outside of the directory is reached by it.
std::optional<std::string> ReadFileOf(const Directory& root, std::string_view path) {
  std::optional<Directory> inner;
  const Directory* at = &root;
  for (auto slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
    auto next = at->OpenDirectory(std::string(path.substr(0, slash)));
    if (!next) return std::nullopt;
    inner.emplace(*std::move(next));
    at = &*inner;
    path.remove_prefix(slash + 1);
  }
  auto bytes =
      at->ReadFile(std::string(path), memory::FolderLimits().file_bytes, Directory::Names::kOne);
  return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
}

// The memory as its file has it now. A row alone is never shown, because a process that can write
// the store could forge memories. Returns null if the file is gone or holds a different memory.
Result<std::shared_ptr<const memory::Memory>> MemoryFrom(std::string_view row,
                                                         const std::string& id,
                                                         const std::string& space,
                                                         const Directory& root) {
  const auto files = SATCHEL_TRY(FilesFrom(row));
  const std::string& path = files.front().path;
  const auto bytes = ReadFileOf(root, path);
  if (!bytes) return nullptr;
  auto read = memory::MemoryFromFile(*bytes, path);
  if (!read || read->memory.id != id) return nullptr;
  read->memory.space = space;
  return std::make_shared<const memory::Memory>(std::move(read->memory));
}

// What the rows say of a conversation.
class StoredConversation final : public rank::ConversationReader {
 public:
  StoredConversation(store::Transaction& curated, std::string_view source, const MemoryState& state)
      : curated_(curated), source_(source), is_dated_(state.dated > 0) {
    for (const auto& [name, count] : state.speakers) speakers_.push_back(name);
  }

  std::span<const std::string> speakers() const override { return speakers_; }
  bool is_dated() const override { return is_dated_; }

  Result<const rank::AlikeWords*> Vocabulary(std::span<const std::string> words) override {
    std::set<std::string> beginnings;
    for (const std::string& word : words) {
      std::string beginning = rank::AlikeWords::BeginningOf(word);
      if (!beginning.empty()) beginnings.insert(std::move(beginning));
    }
    const auto rows = SATCHEL_TRY(
        ReadRows(curated_, source_, MemoryRow::kWords, {beginnings.begin(), beginnings.end()}));
    for (const auto& [beginning, data] : rows) {
      const auto known = SATCHEL_TRY(WordsFrom(data));
      for (const auto& [word, count] : known) vocabulary_.Add(word);
    }
    return &vocabulary_;
  }

  Result<std::vector<const rank::ReadSession*>> Sessions(
      std::span<const std::string> keys) override {
    const auto rows =
        SATCHEL_TRY(ReadRows(curated_, source_, MemoryRow::kGroup, {keys.begin(), keys.end()}));
    std::vector<const rank::ReadSession*> sessions;
    for (const std::string& key : keys) {
      const auto row = rows.find(key);
      if (row == rows.end()) {
        sessions.push_back(nullptr);
        continue;
      }
      auto group = SATCHEL_TRY(GroupFrom(row->second, speakers_));
      group.session.number = groups_.size();
      group.session.key = key;
      sessions.push_back(&groups_.emplace_back(std::move(group)).session);
    }
    return sessions;
  }

  Result<std::vector<std::string>> SaidWhen(const Fits& fits) override {
    const auto rows = SATCHEL_TRY(ReadAll(curated_, source_, MemoryRow::kSessions));
    std::map<std::string, std::vector<std::string>> by_directory;
    for (const auto& [key, data] : rows) {
      const auto groups = SATCHEL_TRY(SessionsFrom(data));
      for (const SaidGroup& group : groups) {
        if (std::ranges::any_of(group.dates, fits)) {
          by_directory[DirectoryOfMembers(key).first].push_back(group.key);
        }
      }
    }
    std::vector<std::string> keys;
    for (auto& [directory, all] : by_directory) {
      keys.insert(keys.end(), all.begin(), all.end());
    }
    return keys;
  }

  const GroupTurn& TurnAt(const rank::RankedTurn& turn) const {
    return groups_[turn.session].turns[turn.ordinal];
  }

 private:
  store::Transaction& curated_;
  const std::string source_;
  const bool is_dated_;
  std::vector<std::string> speakers_;
  rank::AlikeWords vocabulary_;
  std::deque<ReadGroup> groups_;
};

class StoredBook final : public MemoryBook {
 public:
  StoredBook(StoredMemories stored, MemoryState state)
      : stored_(std::move(stored)), state_(std::move(state)) {}

  std::size_t size() const override { return state_.memories; }
  const MemoryIds& pinned() const override { return state_.pinned; }
  const MemoryIds& artifacts() const override { return state_.artifacts; }
  std::vector<memory::Finding> twins() const override {
    std::vector<memory::Finding> findings;
    for (const auto& [path, first] : state_.twins) {
      findings.push_back({.path = path, .text = memory::SameIdAs(first)});
    }
    return findings;
  }

  Result<std::vector<RankedMemory>> Search(const ask::Question& question,
                                           std::size_t most) const override {
    const auto transaction = SATCHEL_TRY(Begin());
    StoredConversation conversation(*transaction, stored_.source, state_);
    const auto ranked = SATCHEL_TRY(
        rank::RankConversation(*transaction, *stored_.index, conversation, question), "memories");
    std::vector<PlacedMemory> placed;
    placed.reserve(ranked.turns.size());
    for (const rank::RankedTurn& turn : ranked.turns) {
      const GroupTurn& whose = conversation.TurnAt(turn);
      placed.push_back({.id = &whose.id, .created = whose.created, .turn = &turn});
    }
    return BestOf(std::move(placed), ranked.words, most);
  }

  Result<std::vector<std::shared_ptr<const memory::Memory>>> Get(
      std::span<const std::string> ids) const override {
    const auto transaction = SATCHEL_TRY(Begin());
    return GetIn(*transaction, ids);
  }

  Result<std::vector<std::string>> Newest(std::size_t most) const override {
    const auto transaction = SATCHEL_TRY(Begin());
    const auto rows = SATCHEL_TRY(ReadAll(*transaction, stored_.source, MemoryRow::kMembers));
    std::vector<Member> all;
    for (const auto& [key, data] : rows) {
      auto members = SATCHEL_TRY(MembersFrom(key, data));
      all.insert(all.end(), std::make_move_iterator(members.begin()),
                 std::make_move_iterator(members.end()));
    }
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()));
    std::ranges::partial_sort(all, end, [](const Member& a, const Member& b) {
      return a.created != b.created ? a.created > b.created : a.id < b.id;
    });
    std::vector<std::string> ids;
    for (auto at = all.begin(); at != end; ++at) ids.push_back(std::move(at->id));
    return ids;
  }

  Result<std::vector<memory::Connected>> Connected(
      std::span<const std::string> ids) const override {
    const auto transaction = SATCHEL_TRY(Begin());
    const auto memories = SATCHEL_TRY(GetIn(*transaction, ids));
    std::vector<std::string> keys;
    std::set<std::string> entities;
    for (const auto& memory : memories) {
      if (memory == nullptr) continue;
      keys.push_back("i" + memory->id);
      if (!memory->entity.empty() && entities.insert(memory->entity).second) {
        keys.push_back("e" + memory->entity);
      }
    }
    const auto rows =
        SATCHEL_TRY(ReadRows(*transaction, stored_.source, MemoryRow::kBack, std::move(keys)));
    std::vector<memory::Connected> connected;
    for (const auto& memory : memories) {
      if (memory == nullptr) continue;
      memory::Connected& one = connected.emplace_back();
      one.id = memory->id;
      one.created = memory->created;
      one.ways = memory::WaysOf(*memory);
      if (const auto row = rows.find("i" + memory->id); row != rows.end()) {
        const auto back = SATCHEL_TRY(BackFrom(row->second));
        for (const auto& [from, ways] : back) {
          one.ways.insert(one.ways.end(), ways.begin(), ways.end());
        }
      }
      const auto row = memory->entity.empty() ? rows.end() : rows.find("e" + memory->entity);
      if (row == rows.end()) continue;
      const auto same = SATCHEL_TRY(IdsFrom(row->second));
      if (same.size() > memory::kMostOfEntity) continue;
      for (const std::string& other : same) {
        if (other != memory->id) one.ways.push_back(memory::ToSameEntity(other));
      }
    }
    return connected;
  }

 private:
  Result<std::unique_ptr<store::Transaction>> Begin() const {
    return stored_.curated.Begin(stored_.scope, store::Access::kRead);
  }

  Result<std::vector<std::shared_ptr<const memory::Memory>>> GetIn(
      store::Transaction& transaction, std::span<const std::string> ids) const {
    const auto rows = SATCHEL_TRY(
        ReadRows(transaction, stored_.source, MemoryRow::kMemory, {ids.begin(), ids.end()}));
    const auto root = Directory::Open(stored_.directory);
    std::vector<std::shared_ptr<const memory::Memory>> memories;
    for (const std::string& id : ids) {
      const auto row = rows.find(id);
      if (row == rows.end() || !root) {
        memories.push_back(nullptr);
        continue;
      }
      memories.push_back(SATCHEL_TRY(MemoryFrom(row->second, id, stored_.space, *root)));
    }
    return memories;
  }

  const StoredMemories stored_;
  const MemoryState state_;
};

}  // namespace

Result<std::optional<MemoryState>> ReadMemoryState(store::Transaction& curated,
                                                   std::string_view source) {
  const auto rows = SATCHEL_TRY(ReadRows(curated, source, MemoryRow::kState, {"state"}));
  if (rows.empty()) return std::nullopt;
  auto state = StateFrom(rows.begin()->second);
  // What is damaged is made anew.
  if (!state) return std::nullopt;
  return *std::move(state);
}

Result<memory::KnownDirectories> ReadKnownDirectories(store::Transaction& curated,
                                                      std::string_view source) {
  auto rows = SATCHEL_TRY(ReadAll(curated, source, MemoryRow::kDirectory));
  memory::KnownDirectories known;
  for (auto& [key, data] : rows) known.emplace_hint(known.end(), key.substr(1), std::move(data));
  return known;
}

std::unique_ptr<const MemoryBook> OpenStoredMemories(StoredMemories stored, MemoryState state) {
  return std::make_unique<StoredBook>(std::move(stored), std::move(state));
}

}  // namespace satchel::retrieval
