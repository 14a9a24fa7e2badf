#include "notes/requests/edit.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/writer_lock.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

class NotesEditTest : public testing::Test {
 protected:
  NotesEditTest() : workspace_{.root = dir_.path(), .place = dir_.path() / ".satchel"} {}

  Result<NoteEdit> Task(std::string text) const {
    return AddNote(workspace_, {.kind = NoteKind::kTask, .title = std::move(text)}, now_,
                   Deadline::Never());
  }
  Result<NoteEdit> Decision(std::string title) const {
    return AddNote(workspace_,
                   {.kind = NoteKind::kDecision,
                    .title = std::move(title),
                    .fields = {{.flag = "--context", .label = "Context", .text = "why"}}},
                   now_, Deadline::Never());
  }
  std::string File(const std::string& name) const {
    return test::TempDir::ReadFile(dir_.path() / ".context" / name);
  }

  test::TempDir dir_;
  settings::Workspace workspace_;
  Time now_ = *ParseTime("2026-01-02T10:11:12Z");
};

TEST_F(NotesEditTest, MakesFolderAndFile) {
  const auto added = Task("Write it");
  ASSERT_TRUE(added);
  EXPECT_TRUE(added->created);
  EXPECT_EQ(added->item.id, "TASKS.md#write-it");
  EXPECT_EQ(added->item.line, 3U);
  EXPECT_EQ(added->item.time, now_);
  EXPECT_EQ(File("TASKS.md"), "# Tasks\n\n- [ ] Write it #added:2026-01-02-101112\n");
  EXPECT_FALSE(Task("Again").value().created);
}

TEST_F(NotesEditTest, ARefusedTextLeavesNothingBehind) {
  for (const char* text : {"", "a\nb", "``` x"}) {
    const auto added = Task(text);
    ASSERT_FALSE(added) << text;
    EXPECT_EQ(added.error().code(), Errc::kInvalidInput);
  }
  EXPECT_TRUE(dir_.Listing().empty());
}

TEST_F(NotesEditTest, TellsTheItemThatItWrote) {
  dir_.Write(".context/TASKS.md", "- [ ] a");
  EXPECT_EQ(Task("b").value().item.id, "TASKS.md#b");
  dir_.Write(".context/DECISIONS.md", "## [2026-01-01] Same\n\nx\n");
  const auto same = Decision("Same");
  ASSERT_TRUE(same);
  EXPECT_EQ(same->item.line, 1U);
  EXPECT_EQ(same->item.id, "DECISIONS.md#same");
  EXPECT_EQ(same->item.text, "**Status**: accepted\n\n**Context**: why");
}

TEST_F(NotesEditTest, KeepsPermissionsAndTheNameInUse) {
  const auto file = dir_.Write(".context/tasks.md", "- [ ] a\n");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  ASSERT_TRUE(Task("b"));
  EXPECT_THAT(File("tasks.md"), HasSubstr("- [ ] b"));
  EXPECT_FALSE(fs::exists(dir_.path() / ".context/TASKS.md"));
  struct stat facts{};
  ASSERT_EQ(::stat(file.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0640U);
}

TEST_F(NotesEditTest, FollowsNoLinks) {
  const test::TempDir elsewhere;
  elsewhere.Write("TASKS.md", "- [ ] theirs\n");
  const auto before = elsewhere.Listing();
  fs::create_directory_symlink(elsewhere.path(), dir_.path() / ".context");
  EXPECT_FALSE(Task("b"));
  fs::remove(dir_.path() / ".context");
  dir_.MakeDirectory(".context");
  fs::create_symlink(elsewhere.path() / "TASKS.md", dir_.path() / ".context/TASKS.md");
  const auto linked = Task("b");
  ASSERT_FALSE(linked);
  EXPECT_THAT(linked.error().text(), HasSubstr("symbolic link"));
  EXPECT_FALSE(MakeStarterNotes(workspace_, Deadline::Never()));
  EXPECT_EQ(elsewhere.Listing(), before);
  fs::remove_all(dir_.path() / ".satchel");
  fs::create_directory_symlink(elsewhere.path(), dir_.path() / ".satchel");
  EXPECT_FALSE(Decision("b"));
  EXPECT_EQ(elsewhere.Listing(), before);
}

TEST_F(NotesEditTest, WaitsForTheLockAndGivesUp) {
  ASSERT_TRUE(Task("a"));
  const auto lock = WriterLock::Acquire(workspace_.place, Deadline::Never(), "notes.lock");
  const auto added = AddNote(workspace_, {.kind = NoteKind::kTask, .title = "b"}, now_,
                             Deadline::After(std::chrono::milliseconds(20)));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code(), Errc::kDeadline);
}

TEST_F(NotesEditTest, RemovesWhatAKilledWriterLeft) {
  dir_.Write(".context/TASKS.md", "- [ ] a\n");
  dir_.Write(".context/.TASKS.md.123.0.tmp", "half");
  dir_.Write(".context/.TASKS.md.swp", "an editor's");
  ASSERT_TRUE(Task("b"));
  EXPECT_THAT(dir_.Listing(), AllOf(Not(Contains(Key(".context/.TASKS.md.123.0.tmp"))),
                                    Contains(Key(".context/.TASKS.md.swp"))));
}

TEST_F(NotesEditTest, CompletesByNumberTextAndId) {
  dir_.Write(".context/TASKS.md",
             "- [ ] Repair the login\n- [x] Old thing\n- [ ] Repair the logout\n- [ ] Write\n");
  const auto complete = [&](std::string_view which) {
    return CompleteTask(workspace_, which, Deadline::Never());
  };
  EXPECT_EQ(complete("repair").error().code(), Errc::kInvalidInput);
  EXPECT_THAT(complete("repair").error().text(), HasSubstr("TASKS.md#repair-the-logout"));
  EXPECT_EQ(complete("nothing").error().code(), Errc::kNotFound);
  EXPECT_THAT(complete("old thing").error().text(), HasSubstr("done already"));
  EXPECT_EQ(complete("4").error().code(), Errc::kNotFound);
  EXPECT_EQ(complete("0").error().code(), Errc::kNotFound);
  EXPECT_EQ(complete("LOGOUT").value().item.state, "done");
  EXPECT_EQ(complete("2").value().item.title, "Write");
  EXPECT_EQ(complete("TASKS.md#repair-the-login").value().item.line, 1U);
  EXPECT_EQ(File("TASKS.md"),
            "- [x] Repair the login\n- [x] Old thing\n- [x] Repair the logout\n- [x] Write\n");
}

TEST_F(NotesEditTest, CountsThePartsOfACompletedTask) {
  dir_.Write(".context/TASKS.md", "- [ ] a\n  - [ ] b\n  - [ ] c\n");
  EXPECT_EQ(CompleteTask(workspace_, "1", Deadline::Never()).value().parts, 2U);
}

TEST_F(NotesEditTest, SupersedesAlsoInThemes) {
  dir_.Write(".context/decisions/store.md", "## [2025-01-01] Files\n\nx\n");
  ASSERT_TRUE(Decision("Databases"));
  const auto supersede = [&](std::string_view which, std::string_view by) {
    return SupersedeDecision(workspace_, which, by, Deadline::Never());
  };
  EXPECT_EQ(supersede("files", "files").error().code(), Errc::kInvalidInput);
  EXPECT_EQ(supersede("files", "gone").error().code(), Errc::kNotFound);
  const auto done = supersede("files", "databases");
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->item.state, "superseded");
  EXPECT_EQ(File("decisions/store.md"),
            "## [2025-01-01] Files\n\n~~Superseded by [2026-01-02-101112] Databases~~\n\nx\n");
  EXPECT_EQ(supersede("files", "databases").error().code(), Errc::kConflict);
}

TEST_F(NotesEditTest, NothingToCompleteMakesNothing) {
  EXPECT_EQ(CompleteTask(workspace_, "1", Deadline::Never()).error().code(), Errc::kNotFound);
  EXPECT_TRUE(dir_.Listing().empty());
}

TEST_F(NotesEditTest, StartersAreReadWithoutFindingsAndLeaveTheRestAlone) {
  dir_.Write(".context/conventions.md", "- mine\n");
  const auto made = MakeStarterNotes(workspace_, Deadline::Never());
  ASSERT_TRUE(made);
  ASSERT_EQ(made->size(), 5U);
  EXPECT_FALSE((*made)[2].created);
  EXPECT_EQ((*made)[2].path, ".context/conventions.md");
  EXPECT_EQ(File("conventions.md"), "- mine\n");
  const auto notes = LoadNotes(workspace_, false);
  ASSERT_TRUE(notes);
  EXPECT_TRUE(notes->findings.empty());
  EXPECT_EQ(notes->constitution.size(), 2U);
  const auto starters = MakeStarterNotes(workspace_, Deadline::Never());
  for (const auto& file : starters.value()) {
    EXPECT_FALSE(file.created);
  }
  ASSERT_TRUE(Task("first"));
  ASSERT_TRUE(Decision("first"));
}

}  // namespace
}  // namespace satchel::engine
