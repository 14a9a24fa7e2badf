#include "base/drafts.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/directory.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

namespace fs = std::filesystem;
using testing::SizeIs;

struct stat FactsOf(const fs::path& file) {
  struct stat facts{};
  EXPECT_EQ(::stat(file.c_str(), &facts), 0) << file;
  return facts;
}

// As octal digits.
std::string ModeOf(const fs::path& file) {
  std::string digits;
  for (unsigned mode = FactsOf(file).st_mode & 07777U; mode != 0; mode >>= 3U) {
    digits.insert(digits.begin(), static_cast<char>('0' + (mode & 07U)));
  }
  return digits;
}

// What waitpid() says of a child process that does this, with a umask of 022.
int InChild(const std::function<bool()>& work) {
  const ::pid_t child = ::fork();
  if (child == 0) {
    ::umask(022);
    ::_exit(work() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

bool Replace(const fs::path& file, std::string_view bytes) {
  const auto directory = Directory::Open(file.parent_path());
  return directory && directory->ReplaceFile(file.filename().string(), bytes).has_value();
}

// The kernel kills the writer in the middle of its bytes.
bool ReplaceAndDie(const fs::path& file) {
  const ::rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
  const ::rlimit bytes{.rlim_cur = 64, .rlim_max = 64};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(SIGXFSZ, SIG_DFL);
  ::setrlimit(RLIMIT_FSIZE, &bytes);
  return Replace(file, std::string(1'000, 'x'));
}

std::vector<fs::path> DraftsOf(const fs::path& file) {
  std::vector<fs::path> drafts;
  for (const auto& entry : fs::directory_iterator(file.parent_path())) {
    if (IsDraftOf(entry.path().filename().string(), file.filename().string())) {
      drafts.push_back(entry.path());
    }
  }
  return drafts;
}

TEST(DraftsTest, AKilledWriterLeavesTheNewBytesOfAPrivateFilePrivate) {
  const test::TempDir dir;
  const auto file = dir.Write("keys.json", "old");
  fs::permissions(file, fs::perms(0600));
  const int status = InChild([&] { return ReplaceAndDie(file); });
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) << status;
  const auto drafts = DraftsOf(file);
  ASSERT_THAT(drafts, SizeIs(1));
  EXPECT_EQ(FactsOf(drafts.front()).st_size, 64) << "some of the bytes are in it";
  EXPECT_EQ(ModeOf(drafts.front()), "600");
  EXPECT_EQ(test::TempDir::ReadFile(file), "old");
  RemoveAbandonedDrafts(file);
  EXPECT_THAT(DraftsOf(file), SizeIs(0));
}

TEST(DraftsTest, EveryDraftOfAnExistingFileIsPrivateUntilTheEnd) {
  const test::TempDir dir;
  const auto file = dir.Write("public.json", "old");
  fs::permissions(file, fs::perms(0666));
  const int status = InChild([&] { return ReplaceAndDie(file); });
  ASSERT_TRUE(WIFSIGNALED(status)) << status;
  const auto drafts = DraftsOf(file);
  ASSERT_THAT(drafts, SizeIs(1));
  EXPECT_EQ(ModeOf(drafts.front()), "600");
}

TEST(DraftsTest, AReplacedFileKeepsItsModeAndANewOneHasWhatTheUmaskSays) {
  const test::TempDir dir;
  const auto file = dir.Write("a", "old");
  for (const char* mode : {"600", "640", "644", "666", "755"}) {
    ASSERT_EQ(::chmod(file.c_str(), static_cast<::mode_t>(std::strtoul(mode, nullptr, 8))), 0);
    EXPECT_EQ(InChild([&] { return Replace(file, "new"); }), 0);
    EXPECT_EQ(ModeOf(file), mode);
  }
  EXPECT_EQ(InChild([&] { return Replace(dir.path() / "b", "new"); }), 0);
  EXPECT_EQ(ModeOf(dir.path() / "b"), "644");
}

TEST(DraftsTest, RootLeavesAFileToItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file to another user";
  const test::TempDir dir;
  const auto file = dir.Write("a", "old");
  ASSERT_EQ(::chown(file.c_str(), 1234, 5678), 0);
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  ASSERT_TRUE(Replace(file, "new"));
  EXPECT_EQ(FactsOf(file).st_uid, 1234U);
  EXPECT_EQ(FactsOf(file).st_gid, 5678U);
  EXPECT_EQ(ModeOf(file), "600");
}

TEST(DraftsTest, WithoutTheOldGroupTheNewGroupGetsOnlyWhatEverybodyHas) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make a file of a group that is not its own";
  const test::TempDir dir;
  fs::permissions(dir.path(), fs::perms(0777));
  const auto file = dir.Write("a", "old");
  ASSERT_EQ(::chown(file.c_str(), 1234, 5678), 0);
  ASSERT_EQ(::chmod(file.c_str(), 0664), 0);
  const int status =
      InChild([&] { return ::setgid(1234) == 0 && ::setuid(1234) == 0 && Replace(file, "new"); });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(FactsOf(file).st_gid, 1234U);
  EXPECT_EQ(ModeOf(file), "644");
}

TEST(DraftsTest, KnowsTheDraftsOfOneFile) {
  EXPECT_TRUE(IsDraftOf(".a.json.12.0.tmp", "a.json"));
  for (const char* name : {"a.json.12.0.tmp", ".a.json.tmp", ".a.json.x.tmp", ".b.json.12.0.tmp",
                           ".a.json.12.0", ".a.json.old.12.0.tmp"}) {
    EXPECT_FALSE(IsDraftOf(name, "a.json")) << name;
  }
}

TEST(DraftsTest, ADraftOfARunningProcessIsNotAbandoned) {
  const auto draft = [](::pid_t process) { return ".a." + std::to_string(process) + ".0.tmp"; };
  EXPECT_FALSE(IsAbandoned(draft(::getppid()), "a"));
  EXPECT_TRUE(IsAbandoned(draft(::getpid()), "a")) << "this process has no draft open";
  EXPECT_TRUE(IsAbandoned(draft(999'999'999), "a")) << "no process has this number";
  EXPECT_TRUE(IsAbandoned(".a.99999999999999999999.0.tmp", "a"));
}

}  // namespace
}  // namespace satchel
