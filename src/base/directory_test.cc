#include "base/directory.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

namespace fs = std::filesystem;
using Kind = ReadFailure::Kind;
using testing::ElementsAre;

class DirectoryTest : public testing::Test {
 protected:
  DirectoryTest() {
    temp_.Write("outside.md", "secret");
    temp_.Write("root/a.md", "text");
    temp_.Write("root/inner/b.md", "inner");
    fs::create_symlink("../outside.md", temp_.path() / "root/link.md");
    fs::create_directory_symlink("inner", temp_.path() / "root/linked");
  }

  Directory Root() const { return Directory::Open(temp_.path() / "root").value(); }
  Kind FailureOf(const std::string& name, std::size_t max_bytes = 100) const {
    const auto read = Root().ReadFile(name, max_bytes);
    EXPECT_FALSE(read.has_value());
    return read ? Kind::kSystem : read.error().kind;
  }

  test::TempDir temp_;
};

TEST_F(DirectoryTest, ReadsAFileUpToTheLimit) {
  EXPECT_EQ(Root().ReadFile("a.md", 4).value(), "text");
  EXPECT_EQ(FailureOf("a.md", 3), Kind::kTooLarge);
}

TEST_F(DirectoryTest, FollowsNoLinkAndNoPath) {
  EXPECT_EQ(FailureOf("link.md"), Kind::kLink);
  EXPECT_EQ(Root().OpenDirectory("linked").error().kind, Kind::kLink);
  EXPECT_EQ(FailureOf("../outside.md"), Kind::kWrongKind);
  EXPECT_EQ(FailureOf("inner/b.md"), Kind::kWrongKind);
  EXPECT_EQ(Root().OpenDirectory("..").error().kind, Kind::kWrongKind);
}

TEST_F(DirectoryTest, TellsWhatIsThereInstead) {
  ASSERT_EQ(::mkfifo((temp_.path() / "root/pipe.md").c_str(), 0600), 0);
  EXPECT_EQ(FailureOf("pipe.md"), Kind::kWrongKind);
  EXPECT_EQ(FailureOf("inner"), Kind::kWrongKind);
  EXPECT_EQ(FailureOf("none.md"), Kind::kAbsent);
  EXPECT_EQ(Root().OpenDirectory("a.md").error().kind, Kind::kWrongKind);
  EXPECT_EQ(Directory::Open(temp_.path() / "none").error().kind, Kind::kAbsent);
}

TEST_F(DirectoryTest, ListsNamesInByteOrderAsOftenAsAsked) {
  const Directory root = Root();
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(root.List(4).value(), ElementsAre("a.md", "inner", "link.md", "linked"));
  }
  EXPECT_EQ(root.List(3).error().kind, Kind::kTooLarge);
  EXPECT_EQ(root.OpenDirectory("inner")->ReadFile("b.md", 9).value(), "inner");
}

}  // namespace
}  // namespace satchel
