#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/score.h"

// How good a ranking is against what was to be found. Fixed point and without a clock or a random
// device, so that the same answers give the same table everywhere.
namespace satchel::evaluation {

// One query: what came back, best first, and what was to be found, each once. An id that comes back
// twice counts where it stands first.
struct Judged {
  std::vector<std::string> ranked;
  std::vector<std::string> gold;
};

// Whether all of the gold is among the first k. What published tables call Acc@k.
bool AllWithin(const Judged& judged, std::size_t k);
// Whether any of it is.
bool AnyWithin(const Judged& judged, std::size_t k);
// The share of the gold among the first k; 0 without gold.
Score RecallWithin(const Judged& judged, std::size_t k);
// The rank of the first that is gold, from 1.
std::optional<std::size_t> FirstRank(const Judged& judged);
// 1 over the rank of the first that is gold; 0 without one.
Score ReciprocalRank(const Judged& judged);
// Gain of the first k over the best possible, each hit divided by log2 of its rank plus one.
Score Ndcg(const Judged& judged, std::size_t k);

// The share of the gold among the leading results that fit into a budget, results that are too
// large for what is left of it passed over. `tokens`: of each of the ranked.
Score RecallWithinTokens(const Judged& judged, std::span<const std::uint64_t> tokens,
                         std::uint64_t budget);

Score Mean(std::span<const Score> values);

// The mean of left - right over the same queries, and where 95 of 100 resampled means lie.
struct Difference {
  Score mean;
  Score low;
  Score high;
  friend bool operator==(const Difference&, const Difference&) = default;
};
// REQUIRES: as many on the left as on the right. The seed decides what is drawn.
Difference PairedBootstrap(std::span<const Score> left, std::span<const Score> right,
                           std::size_t samples, std::uint64_t seed);

}  // namespace satchel::evaluation
