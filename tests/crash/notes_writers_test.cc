// Eight processes add notes at once, and some are killed while they do. Nothing that was
// acknowledged is lost, nothing stands inside something else, and every byte that was there before
// is there after. `scripts/soak notes_writers` goes on for longer.

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/requests/edit.h"
#include "tests/crash/writers.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kWriters = test::Writers::kWriters;
const Time kNow = *ParseTime("2026-01-02T10:11:12Z");

constexpr std::string_view kTasks =
    "\xEF\xBB\xBF# Tasks\r\n\r\n- [ ] first  \r\n<!-- a\r\n- [ ] hidden -->\r\n\r\n## "
    "Later\r\n\r\ntext";
constexpr std::string_view kDecisions =
    "# Decisions\n\n<!-- INDEX:START -->\n| a |\n<!-- INDEX:END -->\n\n## [2025-01-01] Old\n\nbody";

NewNote NoteOf(const std::string& name, NoteKind kind) {
  if (kind == NoteKind::kTask) return {.kind = kind, .title = name};
  return {.kind = kind,
          .title = name,
          .fields = {{.flag = "--context", .label = "Context", .text = name + " one\n- two"}}};
}

// Adds notes with names of its own until it is killed; tells each when it is written.
int Write(const settings::Workspace& workspace, std::size_t number, int told) {
  for (std::size_t i = 0;; ++i) {
    const NoteKind kind = i % 2 == 0 ? NoteKind::kTask : NoteKind::kDecision;
    const std::string name = fmt::format("w{}n{}", number, i);
    const auto added = AddNote(workspace, NoteOf(name, kind), kNow, Deadline::Never());
    // Others may hold the lock for too long on a busy machine.
    if (!added && added.error().code() == Errc::kDeadline) continue;
    const std::string line = added ? name + "\n" : fmt::format("! {}\n", added.error().text());
    if (::write(told, line.data(), line.size()) < 0 || !added) return 1;
  }
}

// Takes every note of ours out, each as one whole block, and returns their names.
std::vector<std::string> TakeOut(std::string& file, NoteKind kind) {
  std::vector<std::string> names;
  const std::string begin = kind == NoteKind::kTask ? "- [ ] w" : "## [2026-01-02-101112] w";
  for (auto at = file.find(begin); at != file.npos; at = file.find(begin)) {
    const std::size_t name_at = at + begin.size() - 1;
    const std::string name = file.substr(name_at, file.find_first_of(" \r\n", name_at) - name_at);
    const std::string block =
        kind == NoteKind::kTask
            ? fmt::format("- [ ] {} #added:2026-01-02-101112\r\n", name)
            : fmt::format(
                  "## [2026-01-02-101112] {0}\n\n**Status**: accepted\n\n**Context**: {0} "
                  "one\n- two\n\n",
                  name);
    if (file.substr(at, block.size()) != block) {
      ADD_FAILURE() << "a block with something else in it: " << file.substr(at, 200);
      return names;
    }
    names.push_back(name);
    file.erase(at, block.size());
  }
  return names;
}

TEST(NotesWritersTest, NothingAcknowledgedIsLostAndNothingElseChanges) {
  const test::TempDir dir;
  const settings::Workspace workspace{.root = dir.path(), .place = dir.path() / ".satchel"};
  dir.Write(".context/TASKS.md", kTasks);
  dir.Write(".context/DECISIONS.md", kDecisions);
  test::Random random(test::FirstSeed());
  const std::size_t wanted = test::CaseCount(300);
  std::size_t kills = 0;
  test::Writers writers(std::chrono::seconds(10), [&](std::size_t number, int told) {
    return Write(workspace, number, told);
  });
  for (std::size_t next = 10; writers.acknowledged().size() < wanted && !writers.failed();) {
    writers.TakeSome();
    if (writers.acknowledged().size() < next) continue;
    next = writers.acknowledged().size() + random.Between(1, 20);
    writers.Replace(random.Below(kWriters));
    ++kills;
  }
  writers.EndAll();
  EXPECT_GT(kills, wanted / 40);

  std::string tasks = test::TempDir::ReadFile(dir.path() / ".context/TASKS.md");
  std::string decisions = test::TempDir::ReadFile(dir.path() / ".context/DECISIONS.md");
  auto names = TakeOut(tasks, NoteKind::kTask);
  const auto more = TakeOut(decisions, NoteKind::kDecision);
  names.insert(names.end(), more.begin(), more.end());
  EXPECT_EQ(tasks, kTasks);
  EXPECT_EQ(decisions, kDecisions);
  const std::set<std::string> written(names.begin(), names.end());
  EXPECT_EQ(written.size(), names.size()) << "something was written twice";
  for (const std::string& name : writers.acknowledged()) {
    EXPECT_TRUE(written.contains(name)) << name << " was acknowledged and is gone";
  }
  // A writer that is killed between the rename and its word has written one more.
  EXPECT_LE(names.size(), writers.acknowledged().size() + kills + kWriters);

  ASSERT_TRUE(AddNote(workspace, NoteOf("last", NoteKind::kTask), kNow, Deadline::Never()));
  ASSERT_TRUE(AddNote(workspace, NoteOf("last", NoteKind::kDecision), kNow, Deadline::Never()));
  EXPECT_THAT(dir.Listing(),
              testing::Not(testing::Contains(testing::Key(testing::HasSubstr(".tmp")))))
      << "drafts of the killed are gone";
}

}  // namespace
}  // namespace satchel::engine
