#include "evaluation/metrics.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <string_view>

namespace satchel::evaluation {
namespace {

// splitmix64: the same stream everywhere.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::size_t Below(std::size_t bound) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::size_t>((z ^ (z >> 31U)) % bound);
  }

 private:
  std::uint64_t state_;
};

// Calls visit(rank, is gold) for each id where it stands first, ranks from 1.
template <class Visit>
void ForEachFirst(const Judged& judged, Visit visit) {
  const std::set<std::string_view> gold(judged.gold.begin(), judged.gold.end());
  std::set<std::string_view> seen;
  std::size_t rank = 0;
  for (const std::string& id : judged.ranked) {
    if (!seen.insert(id).second) continue;
    visit(++rank, gold.contains(id));
  }
}

std::size_t HitsWithin(const Judged& judged, std::size_t k) {
  std::size_t hits = 0;
  ForEachFirst(judged, [&](std::size_t rank, bool is_gold) { hits += rank <= k && is_gold; });
  return hits;
}

Score Share(std::size_t part, std::size_t whole) {
  if (whole == 0) return {};
  return Score::Ratio(static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole));
}

// 1 / log2(rank + 1)
Score Gain(std::size_t rank) {
  return Score::Ratio(Score::kOne, Score::Log2(rank + 1).millionths());
}

Score MeanOfSum(std::int64_t millionths, std::size_t count) {
  if (count == 0) return {};
  return Score::FromMillionths(millionths / static_cast<std::int64_t>(count));
}

}  // namespace

bool AllWithin(const Judged& judged, std::size_t k) {
  return !judged.gold.empty() && HitsWithin(judged, k) == judged.gold.size();
}

bool AnyWithin(const Judged& judged, std::size_t k) { return HitsWithin(judged, k) > 0; }

Score RecallWithin(const Judged& judged, std::size_t k) {
  return Share(HitsWithin(judged, k), judged.gold.size());
}

std::optional<std::size_t> FirstRank(const Judged& judged) {
  std::optional<std::size_t> first;
  ForEachFirst(judged, [&](std::size_t rank, bool is_gold) {
    if (is_gold && !first) first = rank;
  });
  return first;
}

Score ReciprocalRank(const Judged& judged) {
  const auto first = FirstRank(judged);
  return first ? Share(1, *first) : Score();
}

Score Ndcg(const Judged& judged, std::size_t k) {
  Score gain;
  ForEachFirst(judged, [&](std::size_t rank, bool is_gold) {
    if (rank <= k && is_gold) gain += Gain(rank);
  });
  Score best;
  for (std::size_t rank = 1; rank <= std::min(k, judged.gold.size()); ++rank) best += Gain(rank);
  if (best == Score()) return {};
  return Score::Ratio(gain.millionths(), best.millionths());
}

Score RecallWithinTokens(const Judged& judged, std::span<const std::uint64_t> tokens,
                         std::uint64_t budget) {
  assert(tokens.size() == judged.ranked.size());
  const std::set<std::string_view> gold(judged.gold.begin(), judged.gold.end());
  std::set<std::string_view> found;
  for (std::size_t i = 0; i < judged.ranked.size(); ++i) {
    if (tokens[i] > budget) continue;
    budget -= tokens[i];
    if (gold.contains(judged.ranked[i])) found.insert(judged.ranked[i]);
  }
  return Share(found.size(), judged.gold.size());
}

Score Mean(std::span<const Score> values) {
  std::int64_t sum = 0;
  for (const Score value : values) sum += value.millionths();
  return MeanOfSum(sum, values.size());
}

Difference PairedBootstrap(std::span<const Score> left, std::span<const Score> right,
                           std::size_t samples, std::uint64_t seed) {
  assert(left.size() == right.size());
  if (left.empty() || samples == 0) return {};
  std::vector<std::int64_t> differences(left.size());
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    differences[i] = left[i].millionths() - right[i].millionths();
    sum += differences[i];
  }
  Draws draws(seed);
  std::vector<std::int64_t> means(samples);
  for (std::int64_t& mean : means) {
    std::int64_t drawn = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      drawn += differences[draws.Below(differences.size())];
    }
    mean = drawn / static_cast<std::int64_t>(differences.size());
  }
  std::ranges::sort(means);
  const auto at = [&](std::size_t per_thousand) {
    return Score::FromMillionths(means[(samples - 1) * per_thousand / 1000]);
  };
  return {.mean = MeanOfSum(sum, differences.size()), .low = at(25), .high = at(975)};
}

}  // namespace satchel::evaluation
