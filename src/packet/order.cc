#include "packet/order.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace satchel::packet {
namespace {

// Later is smaller; nothing is larger than any time.
auto NewestFirst(const Candidate& candidate) {
  return candidate.time ? std::pair(0, -candidate.time->micros) : std::pair(1, std::int64_t{0});
}

// What is left when all that should decide is equal.
bool LessByIdentity(const Candidate& a, const Candidate& b) {
  const auto key = [](const Candidate& c) {
    return std::tie(c.id, c.source, c.title, c.renditions, c.provenance, c.kind, c.trust,
                    c.language, c.time, c.position, c.pinned, c.superseded, c.terms.terms());
  };
  return key(a) < key(b);
}

template <class Key>
auto ByKey(Key key) {
  return [key](const Candidate& a, const Candidate& b) {
    const auto left = key(a);
    const auto right = key(b);
    if (left != right) return left < right;
    return LessByIdentity(a, b);
  };
}

void Sort(FillOrder order, std::vector<Candidate>& candidates) {
  switch (order) {
    case FillOrder::kScore:
      std::ranges::sort(candidates, ByKey([](const Candidate& c) {
                          return std::tuple(c.priority, -c.terms.total(), NewestFirst(c),
                                            c.position);
                        }));
      return;
    case FillOrder::kNewest:
      std::ranges::sort(candidates, ByKey([](const Candidate& c) {
                          return std::tuple(c.priority, NewestFirst(c), -c.position);
                        }));
      return;
    case FillOrder::kGiven:
      std::ranges::sort(
          candidates, ByKey([](const Candidate& c) { return std::tuple(c.priority, c.position); }));
      return;
  }
}

}  // namespace

Ordered OrderForFilling(const SectionPolicy& policy, std::vector<Candidate> candidates) {
  Sort(policy.fill, candidates);
  Ordered ordered;
  ordered.candidates.reserve(candidates.size());
  std::set<std::pair<std::string, ItemId>> seen;
  for (Candidate& candidate : candidates) {
    const bool first = seen.emplace(candidate.source, candidate.id).second;
    (first ? ordered.candidates : ordered.duplicates).push_back(std::move(candidate));
  }
  return ordered;
}

void SortByPosition(std::vector<Item>& items) {
  const auto less = ByKey([](const Candidate& c) { return c.position; });
  std::ranges::sort(
      items, [&less](const Item& a, const Item& b) { return less(a.candidate, b.candidate); });
}

}  // namespace satchel::packet
