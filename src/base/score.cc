#include "base/score.h"

#include <array>
#include <bit>
#include <cstddef>

#include <fmt/format.h>

// Logarithms and decays without floating point. A logarithm is read off bit by
// bit: squaring a mantissa doubles its logarithm, so whether the square reaches
// 2 is the next binary digit. A decay multiplies entries of a table of
// 2^-(1/2), 2^-(1/4), ... chosen by the binary digits of age / half_life.
namespace satchel {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kFractionBits = 62;
constexpr std::uint64_t kUnit = 1ULL << kFractionBits;
constexpr std::size_t kDigits = 40;

constexpr std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> kFractionBits);
}

// The square root of a number in [0, 1], by Newton's method on integers.
constexpr std::uint64_t SquareRoot(std::uint64_t value) {
  const Wide square = static_cast<Wide>(value) << kFractionBits;
  Wide root = kUnit;
  while (true) {
    const Wide next = (root + square / root) / 2;
    if (next >= root) return static_cast<std::uint64_t>(root);
    root = next;
  }
}

constexpr std::array<std::uint64_t, kDigits> MakeRoots() {
  std::array<std::uint64_t, kDigits> roots{};
  std::uint64_t root = kUnit / 2;
  for (std::uint64_t& entry : roots) entry = root = SquareRoot(root);
  return roots;
}

constexpr std::array<std::uint64_t, kDigits> kRoots = MakeRoots();

// log2 with 40 binary digits after the point.
std::uint64_t Log2Fixed(std::uint64_t x) {
  const auto whole = static_cast<std::uint64_t>(std::bit_width(x) - 1);
  std::uint64_t mantissa = x << (63 - whole);  // in [1, 2) with 63 fraction bits
  std::uint64_t digits = whole;
  for (std::size_t i = 0; i < kDigits; ++i) {
    const Wide square = static_cast<Wide>(mantissa) * mantissa;  // 126 fraction bits
    const bool reaches_two = (square >> 127U) != 0;
    mantissa = static_cast<std::uint64_t>(square >> (reaches_two ? 64U : 63U));
    digits = digits << 1U | (reaches_two ? 1U : 0U);
  }
  return digits;
}

// value * factor, both fixed point, to millionths, half to even.
std::int64_t ToMillionths(std::uint64_t value, int value_bits, std::uint64_t factor) {
  const Wide product = static_cast<Wide>(value) * factor;
  const Wide scale = static_cast<Wide>(1) << value_bits;
  Wide quotient = product / scale;
  const Wide twice = (product % scale) * 2;
  if (twice > scale || (twice == scale && quotient % 2 != 0)) ++quotient;
  return static_cast<std::int64_t>(quotient);
}

Score Logarithm(std::uint64_t x, std::uint64_t of_two_in_millionth_millionths) {
  if (x == 0) return {};
  // Two roundings would not be "rounded once": keep 10^-12 until the last step.
  const Wide fine = static_cast<Wide>(Log2Fixed(x)) * of_two_in_millionth_millionths;
  const Wide scale = (static_cast<Wide>(1) << kDigits) * 1'000'000;
  Wide quotient = fine / scale;
  const Wide twice = (fine % scale) * 2;
  if (twice > scale || (twice == scale && quotient % 2 != 0)) ++quotient;
  return Score::FromMillionths(static_cast<std::int64_t>(quotient));
}

}  // namespace

Score Score::Decay(std::int64_t age, std::int64_t half_life) {
  if (age <= 0) return FromInt(1);
  const std::int64_t halvings = age / half_life;
  if (halvings >= kFractionBits) return {};
  std::uint64_t result = kUnit >> static_cast<unsigned>(halvings);
  auto rest = static_cast<Wide>(age % half_life);
  for (const std::uint64_t root : kRoots) {
    rest *= 2;
    if (rest >= static_cast<Wide>(half_life)) {
      rest -= static_cast<Wide>(half_life);
      result = Multiply(result, root);
    }
  }
  return Score(ToMillionths(result, kFractionBits, kOne));
}

Score Score::Log2(std::uint64_t x) { return Logarithm(x, 1'000'000'000'000); }
Score Score::Ln(std::uint64_t x) { return Logarithm(x, 693'147'180'560); }
Score Score::Log10(std::uint64_t x) { return Logarithm(x, 301'029'995'664); }

std::string Score::Text() const {
  const bool negative = value_ < 0;
  const std::uint64_t size =
      negative ? 0 - static_cast<std::uint64_t>(value_) : static_cast<std::uint64_t>(value_);
  constexpr auto kUnsignedOne = static_cast<std::uint64_t>(kOne);
  std::string text = fmt::format("{}{}", negative ? "-" : "", size / kUnsignedOne);
  if (size % kUnsignedOne != 0) {
    text += fmt::format(".{:06}", size % kUnsignedOne);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

}  // namespace satchel
