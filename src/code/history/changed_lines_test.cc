#include "code/history/changed_lines.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ChangedLinesTest : public testing::Test {
 protected:
  Result<ChangedLines> Read() const {
    std::string id = repository_.Git({"rev-parse", "HEAD"});
    id.pop_back();
    return ReadChangedLines(git_, {.directory = repository_.path()}, id, Deadline::Never());
  }

  test::GitRepository repository_;
  Git git_ = *Git::Find("/usr/bin:/bin");
};

TEST_F(ChangedLinesTest, AreThoseOfTheFileBeforeTheCommit) {
  repository_.Write("a.py", "1\n2\n3\n4\n5\n6\n7\n8\n");
  repository_.Commit();
  repository_.Write("a.py", "0\n1\n2\nthree\n4\n5\n7\n8\n9\n");
  repository_.Commit();
  const auto changed = Read();
  ASSERT_TRUE(changed) << changed.error().text();
  EXPECT_THAT(*changed, ElementsAre(Pair(
                            "a.py", ElementsAre(OldLines{.first = 0, .count = 0},      // before all
                                                OldLines{.first = 3, .count = 1},      // another
                                                OldLines{.first = 6, .count = 1},      // taken out
                                                OldLines{.first = 8, .count = 0}))));  // at the end
}

TEST_F(ChangedLinesTest, AFileHasTheNameThatItHadAndNewAndGoneOnesHaveNone) {
  repository_.Write("old name.py", "1\n2\n3\n4\n5\n");
  repository_.Write("\"quoted\"\t\xd1\x84.py", "1\n");
  repository_.Write("gone.py", "gone\nfor good\n");
  repository_.Commit();
  repository_.Git({"mv", "old name.py", "new name.py"});
  repository_.Write("new name.py", "1\n2\n3\n4\nfive\n");
  repository_.Write("\"quoted\"\t\xd1\x84.py", "2\n");
  repository_.Write("added.py", "something else\n");
  repository_.Git({"rm", "-q", "gone.py"});
  repository_.Commit();
  EXPECT_THAT(Read().value(),
              UnorderedElementsAre(Pair("old name.py", ElementsAre(OldLines{5, 1})),
                                   Pair("\"quoted\"\t\xd1\x84.py", ElementsAre(OldLines{1, 1}))));
}

TEST_F(ChangedLinesTest, WhatLooksLikeTheHeadOfAPatchIsALine) {
  repository_.Write("a.sql", "-- a/other.sql\n@@ -1 +1 @@\nselect 1;\n");
  repository_.Commit();
  repository_.Write("a.sql", "++ b/other.sql\n@@ -7 +7 @@\nselect 1;");
  repository_.Commit();
  EXPECT_THAT(Read().value(), ElementsAre(Pair("a.sql", ElementsAre(OldLines{1, 3}))));
}

TEST_F(ChangedLinesTest, TheRepositoryDoesNotSayHowTheyArePrinted) {
  repository_.Write("a.py", "1\n2\n3\n4\n");
  repository_.Commit();
  repository_.Write("a.py", "one\n2\n3\nfour\n");
  repository_.Commit();
  for (const auto& [key, value] :
       {std::pair("diff.noprefix", "true"), std::pair("diff.mnemonicPrefix", "true"),
        std::pair("diff.context", "7"), std::pair("diff.interHunkContext", "9"),
        std::pair("color.ui", "always"), std::pair("format.pretty", "fuller"),
        std::pair("log.date", "relative")}) {
    repository_.Git({"config", key, value});
  }
  EXPECT_THAT(Read().value(),
              ElementsAre(Pair("a.py", ElementsAre(OldLines{1, 1}, OldLines{4, 1}))));
}

TEST_F(ChangedLinesTest, OtherBytesAreRefusedOrSayNothing) {
  EXPECT_THAT(ParsePatch("").value(), IsEmpty());
  EXPECT_THAT(ParsePatch("--- a/x\n@@ -1,9 +1 @@\n-a").value(),
              ElementsAre(Pair("x", ElementsAre(OldLines{1, 9}))));
  EXPECT_FALSE(ParsePatch("--- a/x\n@@ -a +1 @@\n"));
  EXPECT_FALSE(ParsePatch("--- a/x\n@@ -1 @@\n"));
  EXPECT_FALSE(ParsePatch("--- a/x\n@@ -99999999999 +1 @@\n"));
  EXPECT_THAT(ParsePatch("--- /dev/null\n@@ -0,0 +1 @@\n+a\n").value(), IsEmpty());
  EXPECT_FALSE(
      ReadChangedLines(git_, {.directory = repository_.path()}, "HEAD", Deadline::Never()));
}

}  // namespace
}  // namespace satchel::code
