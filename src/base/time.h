#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel {

// A moment in UTC, in microseconds since 1970. Leap seconds do not exist here.
struct Time {
  std::int64_t micros = 0;

  friend auto operator<=>(const Time&, const Time&) = default;
  friend Time operator+(Time time, std::chrono::microseconds d) {
    return {time.micros + d.count()};
  }
  friend std::chrono::microseconds operator-(Time a, Time b) {
    return std::chrono::microseconds(a.micros - b.micros);
  }
};

// RFC 3339 with `Z` or a numeric offset, up to nine digits of fraction
// (truncated to microseconds). A bare date means midnight UTC.
Result<Time> ParseTime(std::string_view text);

// Whole numbers with units, the largest unit first: "90s", "10m", "1h30m", "7d". Not negative, at
// most 100 years.
Result<std::chrono::microseconds> ParseDuration(std::string_view text);

// RFC 3339 in UTC; the fraction is written only when there is one.
std::string FormatTime(Time time);

// The date alone, as FormatTime() begins.
std::string FormatDate(Time time);

// Whole days since 1970-01-01 in UTC, rounded towards the past.
std::int64_t DayNumber(Time time);

}  // namespace satchel
