#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/notes.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Notes Read(FileRole role, std::string text, std::string path = ".context/X.md") {
  return ReadNotes({{.path = std::move(path), .role = role, .text = std::move(text)}});
}

std::vector<std::string> Rules(std::string text) {
  std::vector<std::string> rules;
  for (const Rule& rule : Read(FileRole::kConstitution, std::move(text)).constitution) {
    rules.push_back(rule.text);
  }
  return rules;
}

// "open: text" and so on.
std::vector<std::string> Tasks(std::string text) {
  std::vector<std::string> tasks;
  for (const Task& task : Read(FileRole::kTasks, std::move(text)).tasks) {
    const char* state = task.state == TaskState::kOpen   ? "open"
                        : task.state == TaskState::kDone ? "done"
                                                         : "skipped";
    tasks.push_back(fmt::format("{}: {}", state, task.text));
  }
  return tasks;
}

// "first-last reason"
std::vector<std::string> Findings(FileRole role, std::string text) {
  std::vector<std::string> findings;
  for (const Finding& finding : Read(role, std::move(text)).findings) {
    findings.push_back(
        fmt::format("{}-{} {}", finding.line, finding.last_line, Name(finding.reason)));
  }
  return findings;
}

TEST(ReadRulesTest, EveryMarkerAndEveryBoxMakesARule) {
  EXPECT_THAT(
      Rules("# Title\n- [ ] one\n- [x] two\n- [-] three\n* four\n+ five\n\n1. six\n2) seven\n"),
      ElementsAre("one", "two", "three", "four", "five", "six", "seven"));
}

TEST(ReadRulesTest, WrappedLinesAreJoined) {
  EXPECT_THAT(Rules("- [ ] one that\n  goes on  \n\tand on\nlazily\n- two\n"),
              ElementsAre("one that goes on and on lazily", "two"));
}

TEST(ReadRulesTest, NestedItemsStayBelowTheirParent) {
  EXPECT_THAT(
      Rules("- one\n  - [ ] inner that\n    goes on\n    - deeper\n- two\n\n  second paragraph\n"),
      ElementsAre("one\n  - [ ] inner that goes on\n    - deeper", "two\n  second paragraph"));
}

TEST(ReadRulesTest, FencedCodeInAnItemIsPartOfIt) {
  EXPECT_THAT(Rules("- one\n  ```sh\n  - not an item\n\n  # nor a heading\n  ```\n- two\n"),
              ElementsAre("one\n  ```sh\n  - not an item\n\n  # nor a heading\n  ```", "two"));
  EXPECT_THAT(Rules("- ```\n  - x\n  ```\n- two\n"), ElementsAre("```\n  - x\n  ```", "two"));
}

TEST(ReadRulesTest, FencedCodeOutsideHasNoItems) {
  const std::string text =
      "~~~~\n- no\n~~~\n```\n- no\n~~~~\n- yes\n````\n- no\n```\n````\n- and\n";
  EXPECT_THAT(Rules(text), ElementsAre("yes", "and"));
  EXPECT_THAT(Findings(FileRole::kConstitution, text), ElementsAre("1-6 outside", "8-11 outside"));
}

TEST(ReadRulesTest, ABacktickInTheInfoStringIsNoFence) {
  EXPECT_THAT(Rules("``` a ` b\n- yes\n"), ElementsAre("yes"));
}

TEST(ReadRulesTest, AFenceEndsWithItsItem) {
  EXPECT_THAT(Rules("- one\n  ```\n  code\n- two\n"), ElementsAre("one\n  ```\n  code", "two"));
}

TEST(ReadRulesTest, CommentsAreTakenOut) {
  EXPECT_THAT(Rules("<!--\n- no\n\n- no\n-->\n- a <!-- x --> b <!-- y\n z --> c\n<!-- - no -->- "
                    "d\n- <!-- e --> f\n"),
              ElementsAre("a  b c", "d", "f"));
}

TEST(ReadRulesTest, ACommentInACodeSpanIsText) {
  EXPECT_THAT(
      Rules("- duplicates the `<!-- X -->` mark\n- opens `a\n  <!-- b` c\n- next `` ` <!-- ``\n"),
      ElementsAre("duplicates the `<!-- X -->` mark", "opens `a <!-- b` c", "next `` ` <!-- ``"));
}

TEST(ReadRulesTest, ACommentBehindTextEndsInItsParagraph) {
  EXPECT_THAT(Rules("- a <!-- b\n\n- c -->\n"), ElementsAre("a <!-- b", "c -->"));
}

TEST(ReadRulesTest, ThematicBreaksAreNoItems) {
  EXPECT_THAT(Rules("* * *\n- - -\n- a\n---\n_ _ _\n- b\n"), ElementsAre("a", "b"));
  EXPECT_THAT(Findings(FileRole::kConstitution, "* * *\n- a\n\n---\n"), IsEmpty());
}

TEST(ReadRulesTest, AnyLineEndAndAByteOrderMarkWillDo) {
  EXPECT_THAT(Rules("\xEF\xBB\xBF- a\r\n  b\r- c\n- d"), ElementsAre("a b", "c", "d"));
}

TEST(ReadRulesTest, ParagraphsTablesAndQuotesAreReportedOnce) {
  EXPECT_THAT(Findings(FileRole::kConventions,
                       "# T\n\nIntro\nof two lines.\n\n| a | b |\n|---|---|\n\n> quote\n- item\n"),
              ElementsAre("3-4 outside", "6-7 outside", "9-9 outside"));
}

TEST(ReadRulesTest, UnderlinedHeadingsAreStructure) {
  const std::string text = "Rules\n=====\n\nMore\n---\n- a\n";
  EXPECT_THAT(Rules(text), ElementsAre("a"));
  EXPECT_THAT(Findings(FileRole::kConstitution, text), IsEmpty());
}

TEST(ReadRulesTest, ParagraphsAboveABreakAreReported) {
  EXPECT_THAT(Findings(FileRole::kConventions, "two\nlines\n---\n\n> quote\n---\n"),
              ElementsAre("1-2 outside", "5-5 outside"));
}

TEST(ReadRulesTest, AListKeepsTheParagraphThatIntroducesIt) {
  const Notes notes =
      Read(FileRole::kConstitution,
           "Do not:\n- leave it broken\n- hide it\n\n## Next\n- be kind\n\nText.\n\n- c\n");
  ASSERT_EQ(notes.constitution.size(), 4U);
  EXPECT_EQ(notes.constitution[0].lead, "Do not:");
  EXPECT_EQ(notes.constitution[1].lead, "Do not:");
  EXPECT_EQ(notes.constitution[2].lead, "");
  EXPECT_EQ(notes.constitution[3].lead, "");
}

TEST(ReadRulesTest, AnItemWithoutTextIsReported) {
  EXPECT_THAT(Findings(FileRole::kConstitution, "- [ ]\n-\n- a\n"),
              ElementsAre("1-1 empty_item", "2-2 empty_item"));
  EXPECT_THAT(Rules("-\n  text\n- [ ]\n  - inner\n"), ElementsAre("text", "- inner"));
}

TEST(ReadRulesTest, ANumberInsideAParagraphIsNoItem) {
  EXPECT_THAT(Rules("- released in\n  2026. Then\n- b\n"),
              ElementsAre("released in 2026. Then", "b"));
}

TEST(ReadRulesTest, IdsAndLinesTellWhereItIs) {
  const Notes notes =
      Read(FileRole::kConventions, "# T\n- Same\n- Same\n- !\n", ".context/conventions/a.md");
  ASSERT_EQ(notes.conventions.size(), 3U);
  EXPECT_EQ(notes.conventions[1].id, "conventions/a.md#same-2");
  EXPECT_EQ(notes.conventions[1].line, 3U);
  EXPECT_EQ(notes.conventions[2].id, "conventions/a.md#line-4");
}

TEST(ReadRulesTest, InAgentFilesProseBesideAListIsOneFinding) {
  const Notes notes = Read(FileRole::kAgentFile,
                           "# A\n\nText.\n\n- use tabs\n\nMore.\n\n```\nx\n```\n", "AGENTS.md");
  ASSERT_EQ(notes.conventions.size(), 1U);
  EXPECT_EQ(notes.conventions[0].id, "AGENTS.md#use-tabs");
  ASSERT_EQ(notes.findings.size(), 1U);
  EXPECT_EQ(notes.findings[0].reason, Unused::kProse);
  EXPECT_EQ(notes.findings[0].line, 3U);
  EXPECT_EQ(notes.findings[0].last_line, 11U);
}

TEST(ReadRulesTest, InAgentFilesAParagraphUnderAHeadingWithoutAListIsAConvention) {
  const Notes notes =
      Read(FileRole::kAgentFile,
           "# A\n\nIntro.\n\n## Test\n\nRun this:\n\n```sh\nmake test\n```\n\n## Style\n- tabs\n",
           "AGENTS.md");
  ASSERT_EQ(notes.conventions.size(), 2U);
  EXPECT_EQ(notes.conventions[0].text, "Run this:\n```sh\nmake test\n```");
  EXPECT_EQ(notes.conventions[0].line, 7U);
  EXPECT_EQ(notes.conventions[1].text, "tabs");
}

TEST(ReadRulesTest, TheFrontMatterOfAnAgentFileIsNoText) {
  const Notes rule =
      Read(FileRole::kAgentFile, "---\ndescription: x\nglobs:\n  - src/**\n---\n\n- use tabs\n",
           ".cursor/rules/a.mdc");
  ASSERT_EQ(rule.conventions.size(), 1U);
  EXPECT_EQ(rule.conventions[0].text, "use tabs");
  EXPECT_EQ(rule.conventions[0].line, 7U);
  EXPECT_THAT(rule.findings, testing::IsEmpty());
  // Without an end it is a break above text.
  EXPECT_EQ(Read(FileRole::kAgentFile, "---\n- a\n- b\n", "AGENTS.md").conventions.size(), 2U);
}

TEST(ReadRulesTest, InAgentFilesCommentsAreNoText) {
  const Notes notes =
      Read(FileRole::kAgentFile, "<!-- - hidden -->\n- <img src=x> ![a](b.png) c <!-- d -->\n",
           "AGENTS.md");
  ASSERT_EQ(notes.conventions.size(), 1U);
  EXPECT_EQ(notes.conventions[0].text, "<img src=x> ![a](b.png) c");
}

TEST(ReadTasksTest, StatesAreReadFromTheBox) {
  EXPECT_THAT(Tasks("- [ ] a\n* [x] b\n+ [X] c\n1. [-] d\n"),
              ElementsAre("open: a", "done: b", "done: c", "skipped: d"));
}

TEST(ReadTasksTest, OtherMarksAndPlainBulletsAreReported) {
  EXPECT_THAT(
      Findings(FileRole::kTasks, "- [?] a\n  more\n- [] b\n- c\n- [\u2713] d\n- [link](x) e\n"),
      ElementsAre("1-2 unknown_state", "3-3 unknown_state", "4-4 outside", "5-5 unknown_state",
                  "6-6 outside"));
}

TEST(ReadTasksTest, ANestedTaskBelongsToAnOpenParent) {
  EXPECT_THAT(Tasks("- [ ] a\n  - [ ] b\n  - [x] c\n    - [ ] d\n"),
              ElementsAre("open: a\n  - [ ] b\n  - [x] c\n    - [ ] d"));
}

TEST(ReadTasksTest, AnOpenTaskBelowAFinishedOneIsNotLost) {
  EXPECT_THAT(Tasks("- [x] a\n  - [ ] b\n    more\n    - c\n  - [x] d\n    - [ ] e\n"),
              ElementsAre("done: a\n  - [x] d", "open: b more\n    - c", "open: e"));
}

TEST(ReadTasksTest, TasksBelowAPlainBulletAreTasks) {
  EXPECT_THAT(Tasks("- Group\n  - [ ] a\n  - [x] b\n  - plain\n"),
              ElementsAre("open: a", "done: b"));
}

TEST(ReadTasksTest, ATaskKnowsItsPhaseTimeAndSummary) {
  const Notes notes =
      Read(FileRole::kTasks,
           "- [ ] first\n## Phase 1 ##\n- [ ] Fix it #added:2026-01-02 #priority:high\n");
  ASSERT_EQ(notes.tasks.size(), 2U);
  EXPECT_EQ(notes.tasks[0].phase, "");
  EXPECT_EQ(notes.tasks[1].phase, "Phase 1");
  EXPECT_EQ(notes.tasks[1].summary, "Fix it");
  EXPECT_EQ(notes.tasks[1].text, "Fix it #added:2026-01-02 #priority:high");
  EXPECT_EQ(notes.tasks[1].time, ParseTime("2026-01-02").value());
}

TEST(ReadTasksTest, AnImpossibleTagDateIsReported) {
  const std::string text = "- [ ] a #added:2026-02-30\n";
  EXPECT_THAT(Findings(FileRole::kTasks, text), ElementsAre("1-1 bad_date"));
  EXPECT_FALSE(Read(FileRole::kTasks, text).tasks.at(0).time.has_value());
}

TEST(ReadConstitutionTest, ParagraphsAreRulesWhereTheirHeadingHasNoList) {
  const std::string text =
      "# Constitution\n\nWe keep our word.\n\n## Data\n\nNever lose\ndata.\n\n"
      "> Never sell it.\n\n```sh\nbackup <all>\n```\n";
  EXPECT_THAT(Rules(text), ElementsAre("We keep our word.", "Never lose data.",
                                       "Never sell it.\n```sh\nbackup <all>\n```"));
  EXPECT_THAT(Findings(FileRole::kConstitution, text), IsEmpty());
}

TEST(ReadConstitutionTest, ParagraphsBesideAListAreReportedAsBefore) {
  const std::string text = "# Constitution\n\nThe rules:\n\n## A\n\n- one\n\nWhy.\n\n## B\n\ntwo\n";
  EXPECT_THAT(Rules(text), ElementsAre("one", "two"));
  EXPECT_THAT(Findings(FileRole::kConstitution, text), ElementsAre("3-3 outside", "9-9 outside"));
  EXPECT_THAT(Rules("Intro\n=====\n\nbody\n\nPart\n----\n\nmore\n"), ElementsAre("body", "more"));
  EXPECT_THAT(Findings(FileRole::kConstitution, "# A\n\ntext\n\nmore\n"), IsEmpty());
}

TEST(ReadConstitutionTest, AHeadingThatACommentPartsFromItsUnderlineIsNoRule) {
  EXPECT_THAT(Rules("one\n\nTitle\n<!-- x -->\n-\n\ntwo\n"), ElementsAre("one", "two"));
}

TEST(ReadConstitutionTest, OnlyTheConstitutionIsReadAsProse) {
  EXPECT_THAT(Read(FileRole::kConventions, "# C\n\nUse tabs.\n").conventions, IsEmpty());
  EXPECT_THAT(Findings(FileRole::kConventions, "# C\n\nUse tabs.\n"), ElementsAre("3-3 outside"));
}

TEST(ReadItemsTest, GitsMarksOfAConflictAreReportedAndNeverText) {
  const std::string text =
      "- one\n<<<<<<< HEAD\n- two\n||||||| base\n- three\n=======\n- four\n>>>>>>> other\n  five\n";
  EXPECT_THAT(Rules(text), ElementsAre("one", "two", "three", "four five"));
  EXPECT_THAT(Findings(FileRole::kConstitution, text),
              ElementsAre("2-2 conflict", "4-4 conflict", "6-6 conflict", "8-8 conflict"));
}

TEST(ReadItemsTest, WhatOnlyLooksLikeAConflictIsText) {
  EXPECT_THAT(Rules("Title\n=======\n\n- a\n  <<<<<<< b\n"), ElementsAre("a <<<<<<< b"));
  EXPECT_THAT(Rules("- a\n<<<<<<<< b\n"), ElementsAre("a <<<<<<<< b"));
  EXPECT_THAT(Rules("- a\n\n  ```\n  <<<<<<< d\n  ```\n"),
              ElementsAre("a\n  ```\n  <<<<<<< d\n  ```"));
}

TEST(ReadItemsTest, AnItemOfTooManyCharactersIsShortenedAndReported) {
  const Notes notes = Read(FileRole::kTasks, "- [ ] " + std::string(100'001, 'x') + "\n- [ ] b\n");
  ASSERT_EQ(notes.tasks.size(), 2U);
  EXPECT_EQ(text::CountCodePoints(notes.tasks[0].text), 100'000U);
  EXPECT_TRUE(notes.tasks[0].text.ends_with("x\u2026"));
  ASSERT_EQ(notes.findings.size(), 1U);
  EXPECT_EQ(notes.findings[0].reason, Unused::kTooLarge);
  EXPECT_EQ(notes.findings[0].text, "100001 characters, of which the first 100000 are read");
  EXPECT_THAT(Findings(FileRole::kTasks, "- [ ] " + std::string(100'000, 'x') + "\n"), IsEmpty());
}

}  // namespace
}  // namespace satchel::notes
