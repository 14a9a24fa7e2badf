#include "code/history/message.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using testing::IsEmpty;

TEST(TaskOfTest, SubjectAndBodyWithoutTrailers) {
  EXPECT_EQ(TaskOf("Fix the login\n\nIt went in circles.\n\nSigned-off-by: A <a@b>\n"
                   "Fixes: 12\n"),
            "Fix the login\n\nIt went in circles.");
  EXPECT_EQ(TaskOf("Fix\r\n\r\nBody\r\n\r\nCo-authored-by: A <a@b>"), "Fix\n\nBody");
  EXPECT_EQ(TaskOf("Fix\n\nReviewed-by: A\nthe body goes on\n"), "Fix\n\nthe body goes on");
  EXPECT_EQ(TaskOf("Fix\n\nNote: this is a body\nof two lines\n"),
            "Fix\n\nNote: this is a body\nof two lines");
}

TEST(TaskOfTest, LinesThatNameOtherCommitsGo) {
  EXPECT_EQ(TaskOf("Fix\n\nBody\n(cherry picked from commit 0123456789abcdef)\n"), "Fix\n\nBody");
  EXPECT_EQ(TaskOf("Revert it\n\nThis reverts commit 0123456789.\n\nIt broke the build.\n"),
            "Revert it\n\n\nIt broke the build.");
  EXPECT_EQ(TaskOf("Fix\n\nSee also 0123456789abcdef\nBody"), "Fix\n\nBody");
  EXPECT_EQ(TaskOf("Fix\n\nBody\n\nSee-also: 0123456789abcdef\n"), "Fix\n\nBody");
}

TEST(TaskOfTest, ASubjectStaysWhateverItLooksLike) {
  EXPECT_EQ(TaskOf("docs: the tour"), "docs: the tour");
  EXPECT_EQ(TaskOf("Change-Id: 7\n"), "Change-Id: 7");
  EXPECT_THAT(TaskOf("\n\n"), IsEmpty());
  EXPECT_THAT(TaskOf(""), IsEmpty());
}

TEST(TextOfTest, ASecretIsRedactedBeforeTheTextIsCut) {
  const std::string token = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");
  for (std::size_t words = 0; words < 60; ++words) {
    std::string title;
    for (std::size_t i = 0; i < words; ++i) title += "word ";
    EXPECT_EQ(TextOf(title + token).title.find(token.substr(0, 12)), std::string::npos) << words;
  }
}

TEST(TextOfTest, IsOneLineAndTheRestOfBoundedLength) {
  EXPECT_EQ(TextOf("Fix the login\n\nIt went\nin circles.\n\nSigned-off-by: A <a@b>\n"),
            (CommitText{"Fix the login", "It went\nin circles."}));
  EXPECT_EQ(TextOf("a\x01\tb\xff"), (CommitText{"ab\xEF\xBF\xBD", ""}));
  const CommitText text = TextOf(std::string(5'000, 'x') + "\n\n" + std::string(50'000, 'y'));
  EXPECT_EQ(text.title.size(), 300U);
  EXPECT_EQ(text.body.size(), 3'000U);
  EXPECT_EQ(TextOf(""), CommitText());
}

TEST(SaysNothingTest, ChoresAndNamesOfFiles) {
  for (const char* title : {"", "Update setup.py", "bump to 1.2", "Release 3", "fix typo", "typos.",
                            "Fixed tests", "Merge branch x", "Docs"}) {
    EXPECT_TRUE(SaysNothing(title)) << title;
  }
  for (const char* title : {"Fix the login", "Update the parser of dates", "versioned caches",
                            "Fixed #123 -- Made tests faster"}) {
    EXPECT_FALSE(SaysNothing(title)) << title;
  }
}

}  // namespace
}  // namespace satchel::code
