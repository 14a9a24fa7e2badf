#include "memory/rank/dates.h"

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

AskedDates Asked(std::string_view text) { return ReadAskedDates(text, text::Words(text)); }

std::vector<Date> Mentioned(std::string_view text, const Date& said) {
  return MentionedDates(text::Words(text), said);
}

TEST(DatesTest, ReadsMonthsYearsAndTheDaysBesideThem) {
  const AskedDates dates = Asked("What did 3 people do on June 5th, 2023?");
  EXPECT_THAT(dates.months, ElementsAre(6));
  EXPECT_THAT(dates.years, ElementsAre(2023));
  EXPECT_THAT(dates.days, ElementsAre(5));
  EXPECT_THAT(Asked("on the 5th of July").days, ElementsAre(5));
  EXPECT_THAT(Asked("что было 12 марта 2021 года").months, ElementsAre(3));
  EXPECT_THAT(Asked("что было 12 марта 2021 года").days, ElementsAre(12));
}

TEST(DatesTest, ReadsDatesInDigits) {
  const AskedDates dates = Asked("since 2024-02-29");
  EXPECT_THAT(dates.years, ElementsAre(2024));
  EXPECT_THAT(dates.months, ElementsAre(2));
  EXPECT_THAT(dates.days, ElementsAre(29));
  EXPECT_THAT(Asked("2024-13-01").months, IsEmpty());
  EXPECT_THAT(Asked("2024-").months, IsEmpty());
}

TEST(DatesTest, TakesWordsThatAreMonthsTooOnlyAsDates) {
  EXPECT_TRUE(Asked("What may she like to march for?").empty());
  EXPECT_THAT(Asked("What happened in May?").months, ElementsAre(5));
  EXPECT_THAT(Asked("12 May").months, ElementsAre(5));
  EXPECT_TRUE(Asked("мать и мама").empty());
}

TEST(DatesTest, UnderstandsNothingOfWhatIsNoDate) {
  EXPECT_TRUE(Asked("").empty());
  EXPECT_TRUE(Asked("99999999999999999999 1899 2100 \xff\xfe -").empty());
  EXPECT_THAT(Asked("June 99").days, IsEmpty());
  EXPECT_THAT(Asked("June 0").days, IsEmpty());
}

TEST(DatesTest, WhatWasSaidThenFitsBestAndSoonAfterALittle) {
  const AskedDates june = Asked("in June 2023");
  EXPECT_EQ(june.SaidAt({2023, 6, 9}), 1);
  EXPECT_EQ(june.SaidAt({2023, 7, 9}), 0.4);
  EXPECT_EQ(june.SaidAt({2022, 6, 9}), 0);
  EXPECT_EQ(Asked("9 June").SaidAt({2023, 6, 9}), 1.5);
  EXPECT_EQ(Asked("December 2022").SaidAt({2023, 1, 1}), 0.4);
  EXPECT_EQ(Asked("in 2022").SaidAt({2022, 1, 1}), 0.5);
  EXPECT_EQ(Asked("in 2022").SaidAt({2023, 1, 1}), 0.25);
}

TEST(DatesTest, FollowsWhatIsSaidFromTheDayItIsSaidOn) {
  EXPECT_THAT(Mentioned("yesterday", {2023, 1, 1}), ElementsAre(Date{2022, 12, 0}));
  EXPECT_THAT(Mentioned("last month", {2023, 6, 9}), ElementsAre(Date{2023, 5, 0}));
  EXPECT_THAT(Mentioned("two years ago", {2023, 6, 9}), ElementsAre(Date{2021, 0, 0}));
  EXPECT_THAT(Mentioned("back in 2019", {2023, 6, 9}), ElementsAre(Date{2019, 0, 0}));
  EXPECT_THAT(Mentioned("ago last next", {2023, 6, 9}), IsEmpty());
}

TEST(DatesTest, AMomentHasADateUnlessItIsAges) {
  EXPECT_EQ(DateOf(Time{0}), (Date{1970, 1, 1}));
  EXPECT_EQ(DateOf(Time{-1}), (Date{1969, 12, 31}));
  EXPECT_EQ(DateOf(Time{std::numeric_limits<std::int64_t>::max()}), std::nullopt);
  EXPECT_EQ(DateOf(Time{std::numeric_limits<std::int64_t>::min()}), std::nullopt);
}

}  // namespace
}  // namespace satchel::rank
