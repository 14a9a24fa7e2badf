#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/edit.h"

namespace satchel::notes {
namespace {

using testing::StartsWith;

// The file after the change, or what is in the way.
std::string After(std::string_view file, const Result<Splice>& splice) {
  return splice ? Apply(file, *splice) : "refused: " + splice.error().text();
}
std::string Reopened(std::string_view file, std::size_t line) {
  return After(file, ReopenTask(file, line));
}
std::string Without(std::string_view file, FileRole role, std::size_t line) {
  return After(file, RemoveItem(file, role, line));
}
std::string Edited(std::string_view file, std::size_t line, std::string_view text) {
  return After(file, ReplaceText(file, FileRole::kTasks, line, text));
}
std::string Changed(std::string_view file, std::size_t line, const EntryChange& change) {
  return After(file, ChangeEntry(file, FileRole::kDecisions, line, change));
}

TEST(ReopenTaskTest, ChangesOneByte) {
  EXPECT_EQ(Reopened("- [x] a\r\n* [X] b\r\n- [-] c", 2), "- [x] a\r\n* [ ] b\r\n- [-] c");
  EXPECT_EQ(Reopened("- [-] c", 1), "- [ ] c");
}

TEST(ReopenTaskTest, OpenTasksBelowArePartsOfItAgain) {
  constexpr std::string_view kFile = "- [x] a\n  - [ ] b\n  - [x] c\n- [ ] d\n";
  EXPECT_EQ(Reopened(kFile, 1), "- [ ] a\n  - [ ] b\n  - [x] c\n- [ ] d\n");
  EXPECT_EQ(After(Reopened(kFile, 1), CompleteTask(Reopened(kFile, 1), 1)), kFile);
}

TEST(ReopenTaskTest, ALineWithoutATaskIsRefused) {
  EXPECT_THAT(Reopened("text\n- [x] a\n", 1), StartsWith("refused"));
  EXPECT_THAT(Reopened("- [x] a\n", 7), StartsWith("refused"));
}

TEST(RemoveItemTest, TakesAllLinesOfAnItemAndNothingElse) {
  constexpr std::string_view kFile = "# T\n\n- [ ] a\n- [ ] b\n  more\n\n  - part\n- [ ] c\n";
  EXPECT_EQ(Without(kFile, FileRole::kTasks, 4), "# T\n\n- [ ] a\n- [ ] c\n");
  EXPECT_EQ(Without(kFile, FileRole::kTasks, 8), "# T\n\n- [ ] a\n- [ ] b\n  more\n\n  - part\n");
  EXPECT_EQ(Without("- a\r\n- b", FileRole::kConventions, 2), "- a\r\n");
  EXPECT_EQ(Without("- a\r\n- b", FileRole::kConstitution, 1), "- b");
}

TEST(RemoveItemTest, OfTwoBlankLinesOneGoesToo) {
  EXPECT_EQ(Without("- a\n\n- b\n\n- c\n", FileRole::kConventions, 3), "- a\n\n- c\n");
}

TEST(RemoveItemTest, AnOpenTaskBelowADoneOneKeepsIt) {
  constexpr std::string_view kFile = "- [x] a\n  - [ ] b\n";
  EXPECT_THAT(Without(kFile, FileRole::kTasks, 1), StartsWith("refused"));
  EXPECT_EQ(Without(kFile, FileRole::kTasks, 2), "- [x] a\n");
}

TEST(RemoveItemTest, TakesAnEntryWithWhatSeparatesIt) {
  constexpr std::string_view kFile =
      "# D\n\n## [2026-01-03] C\n\nc\n\n#### More\n\n---\n\n## [2026-01-02] B\n\nb\n\n---\n\n"
      "<!-- kept -->\n\n## [2026-01-01] A\n\na\n";
  EXPECT_EQ(Without(kFile, FileRole::kDecisions, 3),
            "# D\n\n## [2026-01-02] B\n\nb\n\n---\n\n<!-- kept -->\n\n## [2026-01-01] A\n\na\n");
  EXPECT_EQ(Without(kFile, FileRole::kDecisions, 11),
            "# D\n\n## [2026-01-03] C\n\nc\n\n#### More\n\n---\n\n<!-- kept -->\n\n"
            "## [2026-01-01] A\n\na\n");
  EXPECT_EQ(Without(kFile, FileRole::kDecisions, 19),
            kFile.substr(0, kFile.find("## [2026-01-01]")));
  EXPECT_THAT(Without(kFile, FileRole::kDecisions, 5), StartsWith("refused"));
}

TEST(RemoveItemTest, UndoesAnAddition) {
  constexpr std::string_view kFile = "# L\r\n\r\n## [2026-01-01] A\r\n\r\na\r\n";
  const EntryDraft draft{.title = "New", .fields = {{.label = "Context", .text = "x\ny"}}};
  const std::string added =
      After(kFile, AddEntry(kFile, FileRole::kLearnings, draft, *ParseTime("2026-02-02")));
  EXPECT_EQ(Without(added, FileRole::kLearnings, 3), kFile);
}

TEST(ReplaceTextTest, ReplacesTheFirstParagraphAndKeepsWhatIsBelow) {
  EXPECT_EQ(Edited("- [ ] a\n  wrapped\n  - [ ] part\n- [x] b\n", 1, "new"),
            "- [ ] new\n  - [ ] part\n- [x] b\n");
  EXPECT_EQ(Edited("  3) [x] a  \r\n", 1, "new"), "  3) [x] new  \r\n");
  EXPECT_EQ(After("- [ ] a\n", ReplaceText("- [ ] a\n", FileRole::kConstitution, 1, "b")),
            "- [ ] b\n");
}

TEST(ReplaceTextTest, WhatWouldNotReadBackIsRefused) {
  EXPECT_THAT(Edited("- [ ] a\n", 1, "``` x"), StartsWith("refused"));
  EXPECT_THAT(Edited("- [ ] a\n- [ ] b\n", 1, "<!-- x"), StartsWith("refused"));
  EXPECT_THAT(Edited("- [ ] a <!-- mine -->\n", 1, "b"),
              StartsWith("refused: it has a comment in its text"));
  EXPECT_THAT(Edited("- [ ] a\n", 2, "b"), StartsWith("refused"));
}

TEST(AddRuleTest, JoinsAConstitutionAsItIsWritten) {
  const auto add = [](std::string_view file) {
    return After(file, AddRule(file, FileRole::kConstitution, "new"));
  };
  EXPECT_EQ(add("- [ ] a\n"), "- [ ] a\n- [ ] new\n");
  EXPECT_EQ(add("- a\n"), "- a\n- new\n");
  EXPECT_EQ(add("# C\n\nNever push.\n"), "# C\n\nNever push.\n\nnew\n");
  EXPECT_EQ(add(""), "# Constitution\n\n- new\n");
}

TEST(WithTagsOfTest, KeepsTheTagsThatTheNewTextDoesNotHave) {
  EXPECT_EQ(WithTagsOf("Fix #19 #area:x it #added:2026-01-02", "New #area:y"),
            "New #area:y #added:2026-01-02");
  EXPECT_EQ(WithTagsOf("plain", "New"), "New");
}

constexpr std::string_view kEntries =
    "## [2026-01-02] B\n\n**Context**: one\ntwo\n\n**Rationale**: r\n\n---\n\n## [2026-01-01] A\n";

TEST(ChangeEntryTest, ChangesTheTitleAlone) {
  EXPECT_EQ(Changed(kEntries, 1, {.title = "New"}),
            "## [2026-01-02] New\n\n**Context**: one\ntwo\n\n**Rationale**: r\n\n---\n\n"
            "## [2026-01-01] A\n");
}

TEST(ChangeEntryTest, ReplacesAFieldOrAddsIt) {
  EXPECT_EQ(Changed(kEntries, 1, {.fields = {{.label = "Context", .text = "x\ny"}}}),
            "## [2026-01-02] B\n\n**Context**: x\ny\n\n**Rationale**: r\n\n---\n\n"
            "## [2026-01-01] A\n");
  EXPECT_EQ(Changed(kEntries, 1, {.fields = {{.label = "Consequence", .text = "c"}}}),
            "## [2026-01-02] B\n\n**Context**: one\ntwo\n\n**Rationale**: r\n\n"
            "**Consequence**: c\n\n---\n\n## [2026-01-01] A\n");
}

TEST(ChangeEntryTest, GivesABodyToAnEntryWithoutOne) {
  EXPECT_EQ(Changed("## [2026-01-01] A", 1, {.body = "text"}), "## [2026-01-01] A\n\ntext");
  EXPECT_EQ(Changed("## [2026-01-02] A\n\n## [2026-01-01] B\n", 1, {.body = "text"}),
            "## [2026-01-02] A\n\ntext\n\n## [2026-01-01] B\n");
}

TEST(ChangeEntryTest, KeepsTheLineEnds) {
  EXPECT_EQ(Changed("## [2026-01-01] A\r\n\r\nold\r\n", 1, {.title = "B", .body = "x\ny"}),
            "## [2026-01-01] B\r\n\r\nx\r\ny\r\n");
}

TEST(ChangeEntryTest, WhatWouldNotReadBackIsRefused) {
  EXPECT_THAT(Changed(kEntries, 1, {.body = "x\n\n## [2026-01-05] y"}), StartsWith("refused"));
  EXPECT_THAT(Changed(kEntries, 1, {.body = "```\nx"}), StartsWith("refused"));
  EXPECT_THAT(Changed("## [2026-01-01] A\n\n<!-- c -->\nx\n", 1, {.title = "B", .body = "y"}),
              StartsWith("## [2026-01-01] B\n\n<!-- c -->\ny\n"));
  EXPECT_THAT(Changed("## [2026-01-01] A\n\nx <!-- c -->\n", 1, {.title = "B"}),
              StartsWith("refused: it has a comment"));
  EXPECT_THAT(Changed("## [2026-01-01]\n\nx\n", 1, {.title = "B"}),
              StartsWith("refused: its heading has no title"));
}

}  // namespace
}  // namespace satchel::notes
