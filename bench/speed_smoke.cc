// Fixed work, a moment of it, whose instructions scripts/instructions counts under callgrind and
// compares with bench/instructions.toml. Instructions do not depend on how busy a machine is, so a
// loop that became quadratic shows on any of them. Not a benchmark: bench/ has those.
//
//   speed_smoke NAME   runs one workload and prints a checksum, so that nothing is optimised away

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/json.h"
#include "base/score.h"

namespace satchel {
namespace {

// Parses and prints an array of 2,000 small objects.
std::uint64_t Json() {
  std::string text = "[";
  for (int i = 0; i < 2'000; ++i) {
    text += fmt::format(R"({}{{"path":"src/file_{}.cc","line":{},"terms":[1.5,{}],"new":true}})",
                        i == 0 ? "" : ",", i, i * 7, i);
  }
  text += "]";
  const auto value = ParseJson(text);
  return value ? StableHash(CanonicalJson(*value)) : 0;
}

// Logarithms, decays and sums: what ranking 20,000 candidates costs.
std::uint64_t Scores() {
  Score sum;
  for (std::int64_t i = 1; i <= 20'000; ++i) {
    const auto frequency = static_cast<std::uint64_t>(i);
    sum += Score::Ln(frequency).Times(Score::Decay(i, 1'000)) + Score::Ratio(i, 3);
  }
  return static_cast<std::uint64_t>(sum.millionths());
}

struct Workload {
  std::string_view name;
  std::uint64_t (*run)();
};

constexpr std::array kWorkloads = {
    Workload{.name = "json", .run = Json},
    Workload{.name = "score", .run = Scores},
};

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  const std::string_view wanted = argc == 2 ? argv[1] : "";
  for (const auto& workload : satchel::kWorkloads) {
    if (workload.name != wanted) continue;
    fmt::print("{:016x}\n", workload.run());
    return 0;
  }
  fmt::print(stderr, "usage: speed_smoke NAME; names:");
  for (const auto& workload : satchel::kWorkloads) fmt::print(stderr, " {}", workload.name);
  fmt::print(stderr, "\n");
  return 2;
}
