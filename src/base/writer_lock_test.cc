#include "base/writer_lock.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using std::chrono::milliseconds;
using test::TempDir;
using testing::HasSubstr;

Deadline Soon() { return Deadline::After(milliseconds(30)); }

TEST(WriterLockTest, KeepsTheSecondOutAndNamesTheFirst) {
  const TempDir directory;
  auto first = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_TRUE(first);
  const auto second = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Errc::kUnavailable);
  EXPECT_EQ(second.error().text(),
            "another satchel (pid " + std::to_string(::getpid()) + ") is writing");
}

TEST(WriterLockTest, IsFreeAfterTheHolderGoes) {
  const TempDir directory;
  {
    const auto first = WriterLock::Acquire(directory.path(), Soon());
  }
  EXPECT_TRUE(WriterLock::Acquire(directory.path(), Soon()));
}

TEST(WriterLockTest, SharedOnesKeepOutAWriterAndNotEachOther) {
  const TempDir directory;
  {
    const auto first = WriterLock::AcquireShared(directory.path(), Soon());
    EXPECT_TRUE(WriterLock::AcquireShared(directory.path(), Soon()));
    const auto writer = WriterLock::Acquire(directory.path(), Soon());
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code(), Errc::kUnavailable);
  }
  const auto writer = WriterLock::Acquire(directory.path(), Soon());
  EXPECT_TRUE(writer);
  const auto shared = WriterLock::AcquireShared(directory.path(), Soon());
  ASSERT_FALSE(shared);
  EXPECT_EQ(shared.error().text(),
            "another satchel (pid " + std::to_string(::getpid()) + ") is writing");
}

TEST(WriterLockTest, MovesWithItsObject) {
  const TempDir directory;
  auto first = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_TRUE(first);
  WriterLock moved = std::move(*first);
  first = Fail(Errc::kInternal, "gone");
  EXPECT_FALSE(WriterLock::Acquire(directory.path(), Soon()));
}

TEST(WriterLockTest, IsFreeAfterTheHolderWasKilled) {
  const TempDir directory;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto held = WriterLock::Acquire(directory.path(), Soon());
    if (::write(ready[1], held ? "y" : "n", 1) == 1) ::pause();
    ::_exit(0);
  }
  char held = 0;
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  EXPECT_EQ(held, 'y');
  const auto refused = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("pid " + std::to_string(child)));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(WriterLock::Acquire(directory.path(), Soon()));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(WriterLockTest, WaitsForAHolderThatFinishesInTime) {
  const TempDir directory;
  auto first = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_TRUE(first);
  Result<WriterLock> second = Fail(Errc::kInternal, "not tried");
  std::thread waiter([&] {
    second = WriterLock::Acquire(directory.path(), Deadline::After(std::chrono::seconds(5)));
  });
  first = Fail(Errc::kInternal, "gone");
  waiter.join();
  EXPECT_TRUE(second);
}

TEST(WriterLockTest, FileBelongsToTheUserAlone) {
  const TempDir directory;
  const auto lock = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_TRUE(lock);
  struct stat status{};
  ASSERT_EQ(::stat((directory.path() / "lock").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(WriterLockTest, FollowsNoLink) {
  const TempDir directory;
  const auto target = directory.Write("target", "untouched");
  std::filesystem::create_symlink(target, directory.path() / "lock");
  const auto lock = WriterLock::Acquire(directory.path(), Soon());
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code(), Errc::kInvalidInput);
  EXPECT_EQ(TempDir::ReadFile(target), "untouched");
}

TEST(WriterLockTest, MissingDirectoryIsAnError) {
  const TempDir directory;
  const auto lock = WriterLock::Acquire(directory.path() / "gone", Soon());
  ASSERT_FALSE(lock);
  EXPECT_THAT(lock.error().text(), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace satchel
