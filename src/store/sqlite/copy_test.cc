#include "store/sqlite/copy.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::store {
namespace {

class CopySqliteTest : public testing::Test {
 protected:
  CopySqliteTest() { source_ = Open("from.db", SqliteOptions::Mode::kCreate); }

  std::string Path(const std::string& name) const { return (dir_.path() / name).string(); }
  std::unique_ptr<Database> Open(const std::string& name, SqliteOptions::Mode mode) const {
    auto opened = OpenSqlite({.file = Path(name), .area = Area::kCurated, .mode = mode});
    EXPECT_TRUE(opened) << opened.error().text();
    return opened ? *std::move(opened) : nullptr;
  }
  void Add(const std::string& key) const {
    EXPECT_TRUE(source_->AddWorkspace(key, "app", Time{1}, Deadline::Never()));
  }
  Status Copy(std::uint64_t most = 1U << 30U, const Deadline& deadline = Deadline::Never()) const {
    return CopySqlite({.from = Path("from.db"),
                       .to = Path("to.db"),
                       .area = Area::kCurated,
                       .key = "old",
                       .new_key = "new",
                       .most_bytes = most},
                      deadline);
  }
  void ExpectNothingIsLeft() const {
    for (const auto& entry : std::filesystem::directory_iterator(dir_.path())) {
      EXPECT_THAT(entry.path().filename().string(), testing::StartsWith("from.db"));
    }
  }

  test::TempDir dir_;
  std::unique_ptr<Database> source_;
};

TEST_F(CopySqliteTest, TheCopyHasTheNewKeyAndTheSourceKeepsItsOwn) {
  Add("old");
  const Status copied = Copy();
  ASSERT_TRUE(copied) << copied.error().text();
  const auto copy = Open("to.db", SqliteOptions::Mode::kReadOnly);
  EXPECT_TRUE(copy->FindWorkspace("new", Deadline::Never()).value());
  EXPECT_FALSE(copy->FindWorkspace("old", Deadline::Never()).value());
  EXPECT_TRUE(source_->FindWorkspace("old", Deadline::Never()).value());
}

TEST_F(CopySqliteTest, AFileThatIsTooLargeIsNotCopied) {
  Add("old");
  const Status copied = Copy(4'096);
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code(), Errc::kInvalidInput);
  ExpectNothingIsLeft();
}

TEST_F(CopySqliteTest, ADifferentWorkspaceIsNotCopied) {
  Add("other");
  const Status copied = Copy();
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code(), Errc::kConflict);
  ExpectNothingIsLeft();
}

TEST_F(CopySqliteTest, WithoutTimeNothingIsLeft) {
  Add("old");
  const Status copied = Copy(1U << 30U, Deadline::After(std::chrono::nanoseconds(0)));
  ASSERT_FALSE(copied);
  ExpectNothingIsLeft();
}

}  // namespace
}  // namespace satchel::store
