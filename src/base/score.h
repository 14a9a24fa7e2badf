#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel {

// A score in millionths. Integers only, so that the same input gives the same
// order on every machine. Sums saturate instead of wrapping.
class Score {
 public:
  static constexpr std::int64_t kOne = 1'000'000;

  constexpr Score() = default;
  static constexpr Score FromMillionths(std::int64_t value) { return Score(value); }
  static constexpr Score FromInt(std::int64_t value) { return Ratio(value, 1); }
  // numerator / denominator, rounded once, half to even. REQUIRES: denominator > 0.
  static constexpr Score Ratio(std::int64_t numerator, std::int64_t denominator) {
    return Score(MulDiv(numerator, kOne, denominator));
  }

  // 0.5^(age / half_life); 1 for an age that is not positive. REQUIRES: half_life > 0.
  static Score Decay(std::int64_t age, std::int64_t half_life);
  // Logarithms of x >= 1; 0 for x = 0, which no caller should rank by.
  static Score Log2(std::uint64_t x);
  static Score Ln(std::uint64_t x);
  static Score Log10(std::uint64_t x);

  constexpr std::int64_t millionths() const { return value_; }
  // Up to six decimals, no trailing zeros: "1.25", "-0.000001", "3".
  std::string Text() const;

  // This score times a weight, rounded once, half to even.
  constexpr Score Times(Score weight) const { return Score(MulDiv(value_, weight.value_, kOne)); }

  friend constexpr Score operator+(Score a, Score b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a.value_, b.value_, &sum)) {
      sum = a.value_ > 0 ? INT64_MAX : INT64_MIN;
    }
    return Score(sum);
  }
  friend constexpr Score operator-(Score a) {
    return Score(a.value_ == INT64_MIN ? INT64_MAX : -a.value_);
  }
  friend constexpr Score operator-(Score a, Score b) { return a + -b; }
  constexpr Score& operator+=(Score other) { return *this = *this + other; }
  friend constexpr auto operator<=>(Score, Score) = default;

 private:
  constexpr explicit Score(std::int64_t value) : value_(value) {}

  // a * b / c in 128 bits, half to even, clamped. REQUIRES: c > 0.
  static constexpr std::int64_t MulDiv(std::int64_t a, std::int64_t b, std::int64_t c) {
    __extension__ using Wide = __int128;
    const Wide product = static_cast<Wide>(a) * b;
    Wide quotient = product / c;
    Wide twice = (product - quotient * c) * 2;
    const int sign = product < 0 ? -1 : 1;
    if (twice < 0) twice = -twice;
    if (twice > c || (twice == c && quotient % 2 != 0)) quotient += sign;
    if (quotient > INT64_MAX) return INT64_MAX;
    if (quotient < INT64_MIN) return INT64_MIN;
    return static_cast<std::int64_t>(quotient);
  }

  std::int64_t value_ = 0;
};

// One reason for a score. The name is stable: raw log, `why` and JSON show it.
struct ScoreTerm {
  std::string name;
  Score value;
  friend auto operator<=>(const ScoreTerm&, const ScoreTerm&) = default;
};

// The terms of a score in the order they were added, and their sum.
class ScoreTerms {
 public:
  void Add(std::string_view name, Score value) {
    if (terms_.empty()) terms_.reserve(2);  // few have one alone
    terms_.push_back({std::string(name), value});
    total_ += value;
  }

  Score total() const { return total_; }
  const std::vector<ScoreTerm>& terms() const { return terms_; }
  friend bool operator==(const ScoreTerms&, const ScoreTerms&) = default;

 private:
  std::vector<ScoreTerm> terms_;
  Score total_;
};

}  // namespace satchel
