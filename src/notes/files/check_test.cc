#include "notes/files/check.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::notes {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Notes Read(FileRole role, std::string text) {
  return ReadNotes({File{.path = ".context/F.md", .role = role, .text = std::move(text)}});
}

// "line kind subject", with ! where it can be repaired.
std::vector<std::string> Issues(const Notes& notes) {
  std::vector<std::string> shown;
  for (const Issue& issue : CheckNotes(notes, {.now = *ParseTime("2026-06-01")})) {
    shown.push_back(fmt::format("{} {} {}{}", issue.line, Name(issue.kind), issue.subject,
                                issue.fixable ? "!" : ""));
  }
  return shown;
}
std::vector<std::string> Tasks(std::string text) {
  return Issues(Read(FileRole::kTasks, std::move(text)));
}

std::vector<std::string> Paths(std::string text, FileRole role = FileRole::kConventions) {
  std::vector<std::string> shown;
  for (const PathMention& mention : FindPaths(Read(role, std::move(text))).paths) {
    shown.push_back(mention.path + (mention.is_link ? " link" : ""));
  }
  return shown;
}

TEST(CheckNotesTest, GoodNotesHaveNoIssues) {
  EXPECT_THAT(Tasks("# T\n\nIntroduction.\n\n- [ ] a #added:2026-05-01\n- [x] a\n"), IsEmpty());
  EXPECT_THAT(Issues(Read(FileRole::kDecisions, "# D\n\n## [2020-01-01] Old\n\nbody\n")),
              IsEmpty());
}

TEST(CheckNotesTest, OpenTasksGetStale) {
  EXPECT_THAT(Tasks("- [ ] a #added:2026-03-03\n- [ ] b #added:2026-03-02\n"
                    "- [x] c #added:2020-01-01\n- [ ] d #added:2020-01-01 #started:2026-05-01\n"),
              ElementsAre("2 stale_task 91"));
}

TEST(CheckNotesTest, WhatCannotBeReadIsAnIssue) {
  EXPECT_THAT(Tasks("- [?] a\n- [ ]\n"),
              ElementsAre("1 unread unknown_state", "2 unread empty_item"));
  EXPECT_THAT(Issues(Read(FileRole::kDecisions, "## No date\n\ntext\n")),
              ElementsAre("1 unread no_date"));
}

TEST(CheckNotesTest, AListOfThemesIsNone) {
  const auto notes = ReadNotes({File{.path = ".context/DECISIONS.md",
                                     .role = FileRole::kDecisions,
                                     .text = "## Themes\n\n- store\n"},
                                File{.path = ".context/decisions/store.md",
                                     .role = FileRole::kDecisions,
                                     .text = "## [2026-01-01] a\n"}});
  EXPECT_THAT(Issues(notes), IsEmpty());
}

TEST(CheckNotesTest, FindsTasksThatAreThereTwice) {
  EXPECT_THAT(Tasks("- [ ] Do it #added:2026-05-01\n- [ ] do it\n- [ ] Do it #added:2026-05-02\n"),
              ElementsAre("2 duplicate F.md#do-it", "3 duplicate F.md#do-it!"));
  EXPECT_THAT(Tasks("## A\n\n- [ ] a\n\n## B\n\n- [ ] a\n"), ElementsAre("7 duplicate F.md#a"));
  EXPECT_THAT(Tasks("- [ ] a #area:x\n- [ ] a #area:y\n"), ElementsAre("2 duplicate F.md#a"));
  EXPECT_THAT(Tasks("- [ ] a\n- [ ] a\n  with more\n"), IsEmpty());
  EXPECT_THAT(Tasks("- [ ] a\n- [ ] a\n\n  - part\n"), ElementsAre("2 duplicate F.md#a"));
}

TEST(CheckNotesTest, FindsTasksThatAreNearlyTheSame) {
  EXPECT_THAT(
      Tasks("- [ ] Repair the login redirect after session timeout quickly\n"
            "- [ ] repair: login redirect, after a session timeout, quickly!\n"),
      ElementsAre("2 duplicate F.md#repair-the-login-redirect-after-session-timeout-quickly"));
  EXPECT_THAT(Tasks("- [ ] Write the parser for language alpha with tests and docs\n"
                    "- [ ] Write the parser for language beta with tests and docs\n"),
              IsEmpty());
}

TEST(CheckNotesTest, FindsRulesAndTitlesThatAreThereTwice) {
  EXPECT_THAT(Issues(Read(FileRole::kConventions, "- a b\n- A b\n")),
              ElementsAre("2 duplicate F.md#a-b"));
  EXPECT_THAT(Issues(Read(FileRole::kConventions, "Do:\n\n- a\n\nDo not:\n\n- a\n")), IsEmpty());
  EXPECT_THAT(Issues(Read(FileRole::kLearnings, "## [2026-01-01] A\n\n## [2026-01-02] a\n")),
              ElementsAre("3 duplicate F.md#a"));
}

TEST(CheckNotesTest, FindsMentionsOfWhatIsSuperseded) {
  constexpr std::string_view kOld = "## [2025-01-01] Use flat files\n\n~~Superseded by x~~\n\n";
  const auto with = [&](std::string_view body) {
    return Issues(Read(FileRole::kDecisions,
                       std::string(kOld) + "## [2026-01-01] New\n\n" + std::string(body) + "\n"));
  };
  EXPECT_THAT(with("As in \"use Flat files\", we"),
              ElementsAre("5 superseded_reference F.md#use-flat-files"));
  EXPECT_THAT(with("See F.md#use-flat-files."),
              ElementsAre("5 superseded_reference F.md#use-flat-files"));
  EXPECT_THAT(with("This replaces Use flat files."), IsEmpty());
  EXPECT_THAT(with("We reuse flat filesystems."), IsEmpty());
}

TEST(FindPathsTest, TakesCodeAndLinks) {
  EXPECT_THAT(Paths("- see `src/a.cc:12`, ``./b/c/``, [x](../docs/d.md#e) and [y](f.md \"t\")\n"),
              ElementsAre("src/a.cc", "b/c", "../docs/d.md link", "f.md link"));
}

TEST(FindPathsTest, LeavesOutWhatIsNoPathOfTheWorkspace) {
  EXPECT_THAT(Paths("- `a b/c` `/etc/x` `~/y` `http://a/b` `src/*.cc` `<a>/b` `a.cc` `-x/y` `a/...`"
                    " `{a}/b` `$A/b` [x](https://a/b) [y](#z) [z](mailto:a@b/c) [w](/abs.md)\n"),
              IsEmpty());
  EXPECT_THAT(Paths("- `[x](a/b.md)` and `open a/b.md\n"), IsEmpty());
}

TEST(FindPathsTest, LeavesOutWhatIsOverOrExplained) {
  EXPECT_THAT(Paths("- [x] `a/b`\n- [ ] `a/c`\n- [-] `a/d`\n", FileRole::kTasks),
              ElementsAre("a/c"));
  EXPECT_THAT(Paths("## [2026-01-01] A\n\n~~Superseded~~\n`a/b`\n\n## [2026-01-01] B\n\n`a/c`\n",
                    FileRole::kDecisions),
              ElementsAre("a/c"));
  EXPECT_THAT(Paths("```\n`a/b`\n```\n<!-- `a/c` -->\n- Deleted `a/d`\n- not `a/e`\n"), IsEmpty());
}

TEST(CheckNotesTest, MarksOfAConflictAreIssuesAndSoAreDuplicatesOfItsSides) {
  EXPECT_THAT(Tasks("<<<<<<< HEAD\n- [ ] a b c\n=======\n- [ ] a b c\n>>>>>>> x\n"),
              ElementsAre("1 unread conflict", "3 unread conflict", "5 unread conflict",
                          "4 duplicate F.md#a-b-c!"));
}

TEST(FindPathsTest, HasALimitAndCountsTheRest) {
  std::string text = "- ";
  for (std::size_t i = 0; i < kMostMentions + 3; ++i) text += fmt::format("[x](a/{}) ", i);
  const PathMentions mentions = FindPaths(Read(FileRole::kConventions, text));
  EXPECT_EQ(mentions.paths.size(), kMostMentions);
  EXPECT_EQ(mentions.more, 3U);
}

TEST(FindPathsTest, TakesSpansOfEveryLength) {
  EXPECT_THAT(Paths("- `` `a/b` `` `c/d` ``` e/f ``` `` x/y `\n"), ElementsAre("c/d", "e/f"));
}

}  // namespace
}  // namespace satchel::notes
