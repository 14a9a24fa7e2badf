#include "code/history/commit_log.h"

#include <chrono>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
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

TEST_F(CommitLogTest, APipeAmongTheAttributesDoesNotHoldItUp) {
  repository_.Write("sub/a.py", "one\ntwo\nthree\n");
  repository_.Commit("add");
  repository_.Git({"mv", "sub/a.py", "sub/b.py"});
  repository_.Write("sub/b.py", "one\ntwo\nfour\n");
  repository_.Commit("rename");
  ASSERT_EQ(::mkfifo((repository_.path() / "sub/.gitattributes").c_str(), 0600), 0);
  const auto log = ReadLog(git_, {.directory = repository_.path()}, 0, 1,
                           Deadline::After(std::chrono::minutes(2)));
  ASSERT_TRUE(log) << log.error().text();
  ASSERT_EQ((*log)[0].changes.size(), 1U);
  EXPECT_EQ((*log)[0].changes[0].old, "sub/a.py");
}

TEST_F(CommitLogTest, PathsBelowADirectoryAreNamedFromThere) {
  repository_.Write("sub/a.py", "1");
  repository_.Write("subway/b.py", "1");
  repository_.Commit("add");
  const auto log =
      ReadLogSince(git_, {.directory = repository_.path() / "sub"}, 0, 10, Deadline::Never());
  ASSERT_TRUE(log) << log.error().text();
  ASSERT_EQ((*log)[0].changes.size(), 1U);
  EXPECT_EQ((*log)[0].changes[0].path, "a.py");
}

TEST_F(CommitLogTest, ARepositoryThatGitRefusesIsNoEmptyHistory) {
  repository_.Write("a.py", "1");
  repository_.Commit("add");
  std::ofstream(repository_.path() / ".git/config", std::ios::app) << "[broken\n";
  const GitStore store{.directory = repository_.path()};
  EXPECT_EQ(FindCommit(git_, store, "HEAD", Deadline::Never()).error().code(), Errc::kUnavailable);
  EXPECT_FALSE(ReadLog(git_, store, 0, 1, Deadline::Never()));
}

// Commits that git cannot list with little memory: ten directories in each of ten, five deep.
class LimitedLogTest : public CommitLogTest {
 protected:
  LimitedLogTest() {
    repository_.Write("a.py", "1");
    repository_.Commit("before");
    small_ = repository_.Git({"write-tree"}).substr(0, 40);
    std::string entry =
        "100644 blob " + repository_.Git({"hash-object", "-w", "--stdin"}, "x").substr(0, 40);
    for (int level = 0; level < 5; ++level) {
      std::string tree;
      for (int i = 0; i < 10; ++i) tree += fmt::format("{}\t{}\n", entry, i);
      large_ = repository_.Git({"mktree"}, tree).substr(0, 40);
      entry = "040000 tree " + large_;
    }
  }

  // A commit on top of HEAD. Each other one has a hundred thousand files.
  void Alternate(int commits) {
    for (int i = 0; i < commits; ++i) {
      const std::string id =
          repository_.Git({"commit-tree", "-m", "step", "-p", "HEAD", i % 2 == 0 ? large_ : small_})
              .substr(0, 40);
      repository_.Git({"update-ref", "HEAD", id});
    }
  }

  // The messages of those that are read, each with a mark if it is too large.
  Status ReadAll(CommitReader& reader, std::vector<std::string>& read) const {
    const GitStore store{.directory = repository_.path()};
    const auto head = *FindCommit(git_, store, "HEAD", Deadline::Never()).value();
    const auto ids = ListCommits(git_, store, head, 100, Deadline::Never()).value();
    return reader.Read(
        ids,
        [&read](const LoggedCommit& commit) -> Status {
          read.push_back(commit.message.substr(0, commit.message.size() - 1) +
                         (commit.too_large ? "!" : ""));
          EXPECT_TRUE(!commit.too_large || commit.changes.empty());
          return {};
        },
        Deadline::Never());
  }
  CommitReader Limited() const {
    return {git_,
            {.directory = repository_.path()},
            LoggedPaths::kAll,
            ProcessLimits{.data = 16U << 20U}};
  }

  std::string small_;
  std::string large_;
};

TEST_F(LimitedLogTest, ACommitOfTooManyPathsHasNoChanges) {
  Alternate(1);
  CommitReader reader(git_, {.directory = repository_.path()}, LoggedPaths::kAll);
  std::vector<std::string> read;
  ASSERT_TRUE(ReadAll(reader, read));
  EXPECT_THAT(read, ElementsAre("step!", "before"));
}

TEST_F(LimitedLogTest, CommitsAroundOneThatGitCannotListAreRead) {
  Alternate(2);
  repository_.Git({"reset", "-q", "--hard", "HEAD"});
  repository_.Write("a.py", "2");
  repository_.Commit("after");
  repository_.Write("a.py", "3");
  repository_.Commit("last");
  CommitReader reader = Limited();
  std::vector<std::string> read;
  const auto done = ReadAll(reader, read);
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_THAT(read, ElementsAre("last", "after", "step!", "step!", "before"));
  EXPECT_FALSE(reader.gave_up());
}

TEST_F(LimitedLogTest, ItGivesUpAfterTooManyBytesOfChanges) {
  Alternate(3);
  CommitReader reader(git_, {.directory = repository_.path()}, LoggedPaths::kAll,
                      CommitReader::PageLimits(), 1U << 20U);
  std::vector<std::string> read;
  EXPECT_FALSE(ReadAll(reader, read));
  EXPECT_TRUE(reader.gave_up());
  EXPECT_LT(read.size(), 4U);
}

TEST_F(LimitedLogTest, AfterAFewOfThemItGivesUp) {
  Alternate(8);
  CommitReader reader = Limited();
  std::vector<std::string> read;
  EXPECT_FALSE(ReadAll(reader, read));
  EXPECT_TRUE(reader.gave_up());
  EXPECT_THAT(read, ElementsAre("step!", "step!", "step!"));
}

}  // namespace
}  // namespace satchel::code
