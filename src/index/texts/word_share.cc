#include "index/texts/word_share.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace satchel::rank {
namespace {

constexpr std::size_t kHeaviest = 8;
// More than the rarest word that there is: it names what is not here.
constexpr Score kMissing = Score::FromMillionths(1'500'000);
constexpr std::uint64_t kOthers = 50;

}  // namespace

WordShare::WordShare(std::span<const std::uint64_t> with, std::uint64_t texts) {
  const std::uint64_t all = texts + kOthers;
  rarest_ = Score::Ln(all + 1);
  for (const std::uint64_t one : with) {
    weights_.push_back(one == 0 ? rarest_.Times(kMissing) : Score::Ln(all + one) - Score::Ln(one));
  }
  std::vector<Score> heaviest = weights_;
  std::ranges::sort(heaviest, std::greater());
  heaviest.resize(std::min(heaviest.size(), kHeaviest));
  for (const Score weight : heaviest) whole_ += weight;
}

Score WordShare::Rarity(std::size_t word) const {
  return Score::Ratio(std::min(weights_[word], rarest_).millionths(), rarest_.millionths());
}

Score WordShare::Of(Score weight) const {
  if (whole_ <= Score()) return {};
  return std::min(Score::Ratio(weight.millionths(), whole_.millionths()), Score::FromInt(1));
}

}  // namespace satchel::rank
