#include "notes/files/edit.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::notes {
namespace {

using testing::HasSubstr;

const Time kNow = *ParseTime("2026-01-02T10:11:12.345Z");

// The file after the change, or what is in the way.
std::string After(std::string_view file, const Result<Splice>& splice) {
  return splice ? Apply(file, *splice) : "refused: " + splice.error().text();
}
std::string Task(std::string_view file, std::string_view text = "new") {
  return After(file, AddTask(file, text, kNow));
}
std::string Rule(std::string_view file, std::string_view text = "new") {
  return After(file, AddRule(file, FileRole::kConventions, text));
}
std::string Entered(std::string_view file, std::string_view title = "New") {
  const EntryDraft draft{.title = std::string(title),
                         .fields = {{.label = "Context", .text = "a\nb"}, {"Lesson", "c"}}};
  return After(file, AddEntry(file, FileRole::kLearnings, draft, kNow));
}

constexpr std::string_view kTag = " #added:2026-01-02-101112";
constexpr std::string_view kEntry =
    "## [2026-01-02-101112] New\n\n**Context**: a\nb\n\n**Lesson**: c\n";

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string joined;
  for (const auto part : parts) joined += part;
  return joined;
}

TEST(AddTaskTest, MakesAFileWithItsHeading) {
  EXPECT_EQ(Task(""), Join({"# Tasks\n\n- [ ] new", kTag, "\n"}));
}

TEST(AddTaskTest, GoesToTheEndOfTheLastListWithAnOpenTask) {
  EXPECT_EQ(Task("# T\n\n- [ ] a\n  more\n- [x] b\n\n## Done\n\n- [x] c\n"),
            Join({"# T\n\n- [ ] a\n  more\n- [x] b\n- [ ] new", kTag, "\n\n## Done\n\n- [x] c\n"}));
}

TEST(AddTaskTest, WritesLikeTheListItJoins) {
  EXPECT_EQ(Task("* [ ] a\r\n\r\n* [ ] b\r\n"),
            Join({"* [ ] a\r\n\r\n* [ ] b\r\n\r\n* [ ] new", kTag, "\r\n"}));
  EXPECT_EQ(Task("  1. [ ] a\n"), Join({"  1. [ ] a\n  2. [ ] new", kTag, "\n"}));
  EXPECT_EQ(Task("\xEF\xBB\xBF- [ ] a"), Join({"\xEF\xBB\xBF- [ ] a\n- [ ] new", kTag}));
  EXPECT_EQ(Task("- [ ] a\r- [ ] b\r"), Join({"- [ ] a\r- [ ] b\r- [ ] new", kTag, "\r"}));
}

TEST(AddTaskTest, StaysOutOfCommentsAndCode) {
  EXPECT_EQ(Task("- [ ] a <!-- x\n- [ ] y -->\n\ntext\n"),
            Join({"- [ ] a <!-- x\n- [ ] y -->\n- [ ] new", kTag, "\n\ntext\n"}));
  EXPECT_THAT(Task("- [x] a\n\n```\ncode\n"),
              HasSubstr(Join({"- [x] a\n- [ ] new", kTag, "\n\n```"})));
  EXPECT_EQ(Task("text\n\n<!-- never\n"),
            "refused: line 3 of TASKS.md opens fenced code or a comment that is never closed, so "
            "what follows is not read");
}

TEST(AddTaskTest, RefusesATextThatIsReadInAnotherWay) {
  EXPECT_THAT(Task("", "``` x"), HasSubstr("refused"));
  EXPECT_THAT(Task("", "a <!-- b --> c"), HasSubstr("refused"));
  EXPECT_THAT(Task("", "[x] a"), HasSubstr("- [ ] [x] a #added"));
}

TEST(AddRuleTest, GoesToTheEndOfTheList) {
  EXPECT_EQ(Rule("# C\n\n- a\n  - b\n\nend\n"), "# C\n\n- a\n  - b\n- new\n\nend\n");
  EXPECT_EQ(Rule(""), "# Conventions\n\n- new\n");
  EXPECT_EQ(Rule("# C"), "# C\n\n- new");
}

TEST(AddRuleTest, DoesNotJoinAListThatGivesItAnotherMeaning) {
  EXPECT_EQ(Rule("Do not:\n\n- a\n"), "Do not:\n\n- a\n\n## More\n\n- new\n");
}

TEST(AddRuleTest, RefusesATextThatIsReadInAnotherWay) {
  for (const char* text : {"[ ] a", "- -", "```", "<!-- a -->"}) {
    EXPECT_THAT(Rule("- x\n", text), HasSubstr("refused")) << text;
  }
}

TEST(AddEntryTest, MakesAFileWithItsHeading) {
  EXPECT_EQ(Entered(""), Join({"# Learnings\n\n", kEntry}));
}

TEST(AddEntryTest, IsTheFirstWhereTheNewestAre) {
  EXPECT_EQ(Entered("# L\n\n## [2026-01-01] b\n\nx\n\n## [2025-01-01] a\n\ny\n"),
            Join({"# L\n\n", kEntry, "\n## [2026-01-01] b\n\nx\n\n## [2025-01-01] a\n\ny\n"}));
  EXPECT_EQ(Entered("# L\n\n## [2026-01-01] b\n"),
            Join({"# L\n\n", kEntry, "\n## [2026-01-01] b\n"}));
}

TEST(AddEntryTest, IsTheLastWhereTheOldestAreFirst) {
  EXPECT_EQ(Entered("## [2025-01-01] a\n\nx\n\n## [2026-01-01] b\n\ny\n"),
            Join({"## [2025-01-01] a\n\nx\n\n## [2026-01-01] b\n\ny\n\n", kEntry}));
}

TEST(AddEntryTest, LeavesTheIndexAlone) {
  constexpr std::string_view kHead =
      "# L\n\n<!-- INDEX:START -->\n| a | b |\n<!-- INDEX:END -->\n\n";
  EXPECT_EQ(Entered(kHead), Join({kHead, kEntry}));
  EXPECT_EQ(Entered(Join({kHead, "## [2026-01-01] b\n"})),
            Join({kHead, kEntry, "\n## [2026-01-01] b\n"}));
}

TEST(AddEntryTest, WritesLikeTheEntriesAroundIt) {
  EXPECT_EQ(Entered("### [2026-01-01] b\r\n\r\n---\r\n\r\n### [2025-01-01] a\r\n"),
            "### [2026-01-02-101112] New\r\n\r\n**Context**: a\r\nb\r\n\r\n**Lesson**: c\r\n\r\n"
            "---\r\n\r\n### [2026-01-01] b\r\n\r\n---\r\n\r\n### [2025-01-01] a\r\n");
  EXPECT_EQ(Entered("## [2026-01-01] b\n\ntext"), Join({kEntry, "\n## [2026-01-01] b\n\ntext"}));
}

TEST(AddEntryTest, FindsAPlaceBehindWhatIsHidden) {
  EXPECT_EQ(Entered("<!--\n## [2026-01-01] x\n--> ## [2026-01-01] b\n"),
            Join({"<!--\n## [2026-01-01] x\n--> ## [2026-01-01] b\n\n", kEntry}));
  EXPECT_THAT(Entered("# L\n\n```\n"), HasSubstr("line 3 of LEARNINGS.md opens fenced code"));
  EXPECT_THAT(Entered("", "C #"), HasSubstr("refused"));
}

TEST(CompleteTaskTest, ChangesOneByte) {
  constexpr std::string_view kFile = "- [x] [ ] a\r\n- [ ] b\r\n  - [ ] c  \r\n* [ ] d";
  EXPECT_EQ(After(kFile, CompleteTask(kFile, 2)),
            "- [x] [ ] a\r\n- [x] b\r\n  - [ ] c  \r\n* [ ] d");
  EXPECT_EQ(After(kFile, CompleteTask(kFile, 4)),
            "- [x] [ ] a\r\n- [ ] b\r\n  - [ ] c  \r\n* [x] d");
  EXPECT_FALSE(CompleteTask(kFile, 1));
  EXPECT_FALSE(CompleteTask(kFile, 9));
  EXPECT_FALSE(CompleteTask("- <!-- [ ] --> [ ] a\n", 1));
}

TEST(SupersedeEntryTest, MarksTheEntryAlone) {
  constexpr std::string_view kFile = "## [2026-01-02] b\n\nnew\n\n## [2025-01-01] a\n\nold\n";
  const Entry by{.title = "b", .time = *ParseTime("2026-01-02")};
  EXPECT_EQ(After(kFile, SupersedeEntry(kFile, FileRole::kDecisions, 5, by)),
            "## [2026-01-02] b\n\nnew\n\n## [2025-01-01] a\n\n"
            "~~Superseded by [2026-01-02-000000] b~~\n\nold\n");
  EXPECT_EQ(After("## [2025-01-01] a\nold",
                  SupersedeEntry("## [2025-01-01] a\nold", FileRole::kDecisions, 1, by)),
            "## [2025-01-01] a\n\n~~Superseded by [2026-01-02-000000] b~~\n\nold");
  EXPECT_EQ(
      After("## [2025-01-01] a", SupersedeEntry("## [2025-01-01] a", FileRole::kDecisions, 1, by)),
      "## [2025-01-01] a\n\n~~Superseded by [2026-01-02-000000] b~~");
  EXPECT_FALSE(SupersedeEntry(kFile, FileRole::kDecisions, 3, by));
}

TEST(RemoveTaskTest, TakesOutTheLine) {
  constexpr std::string_view kFile = "- [ ] a\n- [ ] b\n  more\n- [ ] a\n";
  EXPECT_EQ(After(kFile, RemoveTask(kFile, 4)), "- [ ] a\n- [ ] b\n  more\n");
  EXPECT_FALSE(RemoveTask(kFile, 2)) << "it has another line";
}

}  // namespace
}  // namespace satchel::notes
