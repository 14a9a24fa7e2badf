#include "notes/files/note_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::notes {
namespace {

using testing::HasSubstr;

std::string LineError(std::string_view text) {
  const auto checked = CheckLine("the title", text);
  return checked ? "" : checked.error().text();
}

std::string FieldError(std::string_view text) {
  const auto checked = CheckField("--context", "Context", text);
  return checked ? "" : checked.error().text();
}

TEST(NoteTextTest, ALineLosesTheSpaceAroundIt) {
  EXPECT_EQ(CheckLine("the task", "  write \"tests\" \n").value_or(""), "write \"tests\"");
}

TEST(NoteTextTest, ALineIsRefusedWithItsName) {
  EXPECT_EQ(LineError(" \n"), "the title is empty");
  EXPECT_EQ(LineError("a\nb"), "the title has several lines");
  EXPECT_EQ(LineError("a\tb"), "the title has control characters");
  EXPECT_EQ(LineError("a\x1b[0m"), "the title has control characters");
  EXPECT_EQ(LineError("a\xff"), "the title is no UTF-8");
  EXPECT_EQ(LineError("a\u202Eb"), "the title has characters that cannot be seen");
  EXPECT_THAT(LineError(std::string(5'000, 'x')), HasSubstr("at most 4096"));
  EXPECT_EQ(LineError("наука 数据 ö"), "");
}

TEST(NoteTextTest, AFieldMayHaveSeveralLines) {
  EXPECT_EQ(CheckField("--context", "Context", "\n one\r\n\r\n- two  \n  - three\n\n").value_or(""),
            "one\n\n- two  \n  - three");
  EXPECT_EQ(FieldError("see\n```sh\n## [2026-01-02] in code\n<!--\n```"), "");
  EXPECT_EQ(FieldError("a\n\n#### deeper\n\nb"), "");
  EXPECT_EQ(FieldError("the mark `<!-- x -->` is text"), "");
}

TEST(NoteTextTest, AFieldCannotLeaveItsEntry) {
  EXPECT_EQ(FieldError("a\n## [2026-01-02] b"),
            "--context has a heading in line 2, which would end the entry");
  EXPECT_THAT(FieldError("a\n\n### b"), HasSubstr("a heading in line 3"));
  EXPECT_THAT(FieldError("a\n  # b"), HasSubstr("a heading in line 2"));
  EXPECT_THAT(FieldError("a\n```\nb"), HasSubstr("from line 2 on that is not closed"));
  EXPECT_THAT(FieldError("a <!-- b --> c"), HasSubstr("an HTML comment"));
  EXPECT_THAT(FieldError("a\n<!-- b"), HasSubstr("an HTML comment"));
  EXPECT_THAT(FieldError("a\n<!-- ## b\n-->"), HasSubstr("an HTML comment"));
  EXPECT_THAT(FieldError("a\n~~Superseded by b~~"), HasSubstr("superseded by its line 2"));
  EXPECT_THAT(FieldError("a\n\n---"), HasSubstr("separates entries"));
  EXPECT_EQ(FieldError(" \r\n"), "--context is empty");
  EXPECT_THAT(FieldError("a\rb"), HasSubstr("control"));
  EXPECT_THAT(FieldError(std::string(70'000, 'x')), HasSubstr("at most 65536"));
}

TEST(NoteTextTest, TimesAreWrittenAsTheyAreRead) {
  EXPECT_EQ(FormatNoteTime(*ParseTime("2026-01-02T10:11:12.5Z")), "2026-01-02-101112");
}

}  // namespace
}  // namespace satchel::notes
