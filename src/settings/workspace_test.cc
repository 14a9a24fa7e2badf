#include "settings/workspace.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::settings {
namespace {

using testing::HasSubstr;

class WorkspaceTest : public testing::Test {
 protected:
  Result<Workspace> Find(const std::filesystem::path& from,
                         const std::optional<std::filesystem::path>& chosen = std::nullopt) {
    const Environment environment{.variables = {{"HOME", (dir_.path() / "home").string()}},
                                  .working_directory = from};
    return FindWorkspace(environment, FindDirectories(environment), chosen);
  }

  test::TempDir dir_;
};

TEST_F(WorkspaceTest, IsTheGitTopLevelFromAnySubDirectory) {
  dir_.MakeDirectory("p/.git");
  const auto found = Find(dir_.MakeDirectory("p/a/b/c"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->root, dir_.path() / "p");
  EXPECT_EQ(found->found_by, FoundBy::kGit);
  EXPECT_EQ(found->place, dir_.path() / "p/.satchel");
  EXPECT_FALSE(found->place_exists);
}

TEST_F(WorkspaceTest, AGitFileOfAWorkTreeCountsAndTheNearestWins) {
  dir_.MakeDirectory("p/.git");
  dir_.Write("p/tree/.git", "gitdir: elsewhere");
  EXPECT_EQ(Find(dir_.MakeDirectory("p/tree/x"))->root, dir_.path() / "p/tree");
}

TEST_F(WorkspaceTest, WithoutGitItIsTheDirectoryItself) {
  const auto found = Find(dir_.MakeDirectory("plain/x"));
  EXPECT_EQ(found->root, dir_.path() / "plain/x");
  EXPECT_EQ(found->found_by, FoundBy::kDirectory);
}

TEST_F(WorkspaceTest, WithoutGitItIsTheNearestParentWithOurDirectory) {
  dir_.MakeDirectory("p/.satchel");
  const auto found = Find(dir_.MakeDirectory("p/a/b"));
  EXPECT_EQ(found->root, dir_.path() / "p");
  EXPECT_EQ(found->found_by, FoundBy::kParent);
  EXPECT_EQ(Name(found->found_by), "parent");
  EXPECT_EQ(found->place, dir_.path() / "p/.satchel");
  EXPECT_TRUE(found->place_exists);
  EXPECT_EQ(Find(dir_.path() / "p")->found_by, FoundBy::kDirectory);
  dir_.MakeDirectory("p/a/.satchel");
  EXPECT_EQ(Find(dir_.path() / "p/a/b")->root, dir_.path() / "p/a") << "the nearest wins";
}

TEST_F(WorkspaceTest, GitWinsOverAParentWithOurDirectory) {
  dir_.MakeDirectory("p/.satchel");
  dir_.MakeDirectory("p/nested/.git");
  EXPECT_EQ(Find(dir_.MakeDirectory("p/nested/x"))->root, dir_.path() / "p/nested");
  dir_.MakeDirectory("repository/.git");
  dir_.MakeDirectory("repository/part/.satchel");
  EXPECT_EQ(Find(dir_.MakeDirectory("repository/part/x"))->root, dir_.path() / "repository");
}

TEST_F(WorkspaceTest, TheSearchForAParentEndsAtHome) {
  dir_.MakeDirectory(".satchel");
  const auto below = dir_.MakeDirectory("home/x/y");
  EXPECT_EQ(Find(below)->root, below) << "what is above the home directory does not count";
  EXPECT_EQ(Find(dir_.MakeDirectory("elsewhere/x"))->root, dir_.path());
  dir_.MakeDirectory("home/.satchel");
  EXPECT_EQ(Find(below)->root, dir_.path() / "home");
}

TEST_F(WorkspaceTest, AParentsLinkOrFileOrStrangersDirectoryIsPassedBy) {
  const auto below = dir_.MakeDirectory("p/q/x");
  dir_.Write("p/q/.satchel", "");
  std::filesystem::create_directory_symlink(dir_.MakeDirectory("victim"),
                                            dir_.path() / "p/.satchel");
  EXPECT_EQ(Find(below)->root, below);
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a directory that is another's";
  const auto strange = dir_.MakeDirectory("s/.satchel");
  ASSERT_EQ(::chown(strange.c_str(), 65534, 65534), 0);
  EXPECT_EQ(Find(dir_.MakeDirectory("s/x"))->root, dir_.path() / "s/x");
}

TEST_F(WorkspaceTest, AChosenDirectoryIsTakenAsItIs) {
  dir_.MakeDirectory("p/.git");
  dir_.MakeDirectory("p/x");
  const auto found = Find(dir_.path() / "p", "x");
  EXPECT_EQ(found->root, dir_.path() / "p/x");
  EXPECT_EQ(found->found_by, FoundBy::kFlag);
}

TEST_F(WorkspaceTest, AMissingOrPlainFileIsAnError) {
  EXPECT_EQ(Find(dir_.path(), "nope").error().code(), Errc::kNotFound);
  dir_.Write("file", "");
  EXPECT_THAT(Find(dir_.path(), "file").error().text(), HasSubstr("it is a file"));
  EXPECT_THAT(Find("").error().text(), HasSubstr("no longer exists"));
}

TEST_F(WorkspaceTest, TheKeyFollowsThePathWithoutLinks) {
  dir_.MakeDirectory("p");
  std::filesystem::create_directory_symlink(dir_.path() / "p", dir_.path() / "link");
  EXPECT_EQ(Find(dir_.path() / "p")->key, Find(dir_.path() / "link")->key);
  EXPECT_NE(Find(dir_.path() / "p")->key, Find(dir_.path())->key);
}

TEST_F(WorkspaceTest, AReadOnlyTreeIsKeptInTheStateDirectory) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere; tests/e2e drops the right";
  const auto root = dir_.MakeDirectory("p");
  std::filesystem::permissions(
      root, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const auto found = Find(root);
  EXPECT_FALSE(found->place_in_root);
  EXPECT_EQ(found->place, dir_.path() / "home/.local/state/satchel" / found->key);
}

TEST_F(WorkspaceTest, NothingIsKeptThroughALinkNamedLikeOurDirectory) {
  const auto root = dir_.MakeDirectory("p");
  std::filesystem::create_directory_symlink(dir_.MakeDirectory("victim"), root / ".satchel");
  const auto found = Find(root);
  EXPECT_FALSE(found->place_in_root);
  EXPECT_EQ(found->place, dir_.path() / "home/.local/state/satchel" / found->key);
}

}  // namespace
}  // namespace satchel::settings
