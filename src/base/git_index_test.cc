#include "base/git_index.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

class GitIndexTest : public testing::Test {
 protected:
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
  // A repository whose files sort before, at and after the directory.
  void MakeRepository(std::vector<std::string> init = {}) const {
    init.insert(init.begin(), {"init", "-q"});
    init.emplace_back(".");
    Do(std::move(init));
    for (const char* name : {"+first", ".config/x", "src/a.cc", "src/deep/b.cc", "zebra"}) {
      dir_.Write(name, "text\n");
    }
    Do({"add", "."});
  }
  bool Tracks(const std::string& below) const { return HasTrackedFiles(dir_.path() / below); }

  test::TempDir dir_;
};

TEST_F(GitIndexTest, FindsFilesBelowADirectoryInEveryVersion) {
  MakeRepository();
  for (const char* version : {"2", "3", "4"}) {
    Do({"update-index", "--index-version", version});
    EXPECT_FALSE(Tracks(".satchel")) << version;
    EXPECT_TRUE(Tracks("src")) << version;
    EXPECT_TRUE(Tracks("src/deep")) << version;
    EXPECT_TRUE(Tracks(".config")) << version;
    EXPECT_FALSE(Tracks("src/a")) << version << ": a part of a name";
    EXPECT_FALSE(Tracks("zebra/none")) << version;
  }
  dir_.Write(".satchel/raw.db", "bytes");
  EXPECT_FALSE(Tracks(".satchel"));
  Do({"add", "-f", ".satchel/raw.db"});
  EXPECT_TRUE(Tracks(".satchel"));
}

TEST_F(GitIndexTest, NamesThatAreExceptedDoNotCount) {
  MakeRepository();
  const std::array<std::string_view, 1> except = {"config.toml"};
  const auto tracks = [&] { return HasTrackedFiles(dir_.path() / ".satchel", except); };
  for (const char* version : {"2", "4"}) {
    Do({"update-index", "--index-version", version});
    dir_.Write(".satchel/config.toml", "text");
    Do({"add", "-f", ".satchel/config.toml"});
    EXPECT_FALSE(tracks()) << version;
    dir_.Write(".satchel/raw.db", "bytes");
    Do({"add", "-f", ".satchel/raw.db"});
    EXPECT_TRUE(tracks()) << version;
    Do({"rm", "-q", "--cached", ".satchel/raw.db"});
  }
  Do({"rm", "-q", "--cached", ".satchel/config.toml"});
  std::filesystem::remove(dir_.path() / ".satchel/config.toml");
  dir_.Write(".satchel/config.toml/raw.db", "bytes");
  Do({"add", "-f", ".satchel/config.toml/raw.db"});
  EXPECT_TRUE(tracks()) << "a directory of that name is no file of that name";
}

TEST_F(GitIndexTest, ReadsEntriesWithMoreFlags) {
  MakeRepository();
  dir_.Write(".satchel/raw.db", "bytes");
  Do({"add", "-N", "-f", ".satchel/raw.db"});  // an intent to add makes version 3
  EXPECT_TRUE(Tracks(".satchel"));
  EXPECT_TRUE(Tracks("src/deep"));
}

TEST_F(GitIndexTest, ReadsRepositoriesWithSha256) {
  MakeRepository({"--object-format=sha256"});
  EXPECT_TRUE(Tracks("src/deep"));
  EXPECT_FALSE(Tracks(".satchel"));
}

TEST_F(GitIndexTest, ReadsASplitIndex) {
  MakeRepository();
  Do({"update-index", "--split-index"});
  EXPECT_TRUE(Tracks("src/deep"));
  EXPECT_FALSE(Tracks(".satchel"));
}

TEST_F(GitIndexTest, ReadsTheIndexOfAWorkTree) {
  MakeRepository();
  Do({"commit", "-q", "-m", "first"});
  Do({"worktree", "add", "-q", "other"});
  EXPECT_TRUE(HasTrackedFiles(dir_.path() / "other/src"));
  EXPECT_FALSE(HasTrackedFiles(dir_.path() / "other/.satchel"));
}

TEST_F(GitIndexTest, WithoutAReadableIndexNothingIsTracked) {
  EXPECT_FALSE(Tracks("src"));
  dir_.Write(".git/index", "DIRC");
  EXPECT_FALSE(Tracks("src"));
  dir_.Write(".git/index", std::string("DIRC\0\0\0\2\xff\xff\xff\xff", 12) + std::string(500, 'x'));
  EXPECT_FALSE(Tracks("src"));
  std::filesystem::remove(dir_.path() / ".git/index");
  ASSERT_EQ(::mkfifo((dir_.path() / ".git/index").c_str(), 0600), 0);
  EXPECT_FALSE(Tracks("src")) << "a pipe is not waited for";
}

}  // namespace
}  // namespace satchel
