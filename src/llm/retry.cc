#include "llm/retry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "base/ascii.h"

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;

// A number of digits only; nothing when it is another text or absurdly large.
std::optional<std::int64_t> Digits(std::string_view text) {
  std::int64_t number = 0;
  if (text.empty() || text.size() > 9 || text.front() == '-') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// Words of llama.cpp, Ollama, OpenAI and vLLM, Text Embeddings Inference, and others like them.
constexpr std::array<std::string_view, 6> kTooLong = {
    "too large to process", "context size",           "context length", "too long",
    "must have less than",  "maximum sequence length"};

}  // namespace

bool IsWorthRetrying(const net::HttpResponse& response) {
  if (const std::string* wish = response.Find("x-should-retry")) {
    if (*wish == "true") return true;
    if (*wish == "false") return false;
  }
  switch (response.status) {
    case 408:
    case 409:
    case 425:
    case 429:
      return true;
    case 501:
    case 505:
      return false;
    default:
      return response.status >= 500;
  }
}

bool SaysTooLong(int status, std::string_view said) {
  if (status != 400 && status != 413 && status != 422 && status != 500) return false;
  const std::string text = AsciiLower(said);
  return std::ranges::any_of(
      kTooLong, [&text](std::string_view words) { return text.find(words) != std::string::npos; });
}

std::optional<milliseconds> WaitHint(const net::HttpResponse& response, Time now) {
  if (const std::string* text = response.Find("retry-after-ms")) {
    if (const auto number = Digits(*text)) return milliseconds(*number);
  }
  const std::string* text = response.Find("retry-after");
  if (text == nullptr) return std::nullopt;
  if (const auto number = Digits(*text)) return std::chrono::seconds(*number);
  if (const auto date = ParseHttpDate(*text)) {
    return std::max(std::chrono::ceil<milliseconds>(*date - now), milliseconds(0));
  }
  return std::nullopt;
}

milliseconds BackOff(const RetryOptions& options, int attempt) {
  milliseconds wait = options.first_wait;
  for (int i = 1; i < attempt && wait < options.longest_wait; ++i) wait *= 2;
  return std::min(wait, options.longest_wait);
}

std::optional<Time> ParseHttpDate(std::string_view text) {
  // "Sun, 06 Nov 1994 08:49:37 GMT"; which day of the week it was follows from the rest.
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT") {
    return std::nullopt;
  }
  const auto month = std::ranges::find(kMonths, text.substr(8, 3));
  const auto day = Digits(text.substr(5, 2));
  const auto year = Digits(text.substr(12, 4));
  const auto hour = Digits(text.substr(17, 2));
  const auto minute = Digits(text.substr(20, 2));
  const auto second = Digits(text.substr(23, 2));
  const bool marks =
      text[7] == ' ' && text[11] == ' ' && text[16] == ' ' && text[19] == ':' && text[22] == ':';
  if (!marks || month == kMonths.end() || !day || !year || !hour || !minute || !second) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{
      std::chrono::year(static_cast<int>(*year)),
      std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
      std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch();
  const auto moment = days + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
                      std::chrono::seconds(*second);
  return Time{std::chrono::microseconds(moment).count()};
}

}  // namespace satchel::llm
