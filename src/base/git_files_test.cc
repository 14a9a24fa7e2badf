#include "base/git_files.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/directory.h"
#include "tests/support/git_repository.h"

namespace satchel {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

void Write(const fs::path& file, const std::string& bytes) { std::ofstream(file) << bytes; }

class GitFilesTest : public testing::Test {
 protected:
  GitFilesTest() {
    repository_.Write("a.md", "one\n");
    repository_.Commit();
  }

  fs::path git() const { return repository_.path() / ".git"; }
  static Result<std::optional<GitWorkTree>> Check(const fs::path& directory) {
    return CheckGitFiles(directory, false);
  }

  // What is said with a pipe, and with a link to a device, in that place.
  static void ExpectRefused(const fs::path& start, const fs::path& place) {
    SCOPED_TRACE(place);
    const fs::path aside = place.string() + ".aside";
    const bool was_there = fs::exists(place);
    if (was_there) fs::rename(place, aside);
    fs::create_directories(place.parent_path());
    ASSERT_EQ(::mkfifo(place.c_str(), 0600), 0);
    const auto pipe = Check(start);
    ASSERT_FALSE(pipe);
    EXPECT_EQ(pipe.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(pipe.error().text(), HasSubstr("is not a regular file, so git is not run there"));
    fs::remove(place);
    fs::create_symlink("/dev/zero", place);
    EXPECT_FALSE(Check(start));
    fs::remove(place);
    if (was_there) fs::rename(aside, place);
    EXPECT_TRUE(Check(start));
  }

  test::GitRepository repository_;
};

TEST_F(GitFilesTest, APipeOrDeviceInARepositoryIsRefused) {
  repository_.Git({"pack-refs", "--all"});
  for (const char* name : {"HEAD", "config", "config.worktree", "packed-refs", "shallow", "index",
                           "commondir", "objects/info/alternates", "objects/info/commit-graph",
                           "objects/pack/pack-1.idx", "objects/00/11", "info/grafts",
                           "info/attributes", "refs/heads/main", "refs/x", "logs/HEAD"}) {
    ExpectRefused(repository_.path(), git() / name);
  }
  ExpectRefused(repository_.path(), repository_.path() / ".gitattributes");
}

TEST_F(GitFilesTest, ItIsFoundWhereverGitIsStarted) {
  const fs::path deep = repository_.path() / "a/b";
  fs::create_directories(deep);
  ExpectRefused(deep, git() / "HEAD");
  ExpectRefused(deep, deep / ".git");
  ExpectRefused(deep, deep / "HEAD");
  const fs::path tree = repository_.path() / "tree";
  repository_.Git({"worktree", "add", "-q", tree.string()});
  EXPECT_TRUE(Check(tree));
  ExpectRefused(tree, git() / "packed-refs");
  ExpectRefused(tree, git() / "worktrees/tree/HEAD");
}

TEST_F(GitFilesTest, AlternatesAreFollowed) {
  test::TempDir other;
  test::TempDir third;
  const auto name = [](const fs::path& objects, const fs::path& alternate) {
    fs::create_directories(objects / "info");
    Write(objects / "info/alternates", "# objects\n" + alternate.string() + "\n");
  };
  name(git() / "objects", other.path());
  name(other.path(), third.path());
  name(third.path(), other.path());  // a circle
  EXPECT_TRUE(Check(repository_.path()));
  ExpectRefused(repository_.path(), other.path() / "pack/pack-1.pack");
  ExpectRefused(repository_.path(), third.path() / "00/11");
  Write(git() / "objects/info/alternates", std::string(2U << 20U, '\n'));
  EXPECT_FALSE(Check(repository_.path())) << "too large to be looked at";
}

TEST_F(GitFilesTest, IncludedConfigurationIsFollowed) {
  Write(git() / "config",
        "[core]\n\tbare = false\n[includeIf \"gitdir:/\"]\n\tpath = ../more.cfg\n");
  ExpectRefused(repository_.path(), repository_.path() / "more.cfg");
  Write(repository_.path() / "more.cfg", "[Include] Path=\"deeper.cfg\"\n");
  ExpectRefused(repository_.path(), repository_.path() / "deeper.cfg");
  for (const char* line : {"path = deeper.cfg # it", "path = deeper.cfg;it",
                           "path = \"deeper.cfg\" ; it", "path = dee\"per.\"cfg"}) {
    SCOPED_TRACE(line);
    Write(repository_.path() / "more.cfg", fmt::format("[include]\n{}\n", line));
    ExpectRefused(repository_.path(), repository_.path() / "deeper.cfg");
  }
  Write(repository_.path() / "more.cfg", "[includeIf \"gitdir:[a]\"] path = deeper].cfg\n");
  ExpectRefused(repository_.path(), repository_.path() / "deeper].cfg");
  Write(repository_.path() / "more.cfg", "[include]\npath = dee\\\nper.cfg\n");
  EXPECT_FALSE(Check(repository_.path())) << "over two lines";
}

TEST_F(GitFilesTest, TheWorkTreeAroundADirectoryIsFound) {
  fs::create_directories(repository_.path() / "a/b");
  const auto top = Check(repository_.path());
  ASSERT_TRUE(top && *top);
  EXPECT_EQ((*top)->git, git());
  EXPECT_EQ((*top)->below, "");
  const auto deep = Check(repository_.path() / "a/b");
  ASSERT_TRUE(deep && *deep);
  EXPECT_EQ((*deep)->git, git());
  EXPECT_EQ((*deep)->below, "a/b");
  EXPECT_EQ(*Check(git()), std::nullopt);
  EXPECT_EQ(*CheckGitFiles(git(), true), std::nullopt);
}

TEST_F(GitFilesTest, OrdinaryRepositoriesPass) {
  EXPECT_TRUE(Check(repository_.path()));
  EXPECT_TRUE(Check(git()));
  EXPECT_TRUE(CheckGitFiles(git(), true));
  test::TempDir empty;
  EXPECT_TRUE(Check(empty.path()));
  EXPECT_TRUE(Check(empty.path() / "missing"));
  // What git's file system monitor listens at.
  const Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string socket = (git() / "fsmonitor--daemon.ipc").string();
  socket.copy(&address.sun_path[0], sizeof address.sun_path - 1);
  const void* const any = &address;
  ASSERT_EQ(::bind(listening.get(), static_cast<const sockaddr*>(any), sizeof address), 0);
  EXPECT_TRUE(Check(repository_.path()));
  // A directory that only looks like a repository's parts.
  ASSERT_EQ(::mkfifo((empty.path() / "config").c_str(), 0600), 0);
  EXPECT_TRUE(Check(empty.path()));
}

}  // namespace
}  // namespace satchel
