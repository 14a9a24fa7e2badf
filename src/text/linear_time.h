#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <limits>

namespace satchel::text {

// For tests: whether work(size) takes processor time in proportion to `size`. Compares with a
// quarter of the size, so the speed of the machine does not matter: quadratic work takes 16 times
// as long. A busy neighbour only ever adds to the time, so the least of a few rounds counts.
template <class Work>
bool TakesLinearTime(std::size_t size, const Work& work) {
  constexpr int kRounds = 4;
  constexpr std::clock_t kNoise = CLOCKS_PER_SEC / 20;
  const auto time_of = [&work](std::size_t of) {
    const std::clock_t begin = std::clock();
    work(of);
    return std::clock() - begin;
  };
  std::clock_t whole = std::numeric_limits<std::clock_t>::max();
  std::clock_t quarter = whole;
  for (int round = 0; round < kRounds; ++round) {
    quarter = std::min(quarter, time_of(size / 4));
    whole = std::min(whole, time_of(size));
    if (whole <= kNoise || whole / 8 <= quarter) return true;
  }
  return false;
}

}  // namespace satchel::text
