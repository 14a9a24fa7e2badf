#include "index/vector/scan.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

#include "index/vector/quantise.h"

// A row is compared by a whole number, the product of its codes with the query's times its scale;
// the query's scale is the same for all rows and joins only what is answered. Whole numbers make
// the order exact: no sum depends on how many lanes added it up.
//
// Bits say roughly how near a row is for a twelfth of the bytes of codes: of 384 dimensions 48
// bytes, which a processor goes through as fast as memory gives them. A hundred times as many
// rows as are wanted pass to the exact comparison.
namespace satchel::vector {
namespace {

constexpr std::size_t kRowsAtOnce = 256;
constexpr std::size_t kMostSampled = 4'096;

struct Candidate {
  std::int64_t value = 0;  // larger is nearer
  std::uint64_t id = 0;
  std::size_t row = 0;
};

bool IsNearer(const Candidate& left, const Candidate& right) {
  return left.value != right.value ? left.value > right.value : left.id < right.id;
}

// The nearest of those that were offered: a heap with the farthest one on top.
class Nearest {
 public:
  explicit Nearest(std::size_t most) : most_(most) { kept_.reserve(most); }

  // Whether one of this value may be among them, whatever its id.
  std::int64_t least() const { return least_; }

  void Offer(const Candidate& candidate) {
    if (kept_.size() == most_) {
      if (most_ == 0 || !IsNearer(candidate, kept_.front())) return;
      std::ranges::pop_heap(kept_, IsNearer);
      kept_.back() = candidate;
    } else {
      kept_.push_back(candidate);
    }
    std::ranges::push_heap(kept_, IsNearer);
    if (kept_.size() == most_) least_ = kept_.front().value;
  }

  std::vector<Candidate> Take() {
    std::ranges::sort(kept_, IsNearer);
    return std::move(kept_);
  }

 private:
  std::size_t most_;
  std::int64_t least_ = std::numeric_limits<std::int64_t>::min();
  std::vector<Candidate> kept_;
};

class Query {
 public:
  Query(const Table& table, std::span<const std::int8_t> codes, const Kernels* kernels)
      : table_(table),
        kernels_(kernels == nullptr ? BestKernels() : *kernels),
        codes_(codes.begin(), codes.end()),
        bits_(table.words()),
        scale_(ScaleOf(codes)) {
    assert(codes.size() == table.dimensions());
    codes_.resize(table.stride());
    SetBits(codes, bits_);
  }

  std::vector<Candidate> ByCodes(std::size_t most) const {
    Nearest nearest(most);
    std::array<std::int32_t, kRowsAtOnce> dots{};
    for (std::size_t row = 0; row < table_.size(); row += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, table_.size() - row);
      kernels_.dots(codes_.data(), table_.codes(row), count, table_.stride(), dots.data());
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t value = std::int64_t{dots.at(i)} * table_.scale(row + i);
        if (value >= nearest.least()) nearest.Offer({value, table_.id(row + i), row + i});
      }
    }
    return nearest.Take();
  }

  std::vector<Candidate> ByBits(std::size_t most) const {
    Nearest nearest(most);
    std::array<std::uint32_t, kRowsAtOnce> distances{};
    for (std::size_t row = 0; row < table_.size(); row += kRowsAtOnce) {
      const std::size_t count = std::min(kRowsAtOnce, table_.size() - row);
      kernels_.distances(bits_.data(), table_.bits(row), count, table_.words(), distances.data());
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t value = -std::int64_t{distances.at(i)};
        if (value >= nearest.least()) nearest.Offer({value, table_.id(row + i), row + i});
      }
    }
    return nearest.Take();
  }

  std::vector<Candidate> Rescored(std::vector<Candidate> candidates, std::size_t most) const {
    // In the order of memory.
    std::ranges::sort(candidates, {}, &Candidate::row);
    for (Candidate& one : candidates) one.value = ValueOf(one.row);
    std::ranges::sort(candidates, IsNearer);
    if (candidates.size() > most) candidates.resize(most);
    return candidates;
  }

  std::int64_t ValueOf(std::size_t row) const {
    std::int32_t dot = 0;
    kernels_.dots(codes_.data(), table_.codes(row), 1, table_.stride(), &dot);
    return std::int64_t{dot} * table_.scale(row);
  }

  Score SimilarityOf(std::int64_t value) const {
    __extension__ using Wide = __int128;
    const Wide scaled = Wide{value} * scale_ * Score::kOne;
    const auto millionths = static_cast<std::int64_t>(scaled >> 64);
    return Score::FromMillionths(std::clamp(millionths, -Score::kOne, Score::kOne));
  }

 private:
  const Table& table_;
  const Kernels& kernels_;
  std::vector<std::int8_t> codes_;  // padded
  std::vector<std::uint64_t> bits_;
  std::uint32_t scale_;
};

}  // namespace

std::vector<Near> Scan(const Table& table, std::span<const std::int8_t> query,
                       const ScanOptions& options) {
  const Query asked(table, query, options.kernels);
  const std::size_t most = std::min(options.most, table.size());
  const std::size_t rescored = options.rescored >= table.size() / std::max<std::size_t>(most, 1)
                                   ? table.size()
                                   : most * options.rescored;
  const bool exact = table.size() <= options.exact_rows || rescored == table.size();
  const std::vector<Candidate> candidates =
      exact ? asked.ByCodes(most) : asked.Rescored(asked.ByBits(rescored), most);
  std::vector<Near> nearest;
  nearest.reserve(candidates.size());
  for (const Candidate& one : candidates) {
    nearest.push_back({.id = one.id, .similarity = asked.SimilarityOf(one.value)});
  }
  return nearest;
}

Score MeanSimilarity(const Table& table, std::span<const std::int8_t> query,
                     const Kernels* kernels) {
  if (table.size() == 0) return {};
  const Query asked(table, query, kernels);
  const std::size_t step = std::max<std::size_t>(1, table.size() / kMostSampled);
  std::int64_t sum = 0;
  std::int64_t count = 0;
  for (std::size_t row = 0; row < table.size(); row += step) {
    sum += asked.SimilarityOf(asked.ValueOf(row)).millionths();
    ++count;
  }
  return Score::FromMillionths(sum / count);
}

}  // namespace satchel::vector
