#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "text/analyser.h"
#include "text/range.h"

// Times as people write them, in English and Russian. Whatever is not understood says nothing.
namespace satchel::rank {

struct Date {
  std::int32_t year = 0;
  std::uint32_t month = 0;  // 1 to 12; 0: the whole year
  std::uint32_t day = 0;    // 1 to 31; 0: the whole month
  friend auto operator<=>(const Date&, const Date&) = default;
};

// Of a moment; nothing outside of the years 1 to 9999.
std::optional<Date> DateOf(Time time);

// The months, years and days that a question names.
struct AskedDates {
  std::vector<std::uint32_t> months;
  std::vector<std::int32_t> years;
  std::vector<std::uint32_t> days;       // beside a month
  std::vector<text::ByteRange> written;  // the words of months and years

  bool empty() const { return months.empty() && years.empty(); }
  // How well something fits that was said then: 1, 1.5 with its day, less for what was said a
  // month or a year later, when people tell of it.
  double SaidAt(const Date& date) const;
  // Whether it is the month or the year that is asked about.
  bool Fits(const Date& date) const;
};
// `words`: of text::Words().
AskedDates ReadAskedDates(std::string_view text, std::span<const text::Term> words);

// The months and years that something said at `said` speaks of: `last month`, `in 2019`, `June`.
std::vector<Date> MentionedDates(std::span<const text::Term> words, const Date& said);

}  // namespace satchel::rank
