#include "base/time.h"

#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"

namespace satchel {
namespace {

constexpr std::int64_t kMicrosPerSecond = 1'000'000;
constexpr std::int64_t kMicrosPerDay = 86'400 * kMicrosPerSecond;

// 0: not a unit.
std::int64_t MicrosOf(char unit) {
  switch (unit) {
    case 's':
      return kMicrosPerSecond;
    case 'm':
      return 60 * kMicrosPerSecond;
    case 'h':
      return 3600 * kMicrosPerSecond;
    case 'd':
      return kMicrosPerDay;
    default:
      return 0;
  }
}

// Reads fixed-width fields from the front of a text; any misfit sets `ok` to
// false and it stays false, so the caller checks once at the end.
struct Reader {
  std::string_view rest;
  bool ok = true;

  int Digits(std::size_t count) {
    int value = 0;
    if (rest.size() < count) ok = false;
    for (std::size_t i = 0; ok && i < count; ++i) {
      if (!IsDigit(rest[i])) ok = false;
      value = value * 10 + (rest[i] - '0');
    }
    if (ok) rest.remove_prefix(count);
    return ok ? value : 0;
  }

  bool Accept(std::string_view any_of) {
    if (rest.empty() || any_of.find(rest.front()) == std::string_view::npos) return false;
    rest.remove_prefix(1);
    return true;
  }

  void Expect(std::string_view any_of) {
    if (!Accept(any_of)) ok = false;
  }
};

std::int64_t ReadFraction(Reader& reader) {
  std::int64_t micros = 0;
  int digits = 0;
  while (!reader.rest.empty() && IsDigit(reader.rest.front())) {
    if (digits < 6) micros = micros * 10 + (reader.rest.front() - '0');
    ++digits;
    reader.rest.remove_prefix(1);
  }
  if (digits == 0 || digits > 9) reader.ok = false;
  for (int i = digits; i < 6; ++i) micros *= 10;
  return micros;
}

std::optional<std::int64_t> DaysFromCivil(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// Without fmt: thousands of entries have a date.
void AppendTwo(std::string& out, std::int64_t value) {
  out += static_cast<char>('0' + value / 10);
  out += static_cast<char>('0' + value % 10);
}

void AppendDate(std::string& out, std::int64_t days) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  const int year = static_cast<int>(date.year());
  if (year < 0 || year > 9999) {
    out += fmt::format("{:04}", year);
  } else {
    AppendTwo(out, year / 100);
    AppendTwo(out, year % 100);
  }
  out += '-';
  AppendTwo(out, static_cast<unsigned>(date.month()));
  out += '-';
  AppendTwo(out, static_cast<unsigned>(date.day()));
}

}  // namespace

Result<Time> ParseTime(std::string_view text) {
  Reader reader{text};
  const int year = reader.Digits(4);
  reader.Expect("-");
  const int month = reader.Digits(2);
  reader.Expect("-");
  const int day = reader.Digits(2);
  std::int64_t seconds = 0;
  std::int64_t micros = 0;
  if (reader.ok && !reader.rest.empty()) {
    reader.Expect("Tt ");
    const int hour = reader.Digits(2);
    reader.Expect(":");
    const int minute = reader.Digits(2);
    reader.Expect(":");
    const int second = reader.Digits(2);
    if (hour > 23 || minute > 59 || second > 59) reader.ok = false;
    seconds = hour * 3600 + minute * 60 + second;
    if (reader.Accept(".")) micros = ReadFraction(reader);
    if (!reader.Accept("Zz")) {
      const bool west = reader.Accept("-");
      if (!west) reader.Expect("+");
      const int offset_hour = reader.Digits(2);
      reader.Expect(":");
      const int offset_minute = reader.Digits(2);
      if (offset_hour > 23 || offset_minute > 59) reader.ok = false;
      const int offset = offset_hour * 3600 + offset_minute * 60;
      seconds += west ? offset : -offset;
    }
  }
  const auto days = reader.ok ? DaysFromCivil(year, month, day) : std::nullopt;
  if (!days || !reader.rest.empty()) {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' is not a time", text.substr(0, 64)),
                "write it as in RFC 3339, for example 2026-11-15T08:00:00Z");
  }
  return Time{*days * kMicrosPerDay + seconds * kMicrosPerSecond + micros};
}

Result<std::chrono::microseconds> ParseDuration(std::string_view text) {
  constexpr std::int64_t kMost = std::int64_t{100} * 366 * kMicrosPerDay;
  std::int64_t sum = 0;
  std::int64_t last_unit = std::numeric_limits<std::int64_t>::max();
  std::string_view rest = text;
  do {
    std::int64_t number = -1;
    const char* end = rest.data() + rest.size();
    const auto parsed = std::from_chars(rest.data(), end, number);
    const std::int64_t unit =
        parsed.ec == std::errc() && parsed.ptr != end ? MicrosOf(*parsed.ptr) : 0;
    // Each unit once, the largest first: 1h30m.
    const bool fits = unit > 0 && unit < last_unit && number >= 0 && number <= (kMost - sum) / unit;
    if (!fits || !IsDigit(rest.front())) {
      return Fail(Errc::kInvalidInput, fmt::format("'{}' is not a duration", text.substr(0, 64)),
                  "write a number and s, m, h or d, for example 10m or 1h30m");
    }
    sum += number * unit;
    last_unit = unit;
    rest.remove_prefix(static_cast<std::size_t>(parsed.ptr + 1 - rest.data()));
  } while (!rest.empty());
  return std::chrono::microseconds(sum);
}

std::string FormatTime(Time time) {
  const std::int64_t days = DayNumber(time);
  const std::int64_t in_day = time.micros - days * kMicrosPerDay;
  const std::int64_t seconds = in_day / kMicrosPerSecond;
  const std::int64_t fraction = in_day % kMicrosPerSecond;
  std::string text;
  text.reserve(sizeof("0000-00-00T00:00:00.000000Z"));
  AppendDate(text, days);
  text += 'T';
  AppendTwo(text, seconds / 3600);
  text += ':';
  AppendTwo(text, seconds / 60 % 60);
  text += ':';
  AppendTwo(text, seconds % 60);
  if (fraction != 0) text += fmt::format(".{:06}", fraction);
  text += 'Z';
  return text;
}

std::string FormatDate(Time time) {
  std::string text;
  AppendDate(text, DayNumber(time));
  return text;
}

std::int64_t DayNumber(Time time) {
  const std::int64_t days = time.micros / kMicrosPerDay;
  return time.micros % kMicrosPerDay < 0 ? days - 1 : days;
}

}  // namespace satchel
