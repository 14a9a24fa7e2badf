#include "settings/owner.h"

#include <filesystem>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::settings {
namespace {

using testing::HasSubstr;

constexpr uid_t kAnother = 65'534;

class GitOwnerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a directory to another user";
    dir_.MakeDirectory("app/.git");
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
  }
  std::filesystem::path root() const { return dir_.path() / "app"; }
  void Give(const std::string& name) const {
    ASSERT_EQ(::chown((dir_.path() / name).c_str(), kAnother, kAnother), 0);
  }
  bool IsAllowed() const { return CheckGitOwner(environment_, root()).has_value(); }

  test::TempDir dir_;
  Environment environment_;
};

TEST_F(GitOwnerTest, AnotherUsersRepositoryIsRefusedWithTheWayToAllowIt) {
  EXPECT_TRUE(IsAllowed());
  Give("app");
  const auto refused = CheckGitOwner(environment_, root());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("belongs to another user"));
  EXPECT_THAT(refused.error().hint(), HasSubstr("safe.directory " + root().string()));
}

TEST_F(GitOwnerTest, TheDirectoryOfTheRepositoryCountsTooAlsoOfAWorkTree) {
  Give("app/.git");
  EXPECT_FALSE(IsAllowed());
  std::filesystem::remove(root() / ".git");
  dir_.MakeDirectory("main/.git/worktrees/app");
  dir_.Write("app/.git", "gitdir: ../main/.git/worktrees/app\n");
  EXPECT_TRUE(IsAllowed());
  Give("main/.git/worktrees/app");
  EXPECT_FALSE(IsAllowed());
}

TEST_F(GitOwnerTest, ADirectoryThatIsNoRepositoryPasses) {
  std::filesystem::remove(root() / ".git");
  Give("app");
  EXPECT_TRUE(IsAllowed());
}

TEST_F(GitOwnerTest, SafeDirectoriesOfTheUserArePassed) {
  Give("app");
  for (const std::string& value : {std::string("*"), root().string(), "\"" + root().string() + "\"",
                                   dir_.path().string() + "/*"}) {
    dir_.Write("home/.gitconfig", "[user]\n\tname = a\n[safe]\n\tdirectory = " + value + "\n");
    EXPECT_TRUE(IsAllowed()) << value;
  }
  for (const std::string& value :
       {dir_.path().string(), root().string() + "/*", root().string() + "\n\tdirectory ="}) {
    dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = " + value + "\n");
    EXPECT_FALSE(IsAllowed()) << value;
  }
  dir_.Write("home/.gitconfig", "[other]\n\tdirectory = *\n");
  EXPECT_FALSE(IsAllowed());
  dir_.Write("home/.config/git/config", "[Safe]\n\tDirectory = *\n");
  EXPECT_TRUE(IsAllowed());
}

TEST_F(GitOwnerTest, TheCallerOfSudoIsNoOtherUser) {
  Give("app");
  environment_.variables["SUDO_UID"] = std::to_string(kAnother);
  EXPECT_TRUE(IsAllowed());
  environment_.variables["SUDO_UID"] = "1234";
  EXPECT_FALSE(IsAllowed());
  environment_.variables["SUDO_UID"] = std::to_string(kAnother) + "x";
  EXPECT_FALSE(IsAllowed());
}

}  // namespace
}  // namespace satchel::settings
