#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "index/lexical/change.h"
#include "index/lexical/merge.h"
#include "index/lexical/writer.h"
#include "memory/files/front_matter.h"
#include "memory/index/memory_groups.h"
#include "memory/index/memory_row_bytes.h"
#include "memory/index/memory_rows.h"
#include "memory/index/memory_search.h"
#include "store/calls.h"
#include "store/segment_keys.h"
#include "store/segments.h"
#include "text/analyser.h"

// A change of a few files becomes a change of a few rows. What a file said before is in its row, so
// that whatever it had brought (words, names, links, its place in a group) is taken back first, and
// then what it says now is put in. An id that several files have belongs to the first of them by
// path; when that one goes, the next one comes in its place in the same way. All of it is one
// transaction with the words of the lexical index.
namespace satchel::retrieval {
namespace {

using memory::Memory;

constexpr std::size_t kRowsAtOnce = 1'000;

class Update {
 public:
  Update(store::Transaction& curated, std::string_view source, const memory::FolderLook& look,
         MemoryState state, bool is_new)
      : curated_(curated),
        source_(source),
        rows_source_(RowsSourceOf(source)),
        look_(look),
        state_(std::move(state)),
        is_new_(is_new) {}

  Status Run() {
    SATCHEL_TRY(ChangeFiles());
    SATCHEL_TRY(ChangeWords());
    SATCHEL_TRY(ChangeBack());
    SATCHEL_TRY(ChangeMembers());
    if (!changes_.empty()) {
      SATCHEL_TRY(lexical::Apply(curated_, source_, rank::TurnRanking(), changes_));
    }
    for (const memory::LookedDirectory& directory : look_.changed) {
      Put(MemoryRow::kDirectory, "/" + directory.path, memory::BytesOf(directory));
    }
    for (const std::string& path : look_.gone) Remove(MemoryRow::kDirectory, "/" + path);
    state_.digest = look_.memories;
    ++state_.generation;
    Put(MemoryRow::kState, "state", StateBytes(state_));
    return Write();
  }

 private:
  using Files = std::vector<MemoryFile>;
  using Data = std::map<std::string, std::string, std::less<>>;

  // Those that are there.
  Result<Data> Read(MemoryRow kind, std::span<const std::string> keys) {
    Data data;
    if (is_new_) return data;
    for (auto rest = keys; !rest.empty();) {
      const auto part = rest.first(std::min(kRowsAtOnce, rest.size()));
      rest = rest.subspan(part.size());
      const std::array queries = {store::SegmentRowQuery{.segment = 0,
                                                         .kind = static_cast<std::int64_t>(kind),
                                                         .keys = {part.begin(), part.end()}}};
      auto rows = SATCHEL_TRY(store::ReadSegmentRows(curated_, rows_source_, queries));
      for (store::SegmentRow& row : rows.front()) {
        data.emplace(std::move(row.key), std::move(row.data));
      }
    }
    return data;
  }

  void Put(MemoryRow kind, std::string key, std::string data) {
    put_.push_back({.segment = 0,
                    .kind = static_cast<std::int64_t>(kind),
                    .key = std::move(key),
                    .part = 0,
                    .data = std::move(data)});
  }
  void Remove(MemoryRow kind, std::string key) { removed_[kind].push_back(std::move(key)); }

  Status Write() {
    for (const auto& [kind, keys] : removed_) {
      for (std::span<const std::string> rest = keys; !rest.empty() && !is_new_;) {
        const auto part = rest.first(std::min(kRowsAtOnce, rest.size()));
        rest = rest.subspan(part.size());
        SATCHEL_TRY(store::RemoveRowsUnderKeys(curated_, rows_source_, 0,
                                               static_cast<std::int64_t>(kind), part));
      }
    }
    for (std::span<const store::SegmentRow> rest = put_; !rest.empty();) {
      const auto part = rest.first(std::min(kRowsAtOnce, rest.size()));
      rest = rest.subspan(part.size());
      SATCHEL_TRY(store::PutSegmentRows(curated_, rows_source_, part));
    }
    return {};
  }

  // Which file an id belongs to, before and behind the change.
  Status ChangeFiles() {
    std::map<std::string, Files> now;  // by id
    std::vector<std::string> ids;
    for (const memory::FolderLook::Lost& lost : look_.lost) now.try_emplace(lost.id);
    for (const memory::FolderLook::ReadFile& file : look_.read) now.try_emplace(file.memory->id);
    for (const auto& [id, files] : now) ids.push_back(id);
    const auto rows = SATCHEL_TRY(Read(MemoryRow::kMemory, ids));
    std::map<std::string, MemoryFile> before;
    for (const auto& [id, row] : rows) {
      Files files = SATCHEL_TRY(FilesFrom(row));
      before.emplace(id, files.front());
      ForgetTwins(files);
      now[id] = std::move(files);
    }
    for (const memory::FolderLook::Lost& lost : look_.lost) {
      std::erase_if(now[lost.id], [&](const MemoryFile& file) { return file.path == lost.path; });
    }
    for (const memory::FolderLook::ReadFile& file : look_.read) {
      Files& files = now[file.memory->id];
      const std::string& path = file.memory->path;
      std::erase_if(files, [&](const MemoryFile& one) { return one.path == path; });
      files.insert(std::ranges::lower_bound(files, path, {}, &MemoryFile::path),
                   {.path = path, .bytes = file.bytes});
      read_.emplace(path, file.memory);
    }
    for (auto& [id, files] : now) {
      const auto was = before.find(id);
      const bool same = was != before.end() && !files.empty() && was->second == files.front();
      if (was != before.end() && !same) {
        const auto memory = SATCHEL_TRY(ParsedFrom(was->second));
        TakeBack(*memory);
      }
      if (files.empty()) {
        Remove(MemoryRow::kMemory, id);
        continue;
      }
      if (!same) {
        const auto memory = SATCHEL_TRY(MemoryOf(files.front()));
        PutIn(*memory);
        changed_.emplace(id, memory);
      }
      for (std::size_t i = 1; i < files.size(); ++i) {
        state_.twins[files[i].path] = files.front().path;
      }
      Put(MemoryRow::kMemory, id, FilesBytes(files));
    }
    return {};
  }

  void ForgetTwins(const Files& files) {
    for (const MemoryFile& file : files) state_.twins.erase(file.path);
  }

  // As it is now.
  Result<std::shared_ptr<const Memory>> MemoryOf(const MemoryFile& file) {
    const auto read = read_.find(file.path);
    if (read != read_.end()) return read->second;
    return ParsedFrom(file);
  }
  static Result<std::shared_ptr<const Memory>> ParsedFrom(const MemoryFile& file) {
    auto read = SATCHEL_TRY(memory::MemoryFromFile(file.bytes, file.path));
    return std::make_shared<const Memory>(std::move(read.memory));
  }

  void TakeBack(const Memory& memory) {
    Count(memory, -1);
    for (const memory::Way& way : memory::WaysOf(memory)) back_[way.to][memory.id].clear();
    if (!memory.entity.empty()) entities_[memory.entity][memory.id] = false;
    state_.pinned.erase(memory.id);
    state_.artifacts.erase(memory.id);
    members_[MembersKey(DirectoryOf(memory.path), IsSaid(memory))][memory.id].reset();
  }

  void PutIn(const Memory& memory) {
    Count(memory, 1);
    for (const memory::Way& way : memory::WaysOf(memory)) {
      back_[way.to][memory.id].push_back(memory::BackFrom(memory, way));
    }
    if (!memory.entity.empty()) entities_[memory.entity][memory.id] = true;
    if (memory.pinned) state_.pinned.insert(memory.id);
    if (memory.artifact) state_.artifacts.insert(memory.id);
    members_[MembersKey(DirectoryOf(memory.path), IsSaid(memory))][memory.id] = MemberOf(memory);
  }

  // What is counted over all memories.
  void Count(const Memory& memory, int by) {
    const rank::Turn turn = TurnOf(memory);
    std::set<std::string, std::less<>> words;
    for (const std::string* text : {&turn.text, &turn.caption}) {
      analyser_.ForEach(*text, [&](std::string_view term, text::ByteRange, text::TermKind) {
        if (!words.contains(term)) words.emplace(term);
      });
    }
    for (const std::string& word : words) words_[word] += by;
    const auto add = [by](std::size_t& count) {
      count = by > 0 ? count + 1 : count - std::min<std::size_t>(count, 1);
    };
    add(state_.memories);
    if (turn.time && rank::DateOf(*turn.time)) add(state_.dated);
    const std::string speaker = rank::SpeakerName(turn.speaker);
    if (speaker.empty()) return;
    add(state_.speakers[speaker]);
    if (state_.speakers[speaker] == 0) state_.speakers.erase(speaker);
  }

  Status ChangeWords() {
    std::map<std::string, std::vector<std::pair<std::string, std::int64_t>>> by_beginning;
    for (const auto& [word, by] : words_) {
      if (by == 0) continue;
      std::string beginning = rank::AlikeWords::BeginningOf(word);
      if (!beginning.empty()) by_beginning[std::move(beginning)].emplace_back(word, by);
    }
    std::vector<std::string> keys;
    for (const auto& [beginning, words] : by_beginning) keys.push_back(beginning);
    const auto rows = SATCHEL_TRY(Read(MemoryRow::kWords, keys));
    for (const auto& [beginning, words] : by_beginning) {
      WordCounts counts;
      const auto row = rows.find(beginning);
      if (row != rows.end()) counts = SATCHEL_TRY(WordsFrom(row->second));
      for (const auto& [word, by] : words) {
        const auto count = static_cast<std::int64_t>(counts[word]) + by;
        if (count > 0) {
          counts[word] = static_cast<std::uint64_t>(count);
        } else {
          counts.erase(word);
        }
      }
      PutOrRemove(MemoryRow::kWords, beginning, counts.empty(), WordsBytes(counts));
    }
    return {};
  }

  void PutOrRemove(MemoryRow kind, const std::string& key, bool is_empty, std::string data) {
    if (is_empty) {
      Remove(kind, key);
    } else {
      Put(kind, key, std::move(data));
    }
  }

  Status ChangeBack() {
    std::vector<std::string> keys;
    for (const auto& [id, from] : back_) keys.push_back("i" + id);
    for (const auto& [entity, ids] : entities_) keys.push_back("e" + entity);
    const auto rows = SATCHEL_TRY(Read(MemoryRow::kBack, keys));
    for (auto& [id, from] : back_) {
      const std::string key = "i" + id;
      BackWays ways;
      const auto row = rows.find(key);
      if (row != rows.end()) ways = SATCHEL_TRY(BackFrom(row->second));
      for (auto& [other, all] : from) {
        if (all.empty()) {
          ways.erase(other);
        } else {
          ways[other] = std::move(all);
        }
      }
      PutOrRemove(MemoryRow::kBack, key, ways.empty(), BackBytes(ways));
    }
    for (const auto& [entity, present] : entities_) {
      const std::string key = "e" + entity;
      MemoryIds ids;
      const auto row = rows.find(key);
      if (row != rows.end()) ids = SATCHEL_TRY(IdsFrom(row->second));
      for (const auto& [id, is_there] : present) {
        if (is_there) {
          ids.insert(id);
        } else {
          ids.erase(id);
        }
      }
      PutOrRemove(MemoryRow::kBack, key, ids.empty(), IdsBytes(ids));
    }
    return {};
  }

  // Groups that are no longer the same, with their words.
  Status ChangeMembers() {
    std::vector<std::string> keys;
    for (const auto& [key, members] : members_) keys.push_back(key);
    const auto rows = SATCHEL_TRY(Read(MemoryRow::kMembers, keys));
    for (const auto& [key, changed] : members_) {
      std::vector<Member> before;
      const auto row = rows.find(key);
      if (row != rows.end()) before = SATCHEL_TRY(MembersFrom(key, row->second));
      std::vector<Member> now = before;
      std::erase_if(now, [&](const Member& member) { return changed.contains(member.id); });
      for (const auto& [id, member] : changed) {
        if (member) now.push_back(*member);
      }
      std::ranges::sort(now);
      SATCHEL_TRY(ChangeGroups(key, before, now));
      PutOrRemove(MemoryRow::kMembers, key, now.empty(), MembersBytes(now));
    }
    return {};
  }

  Status ChangeGroups(const std::string& key, const std::vector<Member>& before,
                      const std::vector<Member>& now) {
    const auto [directory, said] = DirectoryOfMembers(key);
    const auto keys_of = [&](const std::vector<Member>& members) {
      std::map<std::string, std::span<const Member>> keys;
      const auto groups = GroupsOf(members);
      for (std::size_t i = 0; i < groups.size(); ++i) {
        keys.emplace(GroupKey(directory, said, i, groups[i]), groups[i]);
      }
      return keys;
    };
    const auto old_groups = keys_of(before);
    const auto new_groups = keys_of(now);
    for (const auto& [group, members] : old_groups) {
      if (new_groups.contains(group)) continue;
      Remove(MemoryRow::kGroup, group);
      changes_.push_back({.key = group, .group = ""});
    }
    std::vector<std::string> needed;
    for (const auto& [group, members] : new_groups) {
      if (old_groups.contains(group)) continue;
      for (const Member& member : members) {
        if (!changed_.contains(member.id)) needed.push_back(member.id);
      }
    }
    auto others = SATCHEL_TRY(Read(MemoryRow::kMemory, needed));
    for (const auto& [group, members] : new_groups) {
      if (old_groups.contains(group)) continue;
      SATCHEL_TRY(AddGroup(group, said, members, others));
    }
    if (said) PutSessions(key, directory, now);
    return {};
  }

  Status AddGroup(const std::string& key, bool said, std::span<const Member> members,
                  const Data& others) {
    rank::Session session{.key = key, .turns = {}, .form = FormOf(said)};
    std::vector<std::pair<Member, rank::Turn>> turns;
    for (const Member& member : members) {
      std::shared_ptr<const Memory> memory;
      if (const auto changed = changed_.find(member.id); changed != changed_.end()) {
        memory = changed->second;
      } else if (const auto row = others.find(member.id); row != others.end()) {
        const auto files = SATCHEL_TRY(FilesFrom(row->second));
        memory = SATCHEL_TRY(ParsedFrom(files.front()));
      } else {
        return Fail(Errc::kCorrupt, fmt::format("the index of memories lacks '{}'", member.id));
      }
      session.turns.push_back(TurnOf(*memory));
      turns.emplace_back(member, session.turns.back());
    }
    Put(MemoryRow::kGroup, key, GroupBytes(turns, said));
    changes_.push_back({.key = key, .group = rank::DocumentsOf(session, writer_), .is_new = true});
    return {};
  }

  void PutSessions(const std::string& key, const std::string& directory,
                   const std::vector<Member>& members) {
    std::vector<SaidGroup> sessions;
    const auto groups = GroupsOf(members);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      SaidGroup& session = sessions.emplace_back();
      session.key = GroupKey(directory, true, i, groups[i]);
      std::set<rank::Date> dates;
      for (const Member& member : groups[i]) {
        const auto date = member.created ? rank::DateOf(*member.created) : std::nullopt;
        if (date) dates.insert(*date);
      }
      session.dates.assign(dates.begin(), dates.end());
    }
    PutOrRemove(MemoryRow::kSessions, key, sessions.empty(), SessionsBytes(sessions));
  }

  store::Transaction& curated_;
  const std::string source_;
  const std::string rows_source_;
  const memory::FolderLook& look_;
  MemoryState state_;
  const bool is_new_;  // there is nothing to read

  std::unordered_map<std::string, std::shared_ptr<const Memory>> read_;     // by path
  std::unordered_map<std::string, std::shared_ptr<const Memory>> changed_;  // by id: as they are
  std::map<std::string, std::int64_t> words_;
  std::map<std::string, BackWays> back_;  // by id; without ways: none any more
  std::map<std::string, std::map<std::string, bool>> entities_;
  std::map<std::string, std::map<std::string, std::optional<Member>>> members_;  // by id

  text::Analyser analyser_;
  lexical::DocumentWriter writer_ = rank::TurnWriter();
  std::vector<lexical::Change> changes_;
  std::vector<store::SegmentRow> put_;
  std::map<MemoryRow, std::vector<std::string>> removed_;
};

}  // namespace

Status UpdateMemories(store::Database& curated, const store::Scope& scope, std::string_view source,
                      const MemoryBase& base, const memory::FolderLook& look) {
  {
    auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
    // The counter's row is locked from here to the commit, so that nobody else changes the same
    // meanwhile.
    const std::string rows_source = RowsSourceOf(source);
    SATCHEL_TRY(store::AllotIds(*transaction, rows_source, 1));
    auto state = SATCHEL_TRY(ReadMemoryState(*transaction, source));
    const auto found = state ? std::optional(state->generation) : std::nullopt;
    if (found != base.generation) {
      return Fail(Errc::kConflict, "another process changed the index of memories");
    }
    const bool is_new = !state || base.anew;
    if (is_new) {
      const std::array<std::int64_t, 1> segments = {0};
      SATCHEL_TRY(store::RemoveSegments(*transaction, rows_source, segments));
      SATCHEL_TRY(lexical::Clear(*transaction, source));
    }
    MemoryState before;
    if (state) before.generation = state->generation;
    if (!is_new) before = *std::move(state);
    Update update(*transaction, source, look, std::move(before), is_new);
    SATCHEL_TRY(update.Run());
    SATCHEL_TRY(transaction->Commit({}));
  }
  const auto tidied = lexical::Tidy(curated, scope, source, rank::TurnRanking());
  return tidied ? Status() : std::unexpected(tidied.error());
}

Status ForgetMemories(store::Database& curated, const store::Scope& scope,
                      std::string_view source) {
  auto transaction = SATCHEL_TRY(curated.Begin(scope, store::Access::kWrite));
  const std::string rows_source = RowsSourceOf(source);
  SATCHEL_TRY(store::AllotIds(*transaction, rows_source, 1));
  const std::array<std::int64_t, 1> segments = {0};
  SATCHEL_TRY(store::RemoveSegments(*transaction, rows_source, segments));
  SATCHEL_TRY(transaction->Commit({}));
  return {};
}

}  // namespace satchel::retrieval
