#pragma once

#include <array>
#include <cstdint>

#include "ask/query.h"
#include "code/rank/feature.h"

namespace satchel::rank {

// What each feature counts. Data: fitted on the development halves of public sets
// (docs/numbers/log/quality.md), never on what is reported.
struct Weights {
  std::array<std::int32_t, kFeatures> features{};    // in 1/1000
  std::array<std::int32_t, kPenalties> penalties{};  // factors, in 1/1000
};

// Raised when any of them changes: answers and logs name it.
inline constexpr std::uint32_t kWeightsVersion = 3;

const Weights& WeightsFor(ask::QueryForm form);

}  // namespace satchel::rank
