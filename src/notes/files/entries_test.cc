#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/notes.h"

namespace satchel::notes {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Notes Read(std::string text) {
  return ReadNotes(
      {{.path = ".context/DECISIONS.md", .role = FileRole::kDecisions, .text = std::move(text)}});
}

// "line time title: body"
std::vector<std::string> Entries(std::string text) {
  std::vector<std::string> entries;
  for (const Entry& entry : Read(std::move(text)).decisions) {
    entries.push_back(fmt::format("{} {} {}: {}", entry.line,
                                  entry.time ? FormatTime(*entry.time).substr(0, 10) : "none",
                                  entry.title, entry.body));
  }
  return entries;
}

std::vector<std::string> Findings(std::string text) {
  std::vector<std::string> findings;
  for (const Finding& finding : Read(std::move(text)).findings) {
    findings.push_back(
        fmt::format("{}-{} {}", finding.line, finding.last_line, Name(finding.reason)));
  }
  return findings;
}

TEST(ReadEntriesTest, ADateAtEitherDepthStartsAnEntry) {
  EXPECT_THAT(
      Entries("# D\n\n## [2026-01-02-101112] A\n\none\n\ntwo\n\n### [2026-01-03] B\nthree\n## "
              "2026-01-04: C\n"),
      ElementsAre("3 2026-01-02 A: one\n\ntwo", "9 2026-01-03 B: three", "11 2026-01-04 C: "));
}

TEST(ReadEntriesTest, ADeeperHeadingBelongsToTheBody) {
  EXPECT_THAT(Entries("## [2026-01-02] A\n### Why\nx\n#### [2026-01-03] deep\n### [2026-01-04] "
                      "B\n#### More\ny\n"),
              ElementsAre("1 2026-01-02 A: ### Why\nx\n#### [2026-01-03] deep",
                          "5 2026-01-04 B: #### More\ny"));
}

TEST(ReadEntriesTest, AHeadingWithoutDateEndsAnEntryAndIsReportedIfItHasText) {
  const std::string text =
      "## [2026-01-02] A\nx\n\n## Themes\n\n- one\n\n- two\n\n## Empty\n\n### Also\ny\n# Part\n## "
      "[2026-01-03] B\n";
  EXPECT_THAT(Entries(text), ElementsAre("1 2026-01-02 A: x", "15 2026-01-03 B: "));
  EXPECT_THAT(Findings(text), ElementsAre("4-8 no_date", "12-13 no_date"));
}

TEST(ReadEntriesTest, AHeadingWithoutDateAndTextIsReportedUnlessItGroupsDeeperOnes) {
  EXPECT_THAT(Findings("## [2026-01-02] A\nx\n\n## Forgotten\n"), ElementsAre("4-4 no_date"));
  EXPECT_THAT(Findings("## Forgotten\n\n## [2026-01-02] A\n"), ElementsAre("1-1 no_date"));
  EXPECT_THAT(Findings("### Forgotten\n## [2026-01-02] A\n"), ElementsAre("1-1 no_date"));
  EXPECT_THAT(Findings("## Group\n\n### [2026-01-02] A\n"), IsEmpty());
}

TEST(ReadEntriesTest, ALevelThreeEntryEndsAtAnyOtherLevelThree) {
  EXPECT_THAT(Entries("### [2026-01-02] A\nx\n### Other\ny\n"), ElementsAre("1 2026-01-02 A: x"));
}

TEST(ReadEntriesTest, AnImpossibleDateIsReportedAndTheEntryKept) {
  const std::string text = "## [2026-02-30] A\nx\n## [2026-01-02-256100] B\n";
  EXPECT_THAT(Entries(text), ElementsAre("1 none A: x", "3 none B: "));
  EXPECT_THAT(Findings(text), ElementsAre("1-1 bad_date", "3-3 bad_date"));
}

TEST(ReadEntriesTest, WithoutTitleTheFirstLineIsIt) {
  const std::string text =
      "## [2026-01-02]\n\n- **what** happened\nmore\n## 2026-01-03\n```\n```\n";
  EXPECT_THAT(Entries(text),
              ElementsAre("1 2026-01-02 **what** happened: - **what** happened\nmore"));
  EXPECT_THAT(Findings(text), ElementsAre("1-1 no_title", "5-7 no_title"));
}

TEST(ReadEntriesTest, TextBeforeTheFirstEntryIsReportedByParagraph) {
  EXPECT_THAT(Findings("# D\n\na\nb\n\n- c\n\n---\n\n## [2026-01-02] A\n"),
              ElementsAre("3-4 outside", "6-6 outside"));
}

TEST(ReadEntriesTest, ADateAtAnotherDepthIsReported) {
  EXPECT_THAT(Findings("# [2026-01-02] A\n\n#### [2026-01-03] B\n"),
              ElementsAre("1-1 outside", "3-3 outside"));
}

TEST(ReadEntriesTest, AnUnderlinedTitleIsStructureAndNoEntry) {
  EXPECT_THAT(Findings("Decisions\n===\n\n[2026-01-02] A\n---\ntext\n"),
              ElementsAre("4-6 outside"));
  EXPECT_THAT(Findings("- item\n  ```\n\ntitle\n===\n"), ElementsAre("1-5 outside"));
}

TEST(ReadEntriesTest, TheGeneratedIndexIsSkipped) {
  const std::string index =
      "<!-- INDEX:START -->\n| Date | D |\n|---|---|\n| 2026 | A |\n\n- b\n<!-- INDEX:END -->\n";
  EXPECT_THAT(Findings("# D\n" + index + "## [2026-01-02] A\n"), IsEmpty());
  EXPECT_THAT(Findings("text\n" + index + "## [2026-01-02] A\n"), ElementsAre("1-1 outside"));
}

TEST(ReadEntriesTest, AnIndexEndsAParagraph) {
  EXPECT_THAT(Findings("text\n<!-- INDEX:START -->\n- a\n===\n<!-- INDEX:END -->\n"),
              ElementsAre("1-4 outside"));
}

TEST(ReadEntriesTest, AnIndexHidesNeitherEntriesNorWhatHasNoEnd) {
  EXPECT_THAT(Entries("<!-- INDEX:START -->\n| a |\n## [2026-01-02] A\nx\n<!-- INDEX:END -->\n"),
              ElementsAre("3 2026-01-02 A: x"));
  EXPECT_THAT(Findings("<!-- INDEX:START -->\n| a |\n## [2026-01-02] A\nx\n"),
              ElementsAre("2-2 outside"));
}

TEST(ReadEntriesTest, NeitherFencesNorCommentsHaveEntries) {
  const std::string text =
      "<!--\n## [YYYY-MM-DD] template\n-->\n## [2026-01-02] A\n```\n## [2026-01-03] no\n```\n<!-- "
      "## x -->\ny\n";
  EXPECT_THAT(Entries(text), ElementsAre("4 2026-01-02 A: ```\n## [2026-01-03] no\n```\ny"));
  EXPECT_THAT(Findings(text), IsEmpty());
}

TEST(ReadEntriesTest, AnEntryInsideACommentIsReported) {
  EXPECT_THAT(Findings("<!-- formats\n\n## [2026-01-02] A\n\n**Status**: Accepted\n-->\n"),
              ElementsAre("3-3 hidden"));
}

TEST(ReadEntriesTest, SupersededIsSaidAtTheBeginningOfALine) {
  const Notes notes = Read(
      "## [2026-01-02] A\n  ~~Superseded by B~~\n## [2026-01-02] B\nnot ~~Superseded~~\n"
      "## [2026-01-02] C\n```\n~~Superseded\n```\n");
  ASSERT_EQ(notes.decisions.size(), 3U);
  EXPECT_TRUE(notes.decisions[0].superseded);
  EXPECT_FALSE(notes.decisions[1].superseded);
  EXPECT_FALSE(notes.decisions[2].superseded);
}

TEST(ReadEntriesTest, TheBreakBetweenEntriesIsNoPartOfTheBody) {
  EXPECT_THAT(Entries("## [2026-01-02] A\nx\n\n---\n\ny\n\n---\n\n## [2026-01-03] B\n"),
              ElementsAre("1 2026-01-02 A: x\n\n---\n\ny", "10 2026-01-03 B: "));
}

TEST(ReadEntriesTest, BodiesHaveLineFeedsOnly) {
  EXPECT_THAT(Entries("##[2026-01-02] A ##\r\n\r\none\r\rtwo\r\n"),
              ElementsAre("1 2026-01-02 A: one\n\ntwo"));
}

TEST(ReadEntriesTest, IdsAreOfTheTitle) {
  const Notes notes = Read("## [2026-01-02] Use Go\n## [2026-01-03] Use Go\n");
  ASSERT_EQ(notes.decisions.size(), 2U);
  EXPECT_EQ(notes.decisions[0].id, "DECISIONS.md#use-go");
  EXPECT_EQ(notes.decisions[1].id, "DECISIONS.md#use-go-2");
}

// More than fits a small file, with an entry that repeats another's title and one without a date.
std::string LargeFile(std::string_view what) {
  std::string text;
  for (int i = 0; i < 1500; ++i) {
    text += fmt::format("## [2025-01-{:02}] {} {}\n\n{}\n\n", i % 28 + 1, what, i % 1000,
                        std::string(200, 'x'));
  }
  return text + "## No date\n\ntext\n";
}

TEST(ReadNotesTest, LargeFilesReadAtOnceAreReadAsEachAlone) {
  const File decisions{
      .path = ".context/DECISIONS.md", .role = FileRole::kDecisions, .text = LargeFile("one")};
  const File learnings{
      .path = ".context/LEARNINGS.md", .role = FileRole::kLearnings, .text = LargeFile("two")};
  const auto told = [](const std::vector<Entry>& entries) {
    std::vector<std::string> lines;
    for (const Entry& entry : entries) {
      lines.push_back(fmt::format("{} {} {} {}", entry.id, entry.line, entry.title, entry.body));
    }
    return lines;
  };
  const Notes both = ReadNotes({decisions, learnings});
  EXPECT_EQ(told(both.decisions), told(ReadNotes({decisions}).decisions));
  EXPECT_EQ(told(both.learnings), told(ReadNotes({learnings}).learnings));
  EXPECT_EQ(both.learnings[1200].id, "LEARNINGS.md#two-200-2");
  EXPECT_EQ(both.learnings[1200].file, 1U);
  ASSERT_EQ(both.findings.size(), 2U);
  EXPECT_EQ(both.findings[0].path, decisions.path);
  EXPECT_EQ(both.findings[1].path, learnings.path);
}

TEST(ReadEntriesTest, MarksOfAConflictAreNoPartOfABody) {
  const Notes notes = ReadNotes(
      {{.path = "D.md",
        .role = FileRole::kDecisions,
        .text = "## [2026-01-01] A\n\none\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> b\n"}});
  ASSERT_EQ(notes.decisions.size(), 1U);
  EXPECT_EQ(notes.decisions[0].body, "one\ntwo\nthree");
  ASSERT_EQ(notes.findings.size(), 3U);
  EXPECT_EQ(notes.findings[0].reason, Unused::kConflict);
  EXPECT_EQ(notes.findings[0].line, 4U);
}

}  // namespace
}  // namespace satchel::notes
