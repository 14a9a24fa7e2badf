#include "timestamp.hpp"

#include <array>
#include <charconv>

namespace sift {
namespace {

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_iso(std::string_view line) {
  if (line.size() < 19 || line[4] != '-' || line[7] != '-' || line[13] != ':') return std::nullopt;
  const auto year = number(line.substr(0, 4)), month = number(line.substr(5, 2));
  const auto day = number(line.substr(8, 2)), hour = number(line.substr(11, 2));
  const auto minute = number(line.substr(14, 2)), second = number(line.substr(17, 2));
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  return days_from_civil(*year, *month, *day) * 86400 + *hour * 3600 + *minute * 60 + *second;
}

// Syslog has no year: the current one is taken, which is wrong in the first days of January.
std::optional<std::int64_t> parse_syslog(std::string_view line) {
  static constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (line.starts_with(kMonths[i])) return days_from_civil(2026, static_cast<int>(i) + 1, 1) * 86400;
  }
  return std::nullopt;
}

}  // namespace

std::int64_t days_from_civil(int year, int month, int day) {
  year -= month <= 2;
  const int era = (year >= 0 ? year : year - 399) / 400;
  const int year_of_era = year - era * 400;
  const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return std::int64_t{era} * 146097 + day_of_era - 719468;
}

std::optional<std::int64_t> find_timestamp(std::string_view line) {
  if (auto time = parse_iso(line)) return time;
  return parse_syslog(line);
}

}  // namespace sift
