#include "notes/files/task_tags.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/utf8.h"

namespace satchel::notes {
namespace {

std::string Times(std::string_view line) {
  const TaskTimes times = TimesOf(line);
  return (times.time ? FormatTime(*times.time) : "none") + (times.bad_date ? " bad" : "");
}

TEST(TaskTagsTest, TheLaterOfAddedAndStartedCounts) {
  EXPECT_EQ(Times("a #added:2026-01-02 #started:2026-02-03-101112"), "2026-02-03T10:11:12Z");
  EXPECT_EQ(Times("a #started:2026-01-02 #added:2026-02-03"), "2026-02-03T00:00:00Z");
  EXPECT_EQ(Times("a (#added:2026-01-02)"), "none");
  EXPECT_EQ(Times("a #added:2026-01-02T08:00:00+02:00,"), "2026-01-02T06:00:00Z");
  EXPECT_EQ(Times("a #done:2026-01-02 #added:soon"), "none");
}

TEST(TaskTagsTest, ADateThatDoesNotExistIsNoticed) {
  EXPECT_EQ(Times("#added:2026-02-30 #started:2026-01-01"), "2026-01-01T00:00:00Z bad");
}

TEST(TaskTagsTest, ASummaryHasNoTags) {
  EXPECT_EQ(SummaryOf("Fix #19 in C# #priority:high now #in-progress", 80), "Fix #19 in C# now");
  EXPECT_EQ(SummaryOf("#area:x", 80), "");
}

TEST(TaskTagsTest, ASummaryIsCutBetweenWords) {
  EXPECT_EQ(SummaryOf("one two three", 80), "one two three");
  EXPECT_EQ(SummaryOf("one two three", 12), "one two\u2026");
  EXPECT_EQ(SummaryOf("one two three", 8), "one two\u2026");
  EXPECT_EQ(SummaryOf("abcdefghijkl", 5), "abcd\u2026");
  EXPECT_EQ(SummaryOf("a bcdefghijklmnop", 10), "a bcdefgh\u2026");
  const std::string long_line(1'000, 'x');
  EXPECT_EQ(text::CountCodePoints(SummaryOf(long_line + " " + long_line, 80)), 80U);
  // The place of the cut falls between two words: what is left out shows all the same.
  EXPECT_EQ(SummaryOf("one two three", 7), "one\u2026");
  EXPECT_EQ(SummaryOf("one two #area:x", 7), "one two");
  EXPECT_EQ(SummaryOf("one two", 7), "one two");
  EXPECT_EQ(SummaryOf("\u00e4\u00f6\u00fc\u00df", 4), "\u00e4\u00f6\u00fc\u00df");
}

TEST(TaskTagsTest, TimesAreTakenOutAndNothingElse) {
  EXPECT_EQ(WithoutTimes("a  b #added:2026-01-02-101112 #area:x"), "a  b #area:x");
  EXPECT_EQ(WithoutTimes("#started:2026-01-02 a\n  - b #added:2026-01-03"), "a\n  - b");
  EXPECT_EQ(WithoutTimes("a `#added:2026-01-02` #added:soon c#added:2026-01-02"),
            "a `#added:2026-01-02` #added:soon c#added:2026-01-02");
  EXPECT_EQ(WithoutTimes("a\n```\nb #added:2026-01-02\n```"), "a\n```\nb #added:2026-01-02\n```");
  EXPECT_EQ(WithoutTimes("#added:2026-01-02"), "#added:2026-01-02");
}

}  // namespace
}  // namespace satchel::notes
