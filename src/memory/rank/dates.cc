#include "memory/rank/dates.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/ascii.h"

namespace satchel::rank {
namespace {

using text::Term;

constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
// With what may stand behind: января, январе, январь.
constexpr std::array<std::string_view, 12> kRussianMonths = {
    "январ", "феврал", "март",    "апрел",  "ма",    "июн",
    "июл",   "август", "сентябр", "октябр", "ноябр", "декабр"};
constexpr auto kRussianEndings =
    std::to_array<std::string_view>({"", "а", "е", "ем", "й", "ь", "я"});
constexpr auto kBeforeMonths = std::to_array<std::string_view>(
    {"during", "early", "in", "last", "late", "mid", "next", "of", "since", "this", "until"});

template <class Values, class Value>
bool IsOneOf(const Values& values, const Value& value) {
  return std::ranges::find(values, value) != std::end(values);
}

std::uint32_t NumberAt(std::string_view word, std::size_t most_digits) {
  if (word.empty() || word.size() > most_digits) return 0;
  std::uint32_t number = 0;
  for (const char c : word) {
    if (!IsDigit(c)) return 0;
    number = (number * 10) + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

std::int32_t YearOf(std::string_view word) {
  const auto number = static_cast<std::int32_t>(NumberAt(word, 4));
  return number >= 1900 && number <= 2099 ? number : 0;
}

std::uint32_t DayOf(std::string_view word) {
  if (word.size() > 2 && !IsOneOf(std::to_array<std::string_view>({"st", "nd", "rd", "th"}),
                                  word.substr(word.size() - 2))) {
    return 0;
  }
  const std::uint32_t number = NumberAt(word.substr(0, word.size() > 2 ? word.size() - 2 : 2), 2);
  return number <= 31 ? number : 0;
}

std::uint32_t RussianMonthOf(std::string_view word) {
  for (std::uint32_t month = 0; month < kRussianMonths.size(); ++month) {
    const std::string_view stem = kRussianMonths.at(month);
    if (!word.starts_with(stem)) continue;
    const std::string_view ending = word.substr(stem.size());
    const bool is_may = stem == "ма";
    if (is_may ? ending == "й" || ending == "я" || ending == "е" || ending == "ю"
               : IsOneOf(kRussianEndings, ending)) {
      return month + 1;
    }
  }
  return 0;
}

// Some months are other words too: those need a number or a preposition beside them.
std::uint32_t MonthAt(std::span<const Term> words, std::size_t i) {
  const std::string_view word = words[i].text;
  const auto* const found = std::ranges::find(kMonths, word);
  if (found == kMonths.end()) return RussianMonthOf(word);
  const auto month = static_cast<std::uint32_t>(found - kMonths.begin()) + 1;
  if (word != "may" && word != "march") return month;
  const auto is_number = [&words](std::size_t at) {
    return at < words.size() && (DayOf(words[at].text) != 0 || YearOf(words[at].text) != 0);
  };
  const bool beside = (i > 0 && (IsOneOf(kBeforeMonths, words[i - 1].text) || is_number(i - 1))) ||
                      is_number(i + 1);
  return beside ? month : 0;
}

template <class Value>
void AddOnce(std::vector<Value>& values, Value value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

// 2023-05-08 or 2023-05, as three or two words with a hyphen between.
std::size_t ReadIsoDate(std::string_view text, std::span<const Term> words, std::size_t i,
                        AskedDates& dates) {
  const auto joined = [&](std::size_t at) {
    return at + 1 < words.size() && words[at + 1].range.begin == words[at].range.end + 1 &&
           text[words[at].range.end] == '-';
  };
  if (!joined(i)) return 0;
  const std::uint32_t month = NumberAt(words[i + 1].text, 2);
  if (month == 0 || month > 12) return 0;
  AddOnce(dates.months, month);
  dates.written.push_back(words[i + 1].range);
  if (!joined(i + 1) || DayOf(words[i + 2].text) == 0) return 1;
  AddOnce(dates.days, DayOf(words[i + 2].text));
  dates.written.push_back(words[i + 2].range);
  return 2;
}

Date MonthsLater(const Date& date, int months) {
  const int number = (date.year * 12) + static_cast<int>(date.month) - 1 + months;
  return {number / 12, static_cast<std::uint32_t>(number % 12) + 1, 0};
}

}  // namespace

std::optional<Date> DateOf(Time time) {
  constexpr std::int64_t kMostDays = 3'000'000;
  const std::int64_t days = DayNumber(time);
  if (days < -kMostDays || days > kMostDays) return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(static_cast<int>(days)))};
  const auto year = static_cast<int>(date.year());
  if (year < 1 || year > 9999) return std::nullopt;
  return Date{year, static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())};
}

double AskedDates::SaidAt(const Date& date) const {
  const auto has_year = [this](std::int32_t year) { return IsOneOf(years, year); };
  if (months.empty()) {
    if (has_year(date.year)) return 0.5;
    return has_year(date.year - 1) ? 0.25 : 0;
  }
  if (IsOneOf(months, date.month) && (years.empty() || has_year(date.year))) {
    return IsOneOf(days, date.day) ? 1.5 : 1;
  }
  const Date before = MonthsLater(date, -1);
  if (IsOneOf(months, before.month) && (years.empty() || has_year(before.year))) return 0.4;
  return 0;
}

bool AskedDates::Fits(const Date& date) const {
  return (years.empty() || IsOneOf(years, date.year)) &&
         (months.empty() || IsOneOf(months, date.month));
}

AskedDates ReadAskedDates(std::string_view text, std::span<const Term> words) {
  AskedDates dates;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const std::int32_t year = YearOf(words[i].text); year != 0) {
      AddOnce(dates.years, year);
      dates.written.push_back(words[i].range);
      i += ReadIsoDate(text, words, i, dates);
    } else if (const std::uint32_t month = MonthAt(words, i); month != 0) {
      AddOnce(dates.months, month);
      dates.written.push_back(words[i].range);
      const auto add_day = [&](std::size_t at) {
        if (at < words.size() && DayOf(words[at].text) != 0) {
          AddOnce(dates.days, DayOf(words[at].text));
        }
      };
      add_day(i + 1);
      if (i > 0) add_day(i - 1);
      if (i > 1 && words[i - 1].text == "of") add_day(i - 2);
    }
  }
  return dates;
}

std::vector<Date> MentionedDates(std::span<const Term> words, const Date& said) {
  static constexpr auto kDays = std::to_array<std::string_view>(
      {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
       "tues", "wed", "thur", "thurs", "fri", "sat", "sun", "weekend", "week"});
  static constexpr auto kSeasons =
      std::to_array<std::string_view>({"summer", "winter", "fall", "autumn", "spring", "year"});
  const Date month{said.year, said.month, 0};
  const Date before = MonthsLater(month, -1);
  const Date after = MonthsLater(month, 1);
  std::vector<Date> dates;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const std::string_view next = i + 1 < words.size() ? words[i + 1].text : std::string_view();
    const std::string_view last = i > 0 ? words[i - 1].text : std::string_view();
    const bool this_month =
        word == "today" || word == "tonight" || word == "сегодня" ||
        (word == "this" && (IsOneOf(kDays, next) || next == "month" || next == "morning"));
    const bool soon =
        word == "tomorrow" || word == "завтра" || (word == "next" && IsOneOf(kDays, next));
    if (word == "yesterday" || word == "вчера") {
      AddOnce(dates, said.day > 1 ? month : before);
    } else if (this_month) {
      AddOnce(dates, month);
    } else if (soon) {
      AddOnce(dates, said.day < 24 ? month : after);
    } else if (word == "last" && IsOneOf(kDays, next)) {
      AddOnce(dates, said.day > 7 ? month : before);
    } else if (word == "last" && next == "month") {
      AddOnce(dates, before);
    } else if (word == "last" && IsOneOf(kSeasons, next)) {
      AddOnce(dates, Date{said.year - 1, 0, 0});
    } else if (word == "next" && next == "month") {
      AddOnce(dates, after);
    } else if (word == "next" && next == "year") {
      AddOnce(dates, Date{said.year + 1, 0, 0});
    } else if (word == "ago") {
      if (last == "days" || last == "week") AddOnce(dates, said.day > 7 ? month : before);
      if (last == "weeks" || last == "month") AddOnce(dates, before);
      if (last == "year") AddOnce(dates, Date{said.year - 1, 0, 0});
      if (last == "years" && i > 1) {
        const std::string_view many = words[i - 2].text;
        if (many == "two" || many == "2") AddOnce(dates, Date{said.year - 2, 0, 0});
        if (many == "three" || many == "3") AddOnce(dates, Date{said.year - 3, 0, 0});
      }
    } else if (const std::int32_t year = YearOf(word); year != 0) {
      AddOnce(dates, Date{year, 0, 0});
    } else if (const std::uint32_t named = MonthAt(words, i); named != 0) {
      AddOnce(dates, Date{said.year, named, 0});
    }
  }
  return dates;
}

}  // namespace satchel::rank
