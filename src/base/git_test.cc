#include "base/git.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using testing::HasSubstr;

constexpr std::string_view kPath = "relative:/nonexistent:/usr/local/bin:/usr/bin:/bin";

class GitTest : public testing::Test {
 protected:
  // A repository as a person makes one.
  void Do(std::vector<std::string> args) const {
    args.insert(args.begin(), {"-C", dir_.path().string(), "-c", "user.name=a", "-c",
                               "user.email=a@example.org"});
    const auto done = RunProcess({.program = "/usr/bin/git",
                                  .args = std::move(args),
                                  .environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin"}},
                                 Deadline::Never());
    ASSERT_TRUE(done);
    ASSERT_EQ(done->code, 0) << done->err;
  }
  Result<std::string> Log(std::vector<std::string> args) const {
    return Git::Find(kPath)->Run(
        {.command = Git::Command::kLog, .directory = dir_.path(), .args = std::move(args)},
        Deadline::After(std::chrono::seconds(20)));
  }

  test::TempDir dir_;
};

TEST_F(GitTest, ReadsTheLogAndObjects) {
  Do({"init", "-q", "."});
  EXPECT_EQ(Log({}).value(), "") << "nothing is committed";
  dir_.Write("a.md", "hello\n");
  Do({"add", "."});
  Do({"commit", "-q", "-m", "first"});
  EXPECT_EQ(Log({"--format=%s"}).value(), "first\n");
  const auto blob = Git::Find(kPath)->Run({.command = Git::Command::kCatFile,
                                           .directory = dir_.path(),
                                           .args = {"--batch"},
                                           .input = "HEAD:a.md\n"},
                                          Deadline::Never());
  EXPECT_THAT(blob.value(), HasSubstr(" blob 6\nhello\n"));
}

TEST_F(GitTest, SaysWhatIsStagedAndLooksAtNoFile) {
  Do({"init", "-q", "."});
  dir_.Write("a.md", "hello\n");
  dir_.Write("b/c.md", "hello\n");
  Do({"add", "."});
  Do({"commit", "-q", "-m", "first"});
  dir_.Write("b/c.md", "staged\n");
  Do({"add", "."});
  dir_.Write("a.md", "edited\n");
  Git::Call call{.command = Git::Command::kStaged,
                 .directory = dir_.path(),
                 .args = {"--name-only", "HEAD", "--"}};
  EXPECT_EQ(Git::Find(kPath)->Run(call, Deadline::Never()).value(), "b/c.md\n");
  call.directory = dir_.path() / "b";
  call.below = true;
  EXPECT_EQ(Git::Find(kPath)->Run(call, Deadline::Never()).value(), "c.md\n");
}

TEST_F(GitTest, ABareRepositoryIsReadOnlyWhenItIsNamedAsOne) {
  Do({"init", "-q", "--bare", "."});
  EXPECT_FALSE(Log({})) << "safe.bareRepository";
  Git::Call call{.command = Git::Command::kLog, .directory = dir_.path()};
  call.bare = true;
  EXPECT_EQ(Git::Find(kPath)->Run(call, Deadline::Never()).value(), "");
  std::filesystem::remove(dir_.path() / "config");
  EXPECT_EQ(Git::Find(kPath)->Run(call, Deadline::Never()).value(), "") << "git needs none";
  call.directory = dir_.MakeDirectory("refs/deeper");
  EXPECT_EQ(Git::Find(kPath)->Run(call, Deadline::Never()).error().code(), Errc::kNotFound);
}

TEST_F(GitTest, WithoutARepositoryItSaysSo) {
  const auto log = Log({});
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().code(), Errc::kNotFound);
  EXPECT_THAT(log.error().text(), HasSubstr("is in no Git repository"));
}

TEST_F(GitTest, WithoutGitItSaysSo) {
  EXPECT_EQ(Git::Find("/nonexistent").error().code(), Errc::kNotFound);
  EXPECT_EQ(Git::Find("").error().code(), Errc::kNotFound);
}

// Whatever a repository's configuration names, none of it is run.
TEST_F(GitTest, RunsNothingThatARepositoryNames) {
  Do({"init", "-q", "."});
  const auto script = dir_.Write(
      "run.sh", "#!/bin/sh\ntouch \"" + dir_.path().string() + "/ran\"\ncat \"$1\" 2>/dev/null\n");
  std::filesystem::permissions(script, std::filesystem::perms::all);
  dir_.Write(".gitattributes", "*.md diff=evil filter=evil\n");
  dir_.Write("a.md", "one\n");
  Do({"add", "a.md", ".gitattributes"});
  Do({"commit", "-q", "-m", "first"});
  dir_.Write("a.md", "two\n");
  Do({"commit", "-q", "-a", "-m", "second"});
  for (const char* key :
       {"core.fsmonitor", "core.pager", "pager.log", "diff.external", "diff.evil.textconv",
        "diff.evil.command", "filter.evil.smudge", "filter.evil.clean", "gpg.program",
        "core.sshCommand", "core.editor", "core.askPass", "credential.helper"}) {
    Do({"config", key, script.string()});
  }
  Do({"config", "log.showSignature", "true"});
  Do({"config", "core.hooksPath", dir_.path().string()});
  std::filesystem::remove(dir_.path() / "ran");
  EXPECT_THAT(Log({"-p", "--format=%s", "--", "a.md"}).value(), HasSubstr("+two"));
  EXPECT_FALSE(std::filesystem::exists(dir_.path() / "ran"));
}

TEST(IsObjectId, TakesWholeIdsAlone) {
  EXPECT_TRUE(IsObjectId(std::string(40, 'a')));
  EXPECT_TRUE(IsObjectId(std::string(64, '0')));
  EXPECT_FALSE(IsObjectId(std::string(40, 'A')));
  EXPECT_FALSE(IsObjectId(std::string(39, 'a') + "g"));
  EXPECT_FALSE(IsObjectId(std::string(39, 'a')));
  EXPECT_FALSE(IsObjectId(""));
}

}  // namespace
}  // namespace satchel
