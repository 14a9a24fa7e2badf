#include "memory/requests/similar.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "base/hash.h"
#include "memory/rank/judgement.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kMostCompared = 1'000;

// Nine tenths of all stems of both.
bool NearlySame(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++common;
      ++i;
      ++j;
    } else {
      ++(a[i] < b[j] ? i : j);
    }
  }
  return common * 10 >= (a.size() + b.size() - common) * 9;
}

}  // namespace

bool Stands(const memory::Memory& memory, Time now) {
  using memory::MemoryState;
  if (memory.artifact || !memory.superseded_by.empty()) return false;
  if (memory.state != MemoryState::kActive && memory.state != MemoryState::kPendingReview) {
    return false;
  }
  if (memory.expires && *memory.expires <= now) return false;
  return !memory.valid_to || *memory.valid_to > now;
}

SimilarTexts::Entry SimilarTexts::EntryOf(std::string_view text) {
  Entry entry{.bytes = text.size(), .stems = {}, .first = {}};
  std::vector<std::string> stems = memory::StemsOf(text);
  std::ranges::sort(stems, {}, [](const std::string& stem) {
    return std::pair(-std::ssize(stem), std::string_view(stem));
  });
  for (const std::string& stem : stems) entry.stems.push_back(StableHash(stem));
  entry.first = entry.stems;
  if (!entry.first.empty()) entry.first.resize(entry.first.size() / 10 + 1);
  std::ranges::sort(entry.stems);
  return entry;
}

void SimilarTexts::Add(std::string_view text) {
  Entry entry = EntryOf(text);
  for (const std::uint64_t stem : entry.first) by_stem_[stem].push_back(entries_.size());
  entries_.push_back(std::move(entry));
}

bool SimilarTexts::HasSimilar(std::string_view text) const {
  const Entry entry = EntryOf(text);
  std::size_t compared = 0;
  for (const std::uint64_t stem : entry.first) {
    const auto found = by_stem_.find(stem);
    if (found == by_stem_.end()) continue;
    for (const std::size_t index : found->second) {
      if (++compared > kMostCompared) return false;
      const Entry& other = entries_[index];
      // As `remember` has it: texts of which one is half as long again are different.
      const auto [less, more] = std::minmax(entry.bytes, other.bytes);
      if (less * 3 < more * 2) continue;
      if (NearlySame(entry.stems, other.stems)) return true;
    }
  }
  return false;
}

}  // namespace satchel::engine
