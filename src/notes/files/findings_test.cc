#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/file_report.h"
#include "notes/files/notes.h"

namespace satchel::notes {
namespace {

using testing::ElementsAre;

std::vector<std::string> Findings(FileRole role, std::string text) {
  std::vector<std::string> findings;
  for (const Finding& finding :
       ReadNotes({{.path = "a.md", .role = role, .text = std::move(text)}}).findings) {
    findings.push_back(fmt::format("{}-{} {} {}", finding.line, finding.last_line,
                                   Name(finding.reason), finding.text));
  }
  return findings;
}

TEST(FindingsTest, AnOpenCommentHidesTheRestAndIsReported) {
  EXPECT_THAT(Findings(FileRole::kTasks, "- [ ] a\n<!-- x\n\n- [ ] b\n"),
              ElementsAre("2-4 unclosed <!--"));
  EXPECT_THAT(Findings(FileRole::kLearnings, "## [2026-01-02] A\n<!-- x\n## [2026-01-03] B\n"),
              ElementsAre("2-3 unclosed <!--", "3-3 hidden [2026-01-03] B"));
}

TEST(FindingsTest, AnOpenFenceHidesTheRestAndIsReported) {
  EXPECT_THAT(Findings(FileRole::kTasks, "- [ ] a\n\n```\n- [ ] b\n"),
              ElementsAre("3-4 unclosed ```"));
  EXPECT_THAT(Findings(FileRole::kLearnings, "## [2026-01-02] A\n~~~\n## [2026-01-03] B\n"),
              ElementsAre("2-3 unclosed fenced code"));
}

TEST(FindingsTest, BytesThatAreNoTextAreReportedByLine) {
  EXPECT_THAT(
      Findings(FileRole::kTasks, "- [ ] a\xff\n- [ ] \xc3\n- [ ] b\n- [ ] \xed\xa0\x80\n"),
      ElementsAre(testing::StartsWith("1-2 not_text"), testing::StartsWith("4-4 not_text")));
}

TEST(FindingsTest, ANullByteIsText) {
  const Notes notes = ReadNotes(
      {{.path = "a.md", .role = FileRole::kTasks, .text = std::string("- [ ] a\0b\n", 10)}});
  EXPECT_EQ(notes.tasks.at(0).text, std::string("a\0b", 3));
}

TEST(FindingsTest, FilesAreReadInOrderAndEmptyOnesLeftOut) {
  const Notes notes =
      ReadNotes({{.path = "a.md", .role = FileRole::kTasks, .text = " \r\n\t"},
                 {.path = "b.md", .role = FileRole::kListed, .text = "text"},
                 {.path = "c.md", .role = FileRole::kTasks, .text = "- [ ] t\nx\n\ny"}});
  ASSERT_EQ(notes.files.size(), 2U);
  EXPECT_EQ(notes.tasks.at(0).file, 1U);
  ASSERT_EQ(notes.findings.size(), 1U);
  EXPECT_EQ(notes.findings[0].path, "c.md");
}

TEST(FindingsTest, TheirNumberIsBoundedAndTheRestCounted) {
  std::string text;
  for (std::size_t i = 0; i < kMostFindings + 7; ++i) text += "paragraph\n\n";
  const auto findings = Findings(FileRole::kTasks, text);
  ASSERT_EQ(findings.size(), kMostFindings + 1);
  EXPECT_EQ(findings.back(), "2001-2013 more_findings 7 more");
  const auto with_comment = Findings(FileRole::kTasks, text + "<!-- open");
  ASSERT_EQ(with_comment.size(), kMostFindings + 2);
  EXPECT_EQ(with_comment.back(), "2015-2015 unclosed <!--");
}

TEST(FindingsTest, ItemsBeyondTheLimitAreOneFinding) {
  std::string text;
  for (std::size_t i = 0; i < kMostItems + 2; ++i) text += "- a\n";
  EXPECT_THAT(Findings(FileRole::kConstitution, text), ElementsAre("20001-20002 too_many - a"));
  text.clear();
  for (std::size_t i = 0; i < kMostItems + 2; ++i) text += "## [2026-01-02] a\n";
  EXPECT_THAT(Findings(FileRole::kDecisions, text),
              ElementsAre("20001-20002 too_many [2026-01-02] a"));
}

TEST(FindingsTest, ItemsNestDeepWithoutLoss) {
  std::string text;
  for (std::size_t i = 0; i < 200; ++i) text += std::string(2 * i, ' ') + "- x\n";
  const Notes notes = ReadNotes({{.path = "a.md", .role = FileRole::kConstitution, .text = text}});
  ASSERT_EQ(notes.constitution.size(), 1U);
  EXPECT_EQ(std::ranges::count(notes.constitution[0].text, 'x'), 200);
}

TEST(FindingsTest, ItemsBeyondTheLimitOfAllFilesAreOneFindingAFile) {
  std::string text;
  for (std::size_t i = 0; i < kMostItems; ++i) text += "- a\n";
  std::vector<File> files;
  for (const char* path : {"a.md", "b.md", "c.md", "d.md"}) {
    files.push_back({.path = path, .role = FileRole::kConventions, .text = text});
  }
  const Notes notes = ReadNotes(std::move(files));
  EXPECT_EQ(notes.conventions.size(), kMostItemsOfAll);
  ASSERT_EQ(notes.findings.size(), 2U);
  EXPECT_EQ(notes.findings[0].path, "c.md");
  EXPECT_EQ(notes.findings[0].line, 10'001U);
  EXPECT_EQ(notes.findings[0].last_line, 20'000U);
  EXPECT_EQ(notes.findings[1].path, "d.md");
  EXPECT_EQ(notes.findings[1].reason, Unused::kTooMany);
}

}  // namespace
}  // namespace satchel::notes
