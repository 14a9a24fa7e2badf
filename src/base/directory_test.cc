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

TEST_F(DirectoryTest, AppendsToAFileAndMakesAMissingOne) {
  ASSERT_TRUE(Root().AppendFile("a.md", " more"));
  EXPECT_EQ(Root().ReadFile("a.md", 100).value(), "text more");
  ASSERT_TRUE(Root().AppendFile("new.md", "first"));
  EXPECT_EQ(Root().ReadFile("new.md", 100).value(), "first");
}

TEST_F(DirectoryTest, CutsOffWhatIsBehindTheBytesToKeepBeforeItAppends) {
  ASSERT_TRUE(Root().AppendFile("a.md", "ST", 2));
  EXPECT_EQ(Root().ReadFile("a.md", 100).value(), "teST");
  ASSERT_TRUE(Root().AppendFile("a.md", "", 0));
  EXPECT_EQ(Root().ReadFile("a.md", 100).value(), "");
}

TEST_F(DirectoryTest, AppendsToRegularFilesOnly) {
  ASSERT_EQ(::mkfifo((temp_.path() / "root/pipe.md").c_str(), 0600), 0);
  for (const char* name : {"link.md", "inner", "pipe.md", "..", "inner/b.md", ""}) {
    EXPECT_FALSE(Root().AppendFile(name, "x").has_value()) << name;
  }
  EXPECT_EQ(Root().AppendFile("link.md", "x").error().code(), Errc::kInvalidInput);
  EXPECT_EQ(temp_.ReadFile(temp_.path() / "outside.md"), "secret");
}

TEST_F(DirectoryTest, RemovesAFileOrALinkButNotWhatItPointsTo) {
  EXPECT_TRUE(Root().RemoveFile("a.md"));
  EXPECT_EQ(Root().Look("a.md"), Directory::Entry::kNone);
  EXPECT_TRUE(Root().RemoveFile("a.md")) << "it is gone, which is what was wanted";
  EXPECT_TRUE(Root().RemoveFile("link.md"));
  EXPECT_EQ(temp_.ReadFile(temp_.path() / "outside.md"), "secret");
  EXPECT_FALSE(Root().RemoveFile("inner").has_value());
  EXPECT_FALSE(Root().RemoveFile("../outside.md").has_value());
}

TEST_F(DirectoryTest, FactsTellAChangedFileFromTheSameOne) {
  const auto before = Root().FactsOf("a.md");
  EXPECT_EQ(before.value_or(Directory::Facts{}).size, 4U);
  EXPECT_EQ(Root().FactsOf("a.md"), before);
  ASSERT_TRUE(Root().AppendFile("a.md", "x"));
  EXPECT_NE(Root().FactsOf("a.md"), before);
  const auto appended = Root().FactsOf("a.md");
  ASSERT_TRUE(Root().ReplaceFile("a.md", "other"));
  EXPECT_NE(Root().FactsOf("a.md"), appended) << "of the same size, but another file";
}

TEST_F(DirectoryTest, OnlyRegularFilesHaveFacts) {
  for (const char* name : {"link.md", "inner", "none.md", "..", "inner/b.md"}) {
    EXPECT_EQ(Root().FactsOf(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace satchel
