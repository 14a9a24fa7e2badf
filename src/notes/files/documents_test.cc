#include "notes/files/documents.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

using store::DocumentRow;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Notes Some() {
  return ReadNotes(
      {{.path = ".context/CONSTITUTION.md",
        .role = FileRole::kConstitution,
        .text = "- No secrets\n"},
       {.path = ".context/TASKS.md",
        .role = FileRole::kTasks,
        .text = "- [ ] Open one #added:2026-01-09\n- [x] Done one\n"},
       {.path = ".context/CONVENTIONS.md", .role = FileRole::kConventions, .text = "- Tabs\n"},
       {.path = ".context/DECISIONS.md",
        .role = FileRole::kDecisions,
        .text = "## [2026-01-05] Use SQLite\n\nOne file.\n\n## [2025-01-05] Old way\n\n"
                "~~Superseded by Use SQLite~~\n"},
       {.path = ".context/LEARNINGS.md",
        .role = FileRole::kLearnings,
        .text = "## Undated 2026-13-77\n\n## [2026-01-08] Locks\n\nThey wait.\n"}});
}

TEST(NotesDocumentsTest, EveryItemIsARowInTheOrderOfPaths) {
  std::vector<std::string> rows;
  for (const DocumentRow& row : DocumentsOf(Some())) {
    rows.push_back(row.kind + " " + row.path + " " + row.attributes);
  }
  EXPECT_THAT(
      rows,
      ElementsAre(
          R"(rule CONSTITUTION.md#no-secrets {"file":".context/CONSTITUTION.md","line":1})",
          R"(convention CONVENTIONS.md#tabs {"file":".context/CONVENTIONS.md","line":1})",
          R"(decision DECISIONS.md#old-way {"file":".context/DECISIONS.md","line":5,"superseded":true})",
          R"(decision DECISIONS.md#use-sqlite {"file":".context/DECISIONS.md","line":1,"superseded":false})",
          R"(learning LEARNINGS.md#locks {"file":".context/LEARNINGS.md","line":3,"superseded":false})",
          R"(task TASKS.md#done-one {"file":".context/TASKS.md","line":2,"state":"done"})",
          R"(task TASKS.md#open-one {"file":".context/TASKS.md","line":1,"state":"open"})"));
}

TEST(NotesDocumentsTest, ARowHasTitleTimeSizeAndDigestOfTheText) {
  const auto rows = DocumentsOf(Some());
  const DocumentRow& row = rows[3];
  const Digest digest = Sha256Of("Use SQLite\n\nOne file.");
  EXPECT_EQ(row.source, "notes");
  EXPECT_EQ(row.role, "decisions");
  EXPECT_EQ(row.title, "Use SQLite");
  EXPECT_EQ(row.size, 21);
  EXPECT_EQ(row.digest, std::string(digest.bytes.begin(), digest.bytes.end()));
  EXPECT_EQ(FormatTime(row.time.value_or(Time{})).substr(0, 10), "2026-01-05");
}

TEST(NotesDocumentsTest, HostileNamesAndTitlesBecomePlainText) {
  const std::string token = std::string("ghp_") + "a8Kd93jfLs02mNcV7xQzP4rTyUiO1bGhE6wZ";
  const auto rows = DocumentsOf(ReadNotes(
      {{.path = ".context/decisions/a\xff\n\x01.md",
        .role = FileRole::kDecisions,
        .text = "## [2026-01-05] A\xfe\x02 " + token + " " + std::string(5'000, 'x') + "\n"}}));
  ASSERT_THAT(rows, SizeIs(1));
  for (const std::string* text : {&rows[0].path, &rows[0].title, &rows[0].attributes}) {
    EXPECT_TRUE(text::IsValidUtf8(*text));
    EXPECT_THAT(*text, AllOf(Not(HasSubstr("\x01")), Not(HasSubstr(token))));
  }
  EXPECT_THAT(rows[0].title, HasSubstr("[redacted:"));
  EXPECT_LE(text::CountCodePoints(rows[0].title), 200U);
}

TEST(NotesDocumentsTest, TheDigestIsOfNamesRolesAndBytes) {
  const std::vector<File> files = {
      {.path = ".context/decisions/a.md", .role = FileRole::kDecisions, .text = "- a\n"}};
  const auto digest = [&](auto change) {
    auto changed = files;
    change(changed[0]);
    return DocumentDigest(ReadNotes(changed));
  };
  const std::string same = digest([](File&) {});
  EXPECT_THAT(same, SizeIs(64));
  EXPECT_EQ(same, DocumentDigest(ReadNotes(files)));
  EXPECT_EQ(same, digest([](File& file) { file.digest = Sha256Of(file.text).Hex(); }));
  EXPECT_NE(same, DocumentDigest(ReadNotes(files), text::kRedactionVersion + 1));
  EXPECT_NE(same, digest([](File& file) { file.text += "\n"; }));
  EXPECT_NE(same, digest([](File& file) { file.path += "x"; }));
  EXPECT_NE(same, digest([](File& file) { file.role = FileRole::kLearnings; }));
}

}  // namespace
}  // namespace satchel::notes
