#include "packet/order.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "base/hash.h"

namespace satchel::packet {
namespace {

// What decides, compared from the front. Computed once a candidate, so that sorting
// moves numbers about and no texts.
struct Key {
  std::array<std::int64_t, 6> parts{};
  std::size_t index = 0;
};

// ~x orders as -x does and cannot overflow.
std::array<std::int64_t, 6> PartsOf(FillOrder order, const Candidate& c) {
  const std::int64_t undated = c.time ? 0 : 1;
  const std::int64_t newest = c.time ? ~c.time->micros : 0;
  const std::int64_t score = ~c.terms.total().millionths();
  switch (order) {
    case FillOrder::kScore:
      return {c.priority, score, undated, newest, c.position};
    case FillOrder::kNewest:
      return {c.priority, undated, newest, ~c.position};
    case FillOrder::kGiven:
      return {c.priority, c.position};
    case FillOrder::kWorth:
      return {c.priority, ~c.worth.millionths(), score, undated, newest, c.position};
  }
  return {};
}

// What is left when all that should decide is equal.
bool LessByIdentity(const Candidate& a, const Candidate& b) {
  const auto key = [](const Candidate& c) {
    return std::tie(c.id, c.source, c.title, c.renditions, c.provenance, c.kind, c.trust,
                    c.language, c.time, c.position, c.pinned, c.superseded, c.worth,
                    c.terms.terms());
  };
  return key(a) < key(b);
}

// Marks all but the first of each source and id. By sorted hashes rather than in a
// hash table: ids made to collide cost a comparison each and not a chain.
void MarkDuplicates(std::span<const Candidate> candidates, std::vector<Ranked>& ranked) {
  struct HashedRank {
    std::uint64_t hash = 0;
    std::size_t rank = 0;
  };
  const auto identity = [&](const HashedRank& one) {
    const Candidate& candidate = candidates[ranked[one.rank].index];
    return std::tie(candidate.id.value(), candidate.source);
  };
  std::vector<HashedRank> hashed(ranked.size());
  for (std::size_t i = 0; i < hashed.size(); ++i) {
    hashed[i] = {.hash = StableHash(candidates[ranked[i].index].id.value()), .rank = i};
  }
  std::ranges::sort(hashed, [&](const HashedRank& a, const HashedRank& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    const auto left = identity(a);
    const auto right = identity(b);
    return left != right ? left < right : a.rank < b.rank;
  });
  for (std::size_t i = 1; i < hashed.size(); ++i) {
    const bool same =
        hashed[i].hash == hashed[i - 1].hash && identity(hashed[i]) == identity(hashed[i - 1]);
    ranked[hashed[i].rank].duplicate = same;
  }
}

}  // namespace

std::vector<Ranked> OrderForFilling(FillOrder order, std::span<const Candidate> candidates) {
  std::vector<Key> keys(candidates.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {PartsOf(order, candidates[i]), i};
  std::ranges::sort(keys, [&](const Key& a, const Key& b) {
    if (const auto way = a.parts <=> b.parts; way != 0) return way < 0;
    return LessByIdentity(candidates[a.index], candidates[b.index]);
  });
  std::vector<Ranked> ranked;
  ranked.reserve(keys.size());
  for (const Key& key : keys) ranked.push_back({.index = key.index});
  MarkDuplicates(candidates, ranked);
  return ranked;
}

void SortByPosition(std::vector<Item>& items) {
  std::ranges::sort(items, [](const Item& a, const Item& b) {
    if (a.candidate.position != b.candidate.position) {
      return a.candidate.position < b.candidate.position;
    }
    return LessByIdentity(a.candidate, b.candidate);
  });
}

}  // namespace satchel::packet
