#include "notes/requests/items.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class NotesItemsTest : public testing::Test {
 protected:
  NotesItemsTest() {
    dir_.Write(".context/CONSTITUTION.md", "- Never lie\n");
    dir_.Write(".context/TASKS.md",
               "## Soon\n\n- [ ] Paint the house #added:2026-01-05\n- [x] Buy paints\n");
    dir_.Write(".context/CONVENTIONS.md", "Do not:\n\n- Shout\n");
    dir_.Write(".context/DECISIONS.md",
               "## [2026-01-01] Blue paint\n\nx\n\n## [2025-01-01] Red paint\n\n~~Superseded~~\n");
    dir_.Write(".context/LEARNINGS.md", "## [2026-01-03] Wet walls\n\nPainting them fails.\n");
    const auto notes = LoadNotes({.root = dir_.path()}, false);
    if (notes) items_ = ItemsOf(*notes);
  }

  std::vector<std::string> Ids(const NoteFilter& filter) const {
    std::vector<std::string> ids;
    for (const auto& item : Filter(items_, filter)) ids.push_back(item.id);
    return ids;
  }

  test::TempDir dir_;
  std::vector<NoteItem> items_;
};

TEST_F(NotesItemsTest, AreInFileOrder) {
  EXPECT_THAT(Ids({}),
              ElementsAre("CONSTITUTION.md#never-lie", "TASKS.md#paint-the-house",
                          "TASKS.md#buy-paints", "CONVENTIONS.md#shout", "DECISIONS.md#blue-paint",
                          "DECISIONS.md#red-paint", "LEARNINGS.md#wet-walls"));
  EXPECT_EQ(items_[1].phase, "Soon");
  EXPECT_EQ(items_[3].lead, "Do not:");
  EXPECT_EQ(items_[5].state, "superseded");
}

TEST_F(NotesItemsTest, AreFiltered) {
  EXPECT_THAT(Ids({.kind = NoteKind::kRule}), ElementsAre("CONSTITUTION.md#never-lie"));
  EXPECT_THAT(Ids({.state = "done"}), ElementsAre("TASKS.md#buy-paints"));
  EXPECT_THAT(Ids({.since = *ParseTime("2026-01-03")}),
              ElementsAre("TASKS.md#paint-the-house", "LEARNINGS.md#wet-walls"));
  EXPECT_THAT(Ids({.match = "painted walls"}), ElementsAre("LEARNINGS.md#wet-walls"));
  EXPECT_THAT(Ids({.match = "x"}), ElementsAre("DECISIONS.md#blue-paint"));
  EXPECT_THAT(Ids({.match = "elephant"}), IsEmpty());
}

TEST_F(NotesItemsTest, AreFoundByIdTitleOrWords) {
  EXPECT_EQ(FindNote(items_, "TASKS.md#buy-paints", "note").value().title, "Buy paints");
  EXPECT_EQ(FindNote(items_, "BLUE PAINT", "note").value().id, "DECISIONS.md#blue-paint");
  EXPECT_EQ(FindNote(items_, "walls", "note").value().id, "LEARNINGS.md#wet-walls");
  EXPECT_EQ(FindNote(items_, "paint", "note").error().code(), Errc::kInvalidInput);
  EXPECT_THAT(FindNote(items_, "paint", "note").error().text(), HasSubstr("and 1 more"));
  EXPECT_EQ(FindNote(items_, "none", "note").error().code(), Errc::kNotFound);
  EXPECT_EQ(FindNote(items_, "", "note").error().code(), Errc::kNotFound);
}

TEST(FindListedTest, TakesTheNumberThatTheListPrints) {
  const auto make = [](std::string id, NoteKind kind, std::string state, std::string title) {
    return NoteItem{
        .id = std::move(id), .kind = kind, .state = std::move(state), .title = std::move(title)};
  };
  const std::vector<NoteItem> items = {
      make("r", NoteKind::kRule, "", "Rule 7"), make("a", NoteKind::kTask, "open", "Paint"),
      make("b", NoteKind::kTask, "done", "Paint"), make("c", NoteKind::kTask, "open", "Sand 2026")};
  const auto id = [&](std::optional<NoteKind> kind, std::string_view which) {
    const auto found = FindListed(items, kind, which);
    return found ? found->id : found.error().text();
  };
  EXPECT_EQ(id(std::nullopt, "2"), "c");
  EXPECT_EQ(id(NoteKind::kTask, "2"), "c");
  EXPECT_EQ(id(std::nullopt, "2026"), "c") << "no number of the list, but a word of a title";
  EXPECT_EQ(id(std::nullopt, "7"), "r");
  EXPECT_EQ(id(NoteKind::kTask, "3"), "there is no open task 3; there are 2");
  EXPECT_EQ(id(NoteKind::kTask, "paint"), "a") << "an open task wins";
  EXPECT_EQ(id(NoteKind::kTask, "b"), "b");
  EXPECT_EQ(id(NoteKind::kRule, "1"), "there is no rule '1'");
}

TEST_F(NotesItemsTest, WithoutAFolderThereIsAHint) {
  const test::TempDir empty;
  const auto notes = LoadNotes({.root = empty.path()}, false);
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code(), Errc::kNotFound);
  EXPECT_THAT(notes.error().hint(), HasSubstr("satchel init --notes"));
}

TEST(NoteKindTest, NamesGoBothWays) {
  for (const auto* name : {"task", "decision", "learning", "convention", "rule"}) {
    const auto kind = ParseNoteKind(name);
    EXPECT_TRUE(kind && Name(*kind) == name) << name;
  }
  EXPECT_FALSE(ParseNoteKind("notes"));
}

}  // namespace
}  // namespace satchel::engine
