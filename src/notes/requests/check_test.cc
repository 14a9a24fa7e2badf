#include "notes/requests/check.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class NotesCheckTest : public testing::Test {
 protected:
  NotesCheckTest() {
    environment_.variables = {{"PATH", "/usr/bin:/bin"}};
    dir_.Write("src/there.cc", "x");
    dir_.Write("src/gone.cc", "x");
    dir_.Write("old/a/b.md", "x");
    dir_.Write(".context/CONVENTIONS.md",
               "- `src/there.cc`, `src/gone.cc:3` and `src/never.cc`\n"
               "- `old/a/`, `old/a/c.md`, `other/x`\n"
               "- [a](TASKS.md) [b](missing.md) `../src/gone.cc` `../../out/side`\n"
               "- `made/later.o`\n");
    dir_.Write(".context/TASKS.md", "- [ ] a\n");
    dir_.Write(".gitignore", "/made/\n");
  }

  void Git(std::vector<std::string> args) const {
    args.insert(args.begin(), {"-C", dir_.path().string(), "-c", "user.name=a", "-c",
                               "user.email=a@example.org"});
    const auto done = RunProcess({.program = "/usr/bin/git",
                                  .args = std::move(args),
                                  .environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin"}},
                                 Deadline::Never());
    ASSERT_TRUE(done && done->code == 0);
  }
  Result<NotesCheck> Check(bool fix = false) const {
    return CheckNotes({.root = dir_.path(), .place = dir_.path() / ".satchel"}, environment_,
                      {.now = *ParseTime("2026-06-01"), .fix = fix}, Deadline::Never());
  }
  std::vector<std::string> Found() const {
    std::vector<std::string> found;
    const auto check = Check();
    for (const Issue& issue : check->issues) {
      found.push_back(fmt::format("{} {} {}", issue.line, Name(issue.kind), issue.subject));
    }
    return found;
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(NotesCheckTest, APathIsDeadWhenHistoryKnowsIt) {
  Git({"init", "-q", "."});
  Git({"add", "."});
  Git({"commit", "-q", "-m", "first"});
  Git({"rm", "-q", "-r", "src/gone.cc", "old"});
  Git({"commit", "-q", "-m", "second"});
  EXPECT_THAT(Found(), ElementsAre("1 dead_path src/gone.cc", "2 dead_path old/a",
                                   "3 dead_path ../src/gone.cc", "3 dead_path missing.md"));
  EXPECT_EQ(Check()->history, "");
  EXPECT_EQ(Check()->items, 5U);
}

TEST_F(NotesCheckTest, WithoutHistoryAPathIsDeadWhereItsDirectoryIs) {
  std::filesystem::remove(dir_.path() / "src/gone.cc");
  EXPECT_THAT(Found(), ElementsAre("1 dead_path src/gone.cc", "1 dead_path src/never.cc",
                                   "2 dead_path old/a/c.md", "3 dead_path missing.md"));
  EXPECT_THAT(Check()->history, HasSubstr("is in no Git repository"));
}

TEST_F(NotesCheckTest, BehindALinkEverythingIsThere) {
  std::filesystem::remove_all(dir_.path() / "old");
  std::filesystem::create_directory_symlink("/nonexistent", dir_.path() / "old");
  dir_.Write(".context/CONVENTIONS.md", "- `old/a/c.md`\n");
  EXPECT_THAT(Found(), IsEmpty());
}

TEST_F(NotesCheckTest, TakesOutWhatIsThereTwice) {
  dir_.Write(".context/CONVENTIONS.md", "- a\n");
  dir_.Write(".context/TASKS.md",
             "# T\r\n\r\n- [ ] a  \r\n- [ ] b #added:2026-05-01\r\n- [ ] a\r\n- [ ] A\r\n- [ ] a "
             "#added:2026-05-02");
  const auto fixed = Check(true);
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->fixed.size(), 2U);
  EXPECT_EQ(test::TempDir::ReadFile(dir_.path() / ".context/TASKS.md"),
            "# T\r\n\r\n- [ ] a  \r\n- [ ] b #added:2026-05-01\r\n- [ ] A\r\n");
  EXPECT_THAT(Found(), ElementsAre("5 duplicate TASKS.md#a"));
}

TEST_F(NotesCheckTest, LookingChangesNothing) {
  const auto before = dir_.Listing();
  ASSERT_TRUE(Check());
  EXPECT_EQ(dir_.Listing(), before);
}

}  // namespace
}  // namespace satchel::engine
