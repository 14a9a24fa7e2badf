#include "engine/stores/usage.h"

#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

TEST(UsageTest, CountsFilesAndBytesWithoutFollowingLinks) {
  const test::TempDir dir;
  dir.Write("a/x", "12345");
  dir.Write("a/b/y", "123");
  dir.Write("outside", std::string(1'000, 'x'));
  std::filesystem::create_symlink(dir.path() / "outside", dir.path() / "a/link");
  std::filesystem::create_directory_symlink(dir.path(), dir.path() / "a/loop");
  const DiskUsage usage = MeasureDirectory(dir.path() / "a");
  EXPECT_EQ(usage.files, 4U);  // the two links count as themselves
  EXPECT_LT(usage.bytes, 1'000U);
  EXPECT_TRUE(usage.complete);
}

TEST(UsageTest, AMissingDirectoryIsEmpty) {
  EXPECT_EQ(MeasureDirectory("/no/such/place").files, 0U);
}

}  // namespace
}  // namespace satchel::engine
