// Repositories that would hang git, fill its memory or outlive Satchel, through the real binary.

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/directory.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/git_repository.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

class CliHostileGitTest : public CliFixture {
 protected:
  CliHostileGitTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/a.py", "def fold_umbrella():\n    pass\n");
    RunGit(app(), {"init", "-q", "."});
    RunGit(app(), {"add", "-A"});
    RunGit(app(), {"commit", "-q", "-m", "first"});
    EXPECT_EQ(Satchel({"init"}).code, 0);
  }
  fs::path app() const { return dir_.path() / "app"; }
};

TEST_F(CliHostileGitTest, IndexGoesOnWithoutTheHistoryIfAFileOfGitIsAPipe) {
  const fs::path pipe = app() / ".git/objects/info/alternates";
  fs::create_directories(pipe.parent_path());
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Finished finished = Satchel({"index"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("the history was not read"),
                                  HasSubstr("alternates is not a regular file")));
  EXPECT_THAT(JsonOf({"index"})["remarks"], Contains(HasSubstr("is not a regular file")));
  EXPECT_EQ(JsonOf({"search", "fold_umbrella"})["results"].size(), 1U);
}

TEST_F(CliHostileGitTest, IndexWarnsOfCommitsWithTooManyPaths) {
  const std::string small = RunGit(app(), {"write-tree"}).substr(0, 40);
  std::string tree;
  std::string entry = "100644 blob " + RunGit(app(), {"hash-object", "-w", "a.py"}).substr(0, 40);
  for (int level = 0; level < 5; ++level) {
    std::string text;
    for (int i = 0; i < 10; ++i) text += fmt::format("{}\t{}\n", entry, i);
    tree = RunGit(app(), {"mktree"}, text).substr(0, 40);
    entry = "040000 tree " + tree;
  }
  for (const std::string& each : {tree, small}) {
    const std::string id =
        RunGit(app(), {"commit-tree", "-m", "step", "-p", "HEAD", each}).substr(0, 40);
    RunGit(app(), {"update-ref", "HEAD", id});
  }
  const std::string warning = "the history omits the changes of 2 commits: more than 10000 paths";
  EXPECT_THAT(Satchel({"index"}).err, HasSubstr(warning));
  EXPECT_THAT(JsonOf({"index", "--full"})["remarks"], Contains(HasSubstr(warning)));
}

TEST_F(CliHostileGitTest, AKilledSatchelLeavesNoGit) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  const fs::path pipe = dir_.path() / "pid";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const fs::path git = dir_.Write("bin/git", fmt::format("#!/bin/sh\necho $$ > '{}'\n"
                                                         "exec /bin/sleep 20\n",
                                                         pipe.string()));
  fs::permissions(git, fs::perms::owner_all);
  environment_["PATH"] = git.parent_path().string();
  Running index(Command({"index"}));
  const Descriptor opened(::open(pipe.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 32> bytes{};
  ASSERT_GT(::read(opened.get(), bytes.data(), bytes.size() - 1), 0);
  const auto child = static_cast<pid_t>(std::strtol(bytes.data(), nullptr, 10));
  ASSERT_GT(child, 0);
  index.Send(SIGKILL);
  EXPECT_EQ(index.Finish().signal, SIGKILL);
  // It is ours now. Its sleep would end by itself, with 0.
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

}  // namespace
}  // namespace satchel::test
