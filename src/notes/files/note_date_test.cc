#include "notes/files/note_date.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::notes {
namespace {

std::string Date(std::string_view text) {
  const auto time = ParseNoteDate(text);
  return time ? FormatTime(*time) : "none";
}

// "time|title"
std::string Heading(std::string_view text) {
  const auto heading = ParseDatedHeading(text);
  if (!heading) return "no date";
  const std::string time = heading->time ? FormatTime(*heading->time) : "none";
  return time + "|" + std::string(heading->title);
}

TEST(NoteDateTest, ReadsTheFormsThatPeopleWrite) {
  EXPECT_EQ(Date("2026-01-02"), "2026-01-02T00:00:00Z");
  EXPECT_EQ(Date("2026-01-02-101112"), "2026-01-02T10:11:12Z");
  EXPECT_EQ(Date("2026-01-02 10:11"), "2026-01-02T10:11:00Z");
  EXPECT_EQ(Date("2026-01-02T10:11:12+02:00"), "2026-01-02T08:11:12Z");
  EXPECT_EQ(Date("2026-01-02-b"), "2026-01-02T00:00:00Z");
}

TEST(NoteDateTest, RefusesWhatDoesNotExist) {
  for (const char* text : {"2026-02-30", "2026-01-02-256100", "2026-1-2", "YYYY-MM-DD", "", "2026-",
                           "2026-01-02-1011", "2026-01-02-1011123", "2026-01-02T10:11"}) {
    EXPECT_EQ(Date(text), "none") << text;
  }
}

TEST(NoteDateTest, AHeadingBeginsWithItsDate) {
  EXPECT_EQ(Heading("[2026-01-02] A title"), "2026-01-02T00:00:00Z|A title");
  EXPECT_EQ(Heading("[2026-01-02-101112] A title"), "2026-01-02T10:11:12Z|A title");
  EXPECT_EQ(Heading("[2026-01-02]: A"), "2026-01-02T00:00:00Z|A");
  EXPECT_EQ(Heading("2026-01-02 A"), "2026-01-02T00:00:00Z|A");
  EXPECT_EQ(Heading("2026-01-02: A"), "2026-01-02T00:00:00Z|A");
  EXPECT_EQ(Heading("2026-01-02 \u2014 A"), "2026-01-02T00:00:00Z|A");
  EXPECT_EQ(Heading("2026-01-02-101112 - A"), "2026-01-02T10:11:12Z|A");
  EXPECT_EQ(Heading("2026-01-02"), "2026-01-02T00:00:00Z|");
  EXPECT_EQ(Heading("[2026-01-02]"), "2026-01-02T00:00:00Z|");
}

TEST(NoteDateTest, AnImpossibleDateIsStillOne) {
  EXPECT_EQ(Heading("[2026-02-30] A"), "none|A");
  EXPECT_EQ(Heading("[2026-01-02-256100] A"), "none|A");
  EXPECT_EQ(Heading("[2026-1-2] A"), "none|A");
}

TEST(NoteDateTest, OtherHeadingsHaveNone) {
  for (const char* text : {"Themes", "[YYYY-MM-DD] Title", "2026 goals", "20260102 A",
                           "[2026-01-02", "2026-01-02x", "", "Since 2026-01-02"}) {
    EXPECT_EQ(Heading(text), "no date") << text;
  }
}

}  // namespace
}  // namespace satchel::notes
