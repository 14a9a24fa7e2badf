#include "retrieval/memory_search.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "base/time.h"
#include "search/lexical/change.h"
#include "search/lexical/merge.h"
#include "search/lexical/writer.h"
#include "text/analyser.h"

namespace satchel::retrieval {
namespace {

using Memories = std::vector<std::shared_ptr<const memory::Memory>>;

// Raised when documents of the same memories become others.
constexpr int kDocumentsVersion = 1;
constexpr std::size_t kMostInGroup = 64;
constexpr std::size_t kCacheBytes = 16U << 20U;
constexpr std::size_t kMostNamedWords = 8;

bool IsSaid(const memory::Memory& memory) { return memory.kind == memory::Kind::kEpisode; }

// What it has beside its text; keywords that were taken from the text are not counted again.
std::string BesideText(const memory::Memory& memory) {
  std::string beside;
  const auto add = [&beside](std::string_view words) {
    if (!beside.empty()) beside += '\n';
    beside += words;
  };
  for (const std::string& tag : memory.tags) add(tag);
  const std::string text = AsciiLower(memory.text);
  for (const std::string& word : memory.keywords) {
    if (!text.contains(AsciiLower(word))) add(word);
  }
  if (!memory.entity.empty()) add(memory.entity);
  for (const auto& [name, value] : memory.attributes) add(name + " " + value);
  return beside;
}

rank::Turn TurnOf(const memory::Memory& memory) {
  return {.speaker = IsSaid(memory) ? memory.source : "",
          .text = memory.text,
          .caption = BesideText(memory),
          .time = memory.created};
}

// Of everything that the ranking sees of a group.
std::string DigestOf(const rank::Session& session) {
  Sha256 sum;
  sum.Update(fmt::format("{}.{}\n", kDocumentsVersion, text::kAnalyserVersion));
  for (const rank::Turn& turn : session.turns) {
    const std::string time = turn.time ? FormatTime(*turn.time) : "";
    for (const std::string* part : {&turn.speaker, &turn.text, &turn.caption, &time}) {
      sum.Update(fmt::format("{} ", part->size())).Update(*part);
    }
  }
  return sum.Finish().Hex().substr(0, 16);
}

struct Group {
  rank::Session session;
  std::vector<std::size_t> memories;
};

// By directory, what was said apart from what was noted, in the order of time.
std::vector<Group> GroupsOf(const Memories& memories) {
  std::map<std::pair<std::string, bool>, std::vector<std::size_t>> directories;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const std::string& path = memories[i]->path;
    const std::size_t slash = path.rfind('/');
    std::string directory = slash == path.npos ? "" : path.substr(0, slash);
    directories[{std::move(directory), IsSaid(*memories[i])}].push_back(i);
  }
  std::vector<Group> groups;
  for (auto& [directory, members] : directories) {
    std::ranges::sort(members, [&memories](std::size_t left, std::size_t right) {
      const memory::Memory& a = *memories[left];
      const memory::Memory& b = *memories[right];
      return std::tie(a.created, a.id, a.path) < std::tie(b.created, b.id, b.path);
    });
    for (std::size_t at = 0; at < members.size(); at += kMostInGroup) {
      Group& group = groups.emplace_back();
      const std::size_t end = std::min(at + kMostInGroup, members.size());
      for (std::size_t i = at; i < end; ++i) {
        group.memories.push_back(members[i]);
        group.session.turns.push_back(TurnOf(*memories[members[i]]));
      }
      group.session.form = directory.second ? rank::TextForm::kTurns : rank::TextForm::kTexts;
      group.session.key = fmt::format("{}#{}{}@{}", directory.first, directory.second ? "e" : "n",
                                      at / kMostInGroup, DigestOf(group.session));
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

}  // namespace

MemorySearch::MemorySearch(Memories memories)
    : memories_(std::move(memories)),
      conversation_(SessionsOf(GroupsOf(memories_), groups_, keys_)) {}

Result<std::vector<RankedMemory>> MemorySearch::Search(store::Transaction& curated,
                                                       lexical::Index& index,
                                                       std::string_view question) const {
  const auto ranked =
      SATCHEL_TRY(rank::RankConversation(curated, index, conversation_, question), "memories");
  std::vector<RankedMemory> result;
  for (const rank::RankedTurn& turn : ranked.turns) {
    if (turn.score <= Score()) continue;
    RankedMemory& one = result.emplace_back();
    one.memory = groups_[turn.session][turn.ordinal];
    one.score = turn.score;
    one.share = turn.share;
    for (const std::uint32_t word : turn.words) {
      if (one.words.size() < kMostNamedWords) one.words.push_back(ranked.words[word]);
    }
  }
  std::ranges::sort(result, [this](const RankedMemory& left, const RankedMemory& right) {
    if (left.score != right.score) return left.score > right.score;
    const memory::Memory& a = *memories_[left.memory];
    const memory::Memory& b = *memories_[right.memory];
    if (a.created != b.created) return a.created > b.created;  // undated ones last
    return std::tie(a.id, a.path) < std::tie(b.id, b.path);
  });
  return result;
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
    for (Group& group : GroupsOf(memories_)) {
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

std::string MemorySourceOf(const std::filesystem::path& directory) {
  return "memory/" + Sha256Of(directory.string()).Hex().substr(0, 16);
}

std::unique_ptr<lexical::Index> NewMemoryIndex(store::Database& curated, std::string_view source) {
  return std::make_unique<lexical::Index>(curated, source, rank::TurnRanking(), kCacheBytes);
}

}  // namespace satchel::retrieval
