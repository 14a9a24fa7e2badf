#include "sources/code/history/commit_log.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
  repository_.Write("new\tname.py", "new");
  repository_.Git({"rm", "-q", "gone.py"});
  repository_.Commit("second\n\n:100644 100644 x y M\n\nbody");
  const auto log = Read();
  ASSERT_TRUE(log) << log.error().text();
  ASSERT_EQ(log->size(), 3U);
  EXPECT_EQ((*log)[0].message, "second\n\n:100644 100644 x y M\n\nbody\n");
  EXPECT_THAT(ChangedFiles((*log)[0]), ElementsAre("a b.py", "gone.py"));
  EXPECT_THAT((*log)[0].changes,
              ElementsAre(PathChange{PathChange::Kind::kChanged, "a b.py", ""},
                          PathChange{PathChange::Kind::kGone, "gone.py", ""},
                          PathChange{PathChange::Kind::kAdded, "new\tname.py", ""}));
  EXPECT_THAT((*log)[0].parents, ElementsAre((*log)[1].id));
  EXPECT_THAT((*log)[1].changes, IsEmpty());
  EXPECT_THAT(ChangedFiles((*log)[2]), IsEmpty()) << "everything is new";
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
  EXPECT_THAT(ChangedFiles((*log)[0]), ElementsAre("a.py"));
  EXPECT_THAT((*log)[0].changes,
              ElementsAre(PathChange{PathChange::Kind::kRenamed, "b.py", "a.py"}));
  EXPECT_EQ((*log)[0].id.size(), 40U);
}

TEST(ParseLogTest, AnythingElseIsAnError) {
  const std::string id(40, 'a');
  const std::string nul(1, '\0');
  const std::string good = id + nul + nul + "7" + nul + "m" + nul + nul;
  EXPECT_EQ(ParseLog(good)->size(), 1U);
  EXPECT_FALSE(ParseLog(good + "x"));
  EXPECT_FALSE(ParseLog(good + "\n:100644 100644 a b M" + nul));
  EXPECT_FALSE(ParseLog(id + nul + "p" + nul + "7" + nul + "m" + nul));
  EXPECT_FALSE(ParseLog(id + nul + nul + "now" + nul + "m" + nul + nul));
  EXPECT_FALSE(ParseLog(good + ":100644 100644 a b R100" + nul + "old" + nul));
  EXPECT_FALSE(ParseLog("short" + nul + nul + "7" + nul + nul + nul));
}

}  // namespace
}  // namespace satchel::code
