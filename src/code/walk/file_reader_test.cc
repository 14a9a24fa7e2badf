#include "code/walk/file_reader.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

// With openat2, and as on a kernel without it.
class FileReaderTest : public testing::TestWithParam<bool> {
 protected:
  std::expected<FileRead, SkipReason> Read(const std::string& path, std::size_t most = 100) {
    FileReaderOptions options{.without_openat2 = GetParam(), .while_reading = while_reading_};
    return FileReader::Open(dir_.path(), std::move(options))->Read(path, most);
  }
  SkipReason Refused(const std::string& path) {
    const auto read = Read(path);
    EXPECT_FALSE(read) << path;
    return read ? SkipReason::kRules : read.error();
  }

  test::TempDir dir_;
  std::function<void()> while_reading_;
};

TEST_P(FileReaderTest, ReadsUpToTheLimit) {
  dir_.Write("a/b", "hello");
  EXPECT_EQ(Read("a/b")->bytes, "hello");
  EXPECT_EQ(Read("a/b")->stamp.size, 5U);
  EXPECT_FALSE(Read("a/b", 5)->cut);
  EXPECT_EQ(Read("a/b", 4)->bytes, "hell");
  EXPECT_TRUE(Read("a/b", 4)->cut);
}

TEST_P(FileReaderTest, NothingOutsideIsReached) {
  const test::TempDir outside;
  outside.Write("secret", "x");
  dir_.Write("a/b", "x");
  std::filesystem::create_symlink(outside.path() / "secret", dir_.path() / "file_link");
  std::filesystem::create_directory_symlink(outside.path(), dir_.path() / "folder_link");
  std::filesystem::create_symlink("b", dir_.path() / "a/inside_link");
  std::filesystem::create_symlink("/proc/self/root", dir_.path() / "magic");
  EXPECT_EQ(Refused("file_link"), SkipReason::kLink);
  EXPECT_EQ(Refused("folder_link/secret"), SkipReason::kLink);
  EXPECT_EQ(Refused("a/inside_link"), SkipReason::kLink);
  EXPECT_EQ(Refused("magic/etc/passwd"), SkipReason::kLink);
  EXPECT_EQ(Refused("a/../a/b"), SkipReason::kName);
  EXPECT_EQ(Refused("../" + dir_.path().filename().string() + "/a/b"), SkipReason::kName);
  EXPECT_EQ(Refused((dir_.path() / "a/b").string()), SkipReason::kName);
  EXPECT_EQ(Refused(""), SkipReason::kName);
  EXPECT_EQ(Refused("a//b"), SkipReason::kName);
  EXPECT_EQ(Refused(std::string("a/b\0c", 5)), SkipReason::kName);
}

TEST_P(FileReaderTest, OnlyRegularFilesAreRead) {
  dir_.MakeDirectory("folder");
  ASSERT_EQ(::mkfifo((dir_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(Refused("folder"), SkipReason::kSpecial);
  EXPECT_EQ(Refused("pipe"), SkipReason::kSpecial);
  EXPECT_EQ(Refused("none"), SkipReason::kGone);
}

TEST_P(FileReaderTest, AFileThatChangesIsReadOnceMore) {
  dir_.Write("a", "old");
  int calls = 0;
  while_reading_ = [&] {
    if (++calls == 1) dir_.Write("a", "newer");
  };
  EXPECT_EQ(Read("a")->bytes, "newer");
  EXPECT_EQ(calls, 2);
}

TEST_P(FileReaderTest, AFileThatGoesOnChangingIsReported) {
  dir_.Write("a", "");
  std::string text;
  while_reading_ = [&] { dir_.Write("a", text += "x"); };
  EXPECT_EQ(Refused("a"), SkipReason::kChanged);
}

INSTANTIATE_TEST_SUITE_P(BothWays, FileReaderTest, testing::Bool());

}  // namespace
}  // namespace satchel::code
