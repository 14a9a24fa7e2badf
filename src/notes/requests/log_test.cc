#include "notes/requests/log.h"

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
using testing::IsEmpty;

class NotesLogTest : public testing::Test {
 protected:
  NotesLogTest() { environment_.variables = {{"PATH", "/usr/bin:/bin"}}; }

  void Git(std::vector<std::string> args) const {
    args.insert(args.begin(), {"-C", dir_.path().string(), "-c", "user.name=Some One", "-c",
                               "user.email=a@example.org", "-c", "init.defaultBranch=main"});
    const auto done = RunProcess({.program = "/usr/bin/git",
                                  .args = std::move(args),
                                  .environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin"}},
                                 Deadline::Never());
    ASSERT_TRUE(done && done->code == 0) << done->err;
  }
  void Commit(const std::string& subject) const {
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", subject});
  }
  std::vector<std::string> Log(const std::string& root = "",
                               const std::optional<NoteItem>& only = std::nullopt) const {
    const auto log =
        ReadNotesLog({.root = dir_.path() / root}, environment_, only, Deadline::Never());
    std::vector<std::string> shown;
    if (!log) return {log.error().text()};
    for (const NoteCommit& commit : log->commits) {
      for (const NoteEvent& event : commit.events) {
        shown.push_back(fmt::format("{}: {} {} {}", commit.subject, Name(event.change),
                                    Name(event.kind), event.title));
      }
    }
    return shown;
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(NotesLogTest, TellsWhichCommitBroughtWhat) {
  Git({"init", "-q", "."});
  EXPECT_THAT(Log(), IsEmpty());
  dir_.Write(".context/TASKS.md", "- [ ] a\n- [x] old\n");
  Commit("one");
  dir_.Write(".context/DECISIONS.md", "## [2026-01-01] D\n\nx\n");
  dir_.Write(".context/other.md", "## [2026-01-01] none\n");
  dir_.Write("README.md", "- [ ] none\n");
  Commit("two");
  dir_.Write(".context/TASKS.md", "- [x] a #added:2026-01-01\n- [ ] b\n");
  dir_.Write(".context/DECISIONS.md", "## [2026-01-01] D\n\n~~Superseded by E~~\n");
  Commit("three");
  EXPECT_THAT(Log(), ElementsAre("three: superseded decision D", "three: done task a",
                                 "three: added task b", "two: added decision D",
                                 "one: added task a", "one: added task old", "one: done task old"));
  EXPECT_THAT(Log("", NoteItem{.kind = NoteKind::kTask, .title = "a"}),
              ElementsAre("three: done task a", "one: added task a"));
}

TEST_F(NotesLogTest, AMoveToAThemeIsNothingNewAndABranchCounts) {
  Git({"init", "-q", "."});
  dir_.Write(".context/DECISIONS.md", "## [2026-01-01] D\n\nx\n");
  Commit("one");
  Git({"checkout", "-q", "-b", "side"});
  dir_.Write(".context/LEARNINGS.md", "## [2026-01-01] L\n");
  Commit("on the side");
  Git({"checkout", "-q", "main"});
  std::filesystem::create_directories(dir_.path() / ".context/decisions");
  Git({"mv", ".context/DECISIONS.md", ".context/decisions/d.md"});
  Commit("moved");
  Git({"merge", "-q", "--no-edit", "side"});
  EXPECT_THAT(Log(), ElementsAre("on the side: added learning L", "one: added decision D"));
}

TEST_F(NotesLogTest, WorksBelowTheTopLevel) {
  Git({"init", "-q", "."});
  dir_.Write("sub/.context/TASKS.md", "- [ ] a\n");
  Commit("one");
  EXPECT_THAT(Log("sub"), ElementsAre("one: added task a"));
}

TEST_F(NotesLogTest, WithoutARepositoryItSaysSo) {
  EXPECT_THAT(Log(), ElementsAre(dir_.path().string() + "/ is in no Git repository"));
}

}  // namespace
}  // namespace satchel::engine
