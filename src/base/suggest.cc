#include "base/suggest.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace satchel {
namespace {

// Longer input is nobody's typing mistake; the bound keeps hostile keys cheap.
constexpr std::size_t kMostLetters = 48;

// Edits (insert, delete, replace, swap neighbours) from `a` to `b`; three rows of
// the table are enough, the third for swaps.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  using Row = std::array<std::uint8_t, kMostLetters + 1>;
  Row before{};
  Row above{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<std::uint8_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int differs = a[i - 1] == b[j - 1] ? 0 : 1;
      int best = std::min(above[j], row[j - 1]) + 1;
      best = std::min(best, above[j - 1] + differs);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = std::min(best, before[j - 2] + 1);
      }
      row[j] = static_cast<std::uint8_t>(best);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::optional<std::string> Suggest(std::string_view typed,
                                   std::span<const std::string_view> words) {
  if (typed.empty() || typed.size() > kMostLetters) return std::nullopt;
  // A third of the letters may be wrong: "stauts" is status, "xy" is nothing.
  std::size_t best_cost = std::max<std::size_t>(1, typed.size() / 3) + 1;
  std::optional<std::string> best;
  std::optional<std::string> begun;
  std::size_t begun_count = 0;
  for (const std::string_view word : words) {
    if (word.size() > kMostLetters) continue;
    const std::size_t longer = std::max(typed.size(), word.size());
    const std::size_t shorter = std::min(typed.size(), word.size());
    // Each letter too many or too few is an edit at least.
    const std::size_t cost =
        longer - shorter < best_cost ? EditDistance(typed, word) : longer - shorter;
    if (cost < best_cost && cost < word.size()) {
      best_cost = cost;
      best = word;
    }
    if (typed.size() >= 2 && word.starts_with(typed)) {
      begun = word;
      ++begun_count;
    }
  }
  if (best) return best;
  return begun_count == 1 ? begun : std::nullopt;
}

}  // namespace satchel
