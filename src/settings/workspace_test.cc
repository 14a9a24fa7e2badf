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
