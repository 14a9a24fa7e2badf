#include "base/files.h"

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

using testing::HasSubstr;

TEST(FilesTest, ReadsAWholeFileAndTellsAMissingOne) {
  const test::TempDir dir;
  EXPECT_EQ(**ReadSmallFile(dir.Write("a", "text"), 10), "text");
  EXPECT_EQ(*ReadSmallFile(dir.path() / "b", 10), std::nullopt);
  EXPECT_EQ(*ReadSmallFile(dir.path() / "a/below-a-file", 10), std::nullopt);
}

TEST(FilesTest, RefusesWhatIsTooLarge) {
  const test::TempDir dir;
  EXPECT_TRUE(ReadSmallFile(dir.Write("a", "0123456789"), 10));
  EXPECT_THAT(ReadSmallFile(dir.Write("b", "0123456789+"), 10).error().text(),
              HasSubstr("larger than the limit of 10 bytes"));
}

TEST(FilesTest, RefusesAPipeWithoutWaitingForAWriter) {
  const test::TempDir dir;
  ASSERT_EQ(::mkfifo((dir.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(ReadSmallFile(dir.path() / "pipe", 10).error().text(),
              HasSubstr("not a regular file"));
  EXPECT_FALSE(ReadSmallFile("/dev/zero", 10));
  EXPECT_FALSE(ReadSmallFile(dir.path(), 10));
}

TEST(FilesTest, BeneathARootNoLinkIsFollowed) {
  const test::TempDir dir;
  dir.Write("outside/config.toml", "secret");
  dir.MakeDirectory("root/.satchel");
  std::filesystem::create_symlink(dir.path() / "outside/config.toml",
                                  dir.path() / "root/.satchel/config.toml");
  EXPECT_THAT(
      ReadSmallFileBeneath(dir.path() / "root", ".satchel", "config.toml", 100).error().text(),
      HasSubstr("symbolic link"));
  std::filesystem::remove_all(dir.path() / "root/.satchel");
  std::filesystem::create_directory_symlink(dir.path() / "outside", dir.path() / "root/.satchel");
  EXPECT_THAT(
      ReadSmallFileBeneath(dir.path() / "root", ".satchel", "config.toml", 100).error().text(),
      HasSubstr("symbolic link"));
}

TEST(FilesTest, ReplacesAtomicallyAndKeepsPermissions) {
  const test::TempDir dir;
  const auto file = dir.Write("a", "old");
  std::filesystem::permissions(
      file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  ASSERT_TRUE(WriteFileAtomically(file, "new"));
  EXPECT_EQ(test::TempDir::ReadFile(file), "new");
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(dir.Listing().size(), 1U);  // no temporary file is left
}

TEST(FilesTest, ALinkedDotfileStaysALink) {
  const test::TempDir dir;
  dir.Write("dotfiles/config.toml", "old");
  std::filesystem::create_symlink(dir.path() / "dotfiles/config.toml", dir.path() / "config.toml");
  ASSERT_TRUE(WriteFileAtomically(dir.path() / "config.toml", "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(dir.path() / "config.toml"));
  EXPECT_EQ(test::TempDir::ReadFile(dir.path() / "dotfiles/config.toml"), "new");
  EXPECT_FALSE(WriteFileAtomicallyBeneath(dir.path(), "config.toml", "newer"));
}

TEST(FilesTest, WritingIntoAMissingDirectoryIsAnErrorThatNamesIt) {
  const test::TempDir dir;
  EXPECT_THAT(WriteFileAtomically(dir.path() / "no/file", "x").error().text(),
              HasSubstr("no/file"));
}

}  // namespace
}  // namespace satchel
