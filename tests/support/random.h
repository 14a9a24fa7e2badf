#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace satchel::test {

// A small generator with the same stream everywhere (splitmix64). A failing
// case prints its seed; Random(seed) repeats it.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }

  // In [0, bound). REQUIRES: bound > 0.
  std::uint64_t Below(std::uint64_t bound) { return Next() % bound; }
  std::uint64_t Between(std::uint64_t low, std::uint64_t high) {
    return low + Below(high - low + 1);
  }
  bool OneIn(std::uint64_t n) { return Below(n) == 0; }

  template <class Container>
  auto& Pick(Container& container) {
    return container[Below(container.size())];
  }

 private:
  std::uint64_t state_;
};

// How many random cases a test runs: `in_ci` by default, more under scripts/soak,
// which sets SATCHEL_CASES.
inline std::uint64_t CaseCount(std::uint64_t in_ci) {
  const char* wanted = std::getenv("SATCHEL_CASES");  // NOLINT(concurrency-mt-unsafe): tests only
  return wanted == nullptr ? in_ci : std::strtoull(wanted, nullptr, 10);
}

// The first seed of a random test; SATCHEL_SEED repeats a reported failure.
inline std::uint64_t FirstSeed(std::uint64_t otherwise = 1) {
  const char* wanted = std::getenv("SATCHEL_SEED");  // NOLINT(concurrency-mt-unsafe): tests only
  return wanted == nullptr ? otherwise : std::strtoull(wanted, nullptr, 10);
}

}  // namespace satchel::test
