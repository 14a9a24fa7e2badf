#include "memory/files/score_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "base/ascii.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kMostCharacters = 64;
constexpr int kDecimals = 6;

struct Decimal {
  std::string digits;  // of a fraction 0.digits
  int shift = 0;       // times ten to this
};

std::optional<Decimal> ReadDecimal(std::string_view text) {
  Decimal number;
  std::size_t at = 0;
  while (at < text.size() && IsDigit(text[at])) number.digits += text[at++];
  number.shift = static_cast<int>(at);
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && IsDigit(text[at])) number.digits += text[at++];
  }
  if (number.digits.empty()) return std::nullopt;
  if (at == text.size()) return number;
  if (ToLower(text[at]) != 'e') return std::nullopt;
  std::string_view exponent = text.substr(at + 1);
  if (exponent.size() > 1 && exponent[0] == '+' && IsDigit(exponent[1])) exponent.remove_prefix(1);
  int value = 0;
  const char* begin = exponent.data();
  const char* end = begin + exponent.size();
  const auto parsed = std::from_chars(begin, end, value);
  constexpr int kMostExponent = 400;
  if (parsed.ec != std::errc() || parsed.ptr != end || value < -kMostExponent ||
      value > kMostExponent) {
    return std::nullopt;
  }
  number.shift += value;
  return number;
}

}  // namespace

std::optional<Score> ParseFraction(std::string_view text) {
  if (text.empty() || text.size() > kMostCharacters) return std::nullopt;
  const auto number = ReadDecimal(text);
  if (!number) return std::nullopt;
  // Digits in front of the millionths make an integer; the first behind them decides the rounding.
  const auto digit = [&number](int at) {
    return at >= 0 && at < static_cast<int>(number->digits.size())
               ? number->digits[static_cast<std::size_t>(at)] - '0'
               : 0;
  };
  const int whole = number->shift + kDecimals;
  std::int64_t millionths = 0;
  for (int i = 0; i < whole; ++i) {
    millionths = millionths * 10 + digit(i);
    if (millionths > Score::kOne) return std::nullopt;
  }
  const int next = digit(whole);
  bool more = false;
  for (int i = std::max(whole + 1, 0); i < static_cast<int>(number->digits.size()); ++i) {
    more = more || digit(i) > 0;
  }
  const bool past = millionths == Score::kOne && (next > 0 || more);
  if (past) return std::nullopt;
  if (next > 5 || (next == 5 && (more || millionths % 2 != 0))) ++millionths;
  return Score::FromMillionths(millionths);
}

}  // namespace satchel::memory
