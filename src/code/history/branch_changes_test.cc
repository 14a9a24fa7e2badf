#include "code/history/branch_changes.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/git_repository.h"

namespace satchel::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class BranchChangesTest : public testing::Test {
 protected:
  BranchChangesTest() {
    repository_.Write("a.py", "one\n");
    repository_.Write("b.py", "two\n");
    repository_.Write("web/c.py", "three\n");
    repository_.Commit();
  }

  Result<BranchChanges> Read(const std::filesystem::path& below = {},
                             const std::vector<std::string>& known = {}) const {
    const auto root = below.empty() ? repository_.path() : repository_.path() / below;
    return ReadBranchChanges(git_, root, known, Deadline::Never());
  }
  // As an editor that saves what it has read.
  void Touch(const std::string& name) const {
    const auto file = repository_.path() / name;
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::hours(1));
  }
  void CommitOnBranch() const {
    repository_.Git({"switch", "-q", "-c", "work"});
    repository_.Write("b.py", "changed\n");
    repository_.Commit();
    repository_.Write("new.py", "new\n");
    repository_.Commit();
  }

  test::GitRepository repository_;
  Git git_ = *Git::Find("/usr/bin:/bin");
};

TEST_F(BranchChangesTest, ACleanTreeOnTheDefaultBranchHasNone) {
  const auto changes = Read();
  ASSERT_TRUE(changes) << changes.error().text();
  EXPECT_THAT(changes->uncommitted, IsEmpty());
  EXPECT_THAT(changes->committed, IsEmpty());
}

TEST_F(BranchChangesTest, UncommittedAreStagedEditedDeletedAndUntrackedFiles) {
  repository_.Write("a.py", "1\n");
  repository_.Write("staged.py", "staged\n");
  repository_.Git({"add", "staged.py"});
  std::filesystem::remove(repository_.path() / "b.py");
  repository_.Write("untracked.py", "x\n");
  EXPECT_THAT(Read({}, {"a.py", "untracked.py", "web/c.py"})->uncommitted,
              ElementsAre("a.py", "b.py", "staged.py", "untracked.py"));
}

TEST_F(BranchChangesTest, AFileOfTheSameSizeIsComparedByItsContent) {
  repository_.Write("a.py", "six\n");
  Touch("a.py");
  Touch("b.py");
  EXPECT_THAT(Read()->uncommitted, ElementsAre("a.py"));
}

TEST_F(BranchChangesTest, AStagedFileThatWasEditedBackIsUncommitted) {
  repository_.Write("a.py", "staged\n");
  repository_.Git({"add", "a.py"});
  repository_.Write("a.py", "one\n");
  EXPECT_THAT(Read()->uncommitted, ElementsAre("a.py"));
}

TEST_F(BranchChangesTest, NamesOnlyFilesThatGitWatches) {
  repository_.Git({"update-index", "--assume-unchanged", "a.py"});
  repository_.Git({"update-index", "--skip-worktree", "b.py"});
  repository_.Write("a.py", "1\n");
  repository_.Write("b.py", "22\n");
  repository_.Write("named.py", "3\n");
  repository_.Git({"add", "--intent-to-add", "named.py"});
  EXPECT_THAT(Read()->uncommitted, ElementsAre("named.py"));
}

TEST_F(BranchChangesTest, CommittedAreThoseOfTheBranchAloneTheLatestFirst) {
  CommitOnBranch();
  repository_.Git({"switch", "-q", "main"});
  repository_.Write("a.py", "on main\n");
  repository_.Commit();
  repository_.Git({"switch", "-q", "work"});
  repository_.Git({"merge", "-q", "--no-edit", "main"});
  EXPECT_THAT(Read()->committed, ElementsAre("new.py", "b.py"));
  repository_.Write("b.py", "not committed\n");
  EXPECT_THAT(Read()->uncommitted, ElementsAre("b.py"));
  EXPECT_THAT(Read()->committed, ElementsAre("new.py"));
  repository_.Git({"switch", "-q", "--discard-changes", "main"});
  EXPECT_THAT(Read()->committed, IsEmpty());
}

TEST_F(BranchChangesTest, TheRemoteRepositorySaysWhatTheDefaultBranchIs) {
  repository_.Git({"branch", "-q", "-m", "main", "trunk"});
  CommitOnBranch();
  EXPECT_THAT(Read()->committed, IsEmpty()) << "no default branch is known";
  repository_.Git({"update-ref", "refs/remotes/origin/trunk", "trunk"});
  repository_.Git({"symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"});
  EXPECT_THAT(Read()->committed, ElementsAre("new.py", "b.py"));
}

TEST_F(BranchChangesTest, PathsAreOfTheWorkspace) {
  repository_.Git({"switch", "-q", "-c", "work"});
  repository_.Write("web/d.py", "new\n");
  repository_.Write("a.py", "changed\n");
  repository_.Commit();
  repository_.Write("web/c.py", "edited\n");
  repository_.Write("b.py", "edited\n");
  const auto changes = Read("web", {"c.py", "d.py", "e.py"});
  ASSERT_TRUE(changes) << changes.error().text();
  EXPECT_THAT(changes->uncommitted, ElementsAre("c.py", "e.py"));
  EXPECT_THAT(changes->committed, ElementsAre("d.py"));
}

TEST_F(BranchChangesTest, AWorkTreeHasItsOwn) {
  const test::TempDir dir;
  const auto tree = dir.path() / "tree";
  repository_.Git({"worktree", "add", "-q", "-b", "other", tree.string()});
  dir.Write("tree/a.py", "here\n");
  repository_.Write("b.py", "there\n");
  const auto changes = ReadBranchChanges(git_, tree, {}, Deadline::Never());
  ASSERT_TRUE(changes) << changes.error().text();
  EXPECT_THAT(changes->uncommitted, ElementsAre("a.py"));
}

TEST_F(BranchChangesTest, RunsNoProgramOfTheRepository) {
  const auto mark = repository_.path() / "mark";
  repository_.Git({"config", "filter.x.clean", "touch " + mark.string()});
  repository_.Git({"config", "core.fsmonitor", "touch " + mark.string()});
  repository_.Git({"config", "diff.external", "touch " + mark.string()});
  repository_.Write(".git/info/attributes", "* filter=x\n");
  repository_.Write("a.py", "six\n");
  Touch("a.py");
  EXPECT_THAT(Read()->uncommitted, ElementsAre("a.py"));
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(BranchChangesTest, FollowsNoLinkOutOfTheWorkspace) {
  const test::TempDir outside;
  outside.Write("c.py", "thre3\n");
  std::filesystem::remove_all(repository_.path() / "web");
  std::filesystem::create_directory_symlink(outside.path(), repository_.path() / "web");
  EXPECT_THAT(Read()->uncommitted, ElementsAre("web/c.py"));
}

TEST_F(BranchChangesTest, WithoutACommitThereIsNothing) {
  const test::GitRepository empty;
  empty.Write("a.py", "x");
  const std::vector<std::string> known = {"a.py"};
  const auto changes = ReadBranchChanges(git_, empty.path(), known, Deadline::Never());
  ASSERT_TRUE(changes) << changes.error().text();
  EXPECT_THAT(changes->uncommitted, IsEmpty());
}

TEST_F(BranchChangesTest, WithoutARepositoryOrTimeItSaysSo) {
  const test::TempDir dir;
  const auto outside = ReadBranchChanges(git_, dir.path(), {}, Deadline::Never());
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().code(), Errc::kNotFound);
  const auto late =
      ReadBranchChanges(git_, repository_.path(), {}, Deadline::After(std::chrono::seconds(0)));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), Errc::kDeadline);
}

}  // namespace
}  // namespace satchel::code
