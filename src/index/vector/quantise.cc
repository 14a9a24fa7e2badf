#include "index/vector/quantise.h"

#include <algorithm>
#include <cmath>

#include "index/vector/kernels.h"

namespace satchel::vector {
namespace {

constexpr double kMostCode = 127;
constexpr double kScaleUnits = 4'294'967'296;  // 2^32

}  // namespace

std::optional<Codes> Quantise(std::span<const float> numbers) {
  if (numbers.empty() || numbers.size() > kMostDimensions) return {};
  double most = 0;
  for (const float number : numbers) {
    if (!std::isfinite(number)) return {};
    most = std::max(most, std::abs(static_cast<double>(number)));
  }
  if (most == 0) return {};
  Codes codes;
  codes.reserve(numbers.size());
  for (const float number : numbers) {
    const double code = std::round(static_cast<double>(number) / most * kMostCode);
    codes.push_back(static_cast<std::int8_t>(code));
  }
  return codes;
}

std::uint32_t ScaleOf(std::span<const std::int8_t> codes) {
  std::int64_t squares = 0;
  for (const std::int8_t code : codes) squares += std::int64_t{code} * code;
  if (squares == 0) return 0;
  // Division and root are rounded the same way on every machine.
  return static_cast<std::uint32_t>(
      std::min(kScaleUnits - 1, std::round(kScaleUnits / std::sqrt(static_cast<double>(squares)))));
}

std::size_t WordsFor(std::size_t dimensions) { return (dimensions + 63) / 64; }

void SetBits(std::span<const std::int8_t> codes, std::span<std::uint64_t> words) {
  std::ranges::fill(words, std::uint64_t{0});
  for (std::size_t d = 0; d < codes.size(); ++d) {
    words[d / 64] |= std::uint64_t{codes[d] > 0 ? 1U : 0U} << (d % 64);
  }
}

}  // namespace satchel::vector
