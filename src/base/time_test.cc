#include "base/time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

std::string RoundTrip(std::string_view text) {
  const auto time = ParseTime(text);
  return time ? FormatTime(*time) : "error: " + time.error().text();
}

TEST(TimeTest, ReadsUtcOffsetsFractionsAndBareDates) {
  EXPECT_EQ(RoundTrip("2026-11-15T08:00:00Z"), "2026-11-15T08:00:00Z");
  EXPECT_EQ(RoundTrip("2026-11-15T08:00:00+03:00"), "2026-11-15T05:00:00Z");
  EXPECT_EQ(RoundTrip("2026-11-15t23:30:00.25-01:00"), "2026-11-16T00:30:00.250000Z");
  EXPECT_EQ(RoundTrip("2026-11-15"), "2026-11-15T00:00:00Z");
  EXPECT_EQ(RoundTrip("1969-12-31T23:59:59.999999999Z"), "1969-12-31T23:59:59.999999Z");
}

TEST(TimeTest, ADateIsTheBeginningOfTheTime) {
  EXPECT_EQ(FormatDate(*ParseTime("0007-01-02T23:59:59.999999Z")), "0007-01-02");
  EXPECT_EQ(FormatDate(*ParseTime("9999-12-31T00:00:00Z")), "9999-12-31");
  EXPECT_EQ(FormatTime(Time{253'402'300'800'000'000}), "10000-01-01T00:00:00Z");
}

TEST(TimeTest, RejectsWhatIsNoTime) {
  for (const char* text : {"", "now", "2026-13-01", "2026-02-30", "2026-11-15T24:00:00Z",
                           "2026-11-15T08:00Z", "2026-11-15T08:00:00", "2026-11-15T08:00:00Zx",
                           "2026-11-15T08:00:00.Z", "2026-11-15T08:00:00+3"}) {
    EXPECT_FALSE(ParseTime(text)) << text;
  }
}

TEST(TimeTest, DayNumberRoundsTowardsThePast) {
  EXPECT_EQ(DayNumber(Time{0}), 0);
  EXPECT_EQ(DayNumber(Time{-1}), -1);
  EXPECT_EQ(DayNumber(*ParseTime("1970-01-02T00:00:00Z")), 1);
}

TEST(ParseDurationTest, TakesANumberAndAUnit) {
  using std::chrono::microseconds;
  EXPECT_EQ(ParseDuration("90s"), microseconds(90'000'000));
  EXPECT_EQ(ParseDuration("10m"), microseconds(600'000'000));
  EXPECT_EQ(ParseDuration("2h"), microseconds(7'200'000'000));
  EXPECT_EQ(ParseDuration("7d"), microseconds(604'800'000'000));
  EXPECT_EQ(ParseDuration("0s"), microseconds(0));
  EXPECT_EQ(ParseDuration("1h30m"), microseconds(5'400'000'000));
  EXPECT_EQ(ParseDuration("1d2h3m4s"), microseconds(93'784'000'000));
}

TEST(ParseDurationTest, RefusesEverythingElse) {
  for (const std::string_view text :
       {"", "s", "10", "-1s", "+1s", "1.5h", "1 h", "1w", "10ms", "30m1h", "1h1h", "1h30", "1h-5m",
        "36600d1s", "99999999999999999999d", "40000d"}) {
    EXPECT_FALSE(ParseDuration(text)) << text;
  }
}

}  // namespace
}  // namespace satchel
