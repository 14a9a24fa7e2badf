#include "evaluation/commit_log.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/git_repository.h"

namespace satchel::evaluation {
namespace {

using testing::ElementsAre;
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

class CommitLogTest : public testing::Test {
 protected:
  Result<std::vector<LoggedCommit>> Read(std::size_t skip = 0, std::size_t count = 100) const {
    return ReadLog(git_, {.directory = repository_.path()}, skip, count, Deadline::Never());
  }

  test::GitRepository repository_;
  Git git_ = *Git::Find("/usr/bin:/bin");
};

TEST_F(CommitLogTest, HasWhatEachCommitSaysAndTheFilesThatWereThere) {
  EXPECT_THAT(Read().value(), IsEmpty());
  repository_.Write("a b.py", "1");
  repository_.Write("gone.py", "1");
  repository_.Commit("first");
  repository_.Commit("nothing");
  repository_.Write("a b.py", "2");
  repository_.Write("new\tname.py", "1");
  repository_.Git({"rm", "-q", "gone.py"});
  repository_.Commit("second\n\n:100644 100644 x y M\n\nbody");
  const auto log = Read();
  ASSERT_TRUE(log) << log.error().text();
  ASSERT_EQ(log->size(), 3U);
  EXPECT_EQ((*log)[0].message, "second\n\n:100644 100644 x y M\n\nbody\n");
  EXPECT_THAT((*log)[0].changed, ElementsAre("a b.py", "gone.py"));
  EXPECT_THAT((*log)[0].parents, ElementsAre((*log)[1].id));
  EXPECT_THAT((*log)[1].changed, IsEmpty());
  EXPECT_THAT((*log)[2].changed, IsEmpty()) << "everything is new";
  EXPECT_THAT((*log)[2].parents, IsEmpty());
  EXPECT_EQ(Read(1, 1)->front().id, (*log)[1].id);
  EXPECT_FALSE(
      HasHiddenParent(git_, {.directory = repository_.path()}, (*log)[2].id, Deadline::Never())
          .value());
}

TEST_F(CommitLogTest, ARepositoryCannotChangeTheForm) {
  repository_.Write("a.py", "1");
  repository_.Commit("first");
  repository_.Git({"mv", "a.py", "b.py"});
  repository_.Commit("move");
  for (const char* setting :
       {"diff.renames=copies", "format.pretty=oneline", "log.showRoot=false", "log.decorate=full",
        "color.ui=always", "diff.mnemonicPrefix=true", "log.abbrevCommit=true", "core.abbrev=4"}) {
    const std::string_view text = setting;
    repository_.Git({"config", std::string(text.substr(0, text.find('='))),
                     std::string(text.substr(text.find('=') + 1))});
  }
  const auto log = Read();
  ASSERT_TRUE(log) << log.error().text();
  EXPECT_THAT((*log)[0].changed, ElementsAre("a.py"));
  EXPECT_EQ((*log)[0].id.size(), 40U);
}

TEST(ParseLogTest, AnythingElseIsAnError) {
  const std::string id(40, 'a');
  const std::string nul(1, '\0');
  const std::string good = id + nul + nul + "m" + nul + nul;
  EXPECT_EQ(ParseLog(good)->size(), 1U);
  EXPECT_FALSE(ParseLog(good + "x"));
  EXPECT_FALSE(ParseLog(good + "\n:100644 100644 a b M" + nul));
  EXPECT_FALSE(ParseLog(id + nul + "p" + nul + "m" + nul));
  EXPECT_FALSE(ParseLog("short" + nul + nul + nul + nul));
}

}  // namespace
}  // namespace satchel::evaluation
