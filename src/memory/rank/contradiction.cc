#include "memory/rank/contradiction.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/sort_unique.h"
#include "memory/rank/judgement.h"
#include "text/analyser.h"
#include "text/stop_words.h"

namespace satchel::memory {
namespace {

// Folded, as text::Words() writes them. Sorted.
constexpr auto kNegations = std::to_array<std::string_view>(
    {"arent", "avoid",     "cannot", "cant",   "couldnt", "didnt",  "doesnt",
     "dont",  "forbidden", "hasnt",  "havent", "isnt",    "mustnt", "neither",
     "never", "no",        "nobody", "none",   "nor",     "not",    "shouldnt",
     "stop",  "stopped",   "wasnt",  "werent", "without", "wont",   "wouldnt",
     "без",   "запрещено", "не",     "нельзя", "нет",     "ни",     "никогда"});
constexpr auto kChanges = std::to_array<std::string_view>(
    {"anymore", "changed", "deprecated", "dropped", "instead", "longer", "migrated", "moved", "now",
     "replaced", "switched", "вместо", "заменили", "отказались", "перенесли", "перешли", "теперь"});

// Two texts are about the same thing if they share this much of the shorter one.
constexpr std::int64_t kSharedPercent = 60;
// Where only numbers tell them apart it must be nearly all.
constexpr std::int64_t kSharedBesideNumbers = 75;
constexpr std::size_t kFewestShared = 2;
constexpr std::size_t kMostWithWord = 50;

template <std::size_t kCount>
bool Has(const std::array<std::string_view, kCount>& sorted, std::string_view word) {
  return std::ranges::binary_search(sorted, word);
}

// A text, as it is compared.
struct Statement {
  std::vector<std::string> subject;  // stems of its subject, sorted
  std::vector<std::string> numbers;  // sorted
  bool negates = false;
  bool changes = false;
};

Statement StatementOf(std::string_view text) {
  Statement statement;
  std::string subject;
  for (const text::Term& word : text::Words(text)) {
    if (std::ranges::all_of(word.text, IsDigit)) {
      statement.numbers.push_back(word.text);
    } else if (Has(kNegations, word.text)) {
      statement.negates = true;
    } else if (Has(kChanges, word.text)) {
      statement.changes = true;
    } else if (!text::IsStopWord(word.text)) {
      subject += word.text + ' ';
    }
  }
  statement.subject = StemsOf(subject);
  SortUnique(statement.numbers);
  return statement;
}

bool Includes(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::ranges::includes(all, some);
}

bool Contradict(const Statement& older, const Statement& newer) {
  std::vector<std::string> shared;
  std::ranges::set_intersection(older.subject, newer.subject, std::back_inserter(shared));
  const auto fewer = std::min(older.subject.size(), newer.subject.size());
  if (shared.size() < kFewestShared) return false;
  const std::int64_t percent = std::ssize(shared) * 100 / static_cast<std::int64_t>(fewer);
  if (percent < kSharedPercent) return false;
  if (older.negates != newer.negates || newer.changes) return true;
  return percent >= kSharedBesideNumbers && !Includes(older.numbers, newer.numbers) &&
         !Includes(newer.numbers, older.numbers);
}

bool AreRelated(const Memory& a, const Memory& b) {
  return a.source_memory == b.id || b.source_memory == a.id || a.supersedes == b.id ||
         b.supersedes == a.id || a.superseded_by == b.id || b.superseded_by == a.id ||
         a.space != b.space || (!a.source_memory.empty() && a.source_memory == b.source_memory);
}

// What was said in a conversation stays said: a later turn does not take it back.
bool IsStatement(const Memory& memory) {
  return memory.kind != Kind::kEpisode && memory.kind != Kind::kBox;
}

bool Contradict(const Memory& a, const Statement& first, const Memory& b, const Statement& second) {
  if (AreRelated(a, b) || a.id == b.id || !IsStatement(a) || !IsStatement(b)) return false;
  const bool in_order = a.created != b.created ? a.created < b.created : a.id < b.id;
  return in_order ? Contradict(first, second) : Contradict(second, first);
}

}  // namespace

bool LikelyContradict(const Memory& a, const Memory& b) {
  return Contradict(a, StatementOf(a.text), b, StatementOf(b.text));
}

std::vector<std::pair<std::size_t, std::size_t>> LikelyContradictions(
    std::span<const std::shared_ptr<const Memory>> memories, std::size_t most) {
  std::vector<Statement> statements;
  std::map<std::string_view, std::vector<std::size_t>> with_word;
  statements.reserve(memories.size());  // with_word refers to their words
  for (std::size_t i = 0; i < memories.size(); ++i) {
    statements.push_back(IsStatement(*memories[i]) ? StatementOf(memories[i]->text) : Statement{});
    for (const std::string& word : statements.back().subject) with_word[word].push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < memories.size() && pairs.size() < most; ++i) {
    std::set<std::size_t> others;
    for (const std::string& word : statements[i].subject) {
      const std::vector<std::size_t>& with = with_word[word];
      if (with.size() > kMostWithWord) continue;
      others.insert(std::ranges::upper_bound(with, i), with.end());
    }
    for (const std::size_t other : others) {
      if (pairs.size() == most) break;
      if (Contradict(*memories[i], statements[i], *memories[other], statements[other])) {
        pairs.emplace_back(i, other);
      }
    }
  }
  return pairs;
}

}  // namespace satchel::memory
