// Changes to files of notes, whatever those look like: taking out exactly the inserted bytes gives
// the old file, and the reader sees the old items and the one change. A plain text is refused only
// where something hides the rest of the file. `scripts/soak notes_edits` runs more of them.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/edit.h"
#include "notes/files/note_text.h"
#include "tests/support/random.h"

namespace satchel::notes {
namespace {

using test::Random;

const Time kNow = *ParseTime("2026-01-02T10:11:12Z");

constexpr auto kLines = std::to_array<std::string_view>({
    "# Title",
    "## Phase",
    "### Deeper",
    "## [2026-01-01] A",
    "## [2025-05-05-101112] B",
    "### [2025-02-02] C",
    "##[2025-03-03] D",
    "## 2024-01-01: E",
    "## [2026-13-40] F",
    "## [2026-01-01]",
    "- [ ] open",
    "- [x] done",
    "- [-] skipped",
    "- [?] odd",
    "- plain",
    "* [ ] star",
    "+ plus",
    "1. [ ] one",
    "2) two",
    "  - [ ] nested",
    "    deep text",
    "\t- tab",
    "text",
    "Do not:",
    "Also:  ",
    "",
    "",
    "",
    "   ",
    "---",
    "***",
    "===",
    "```",
    "```sh",
    "~~~",
    "````",
    "- ```",
    "  ```",
    "<!-- note -->",
    "<!--",
    "-->",
    "<!-- a",
    "b --> - [ ] c",
    "text <!-- d --> e",
    "- [ ] f <!-- g",
    "`<!--` code",
    "<!-->",
    "<!-- INDEX:START -->",
    "<!-- INDEX:END -->",
    "| a | b |",
    "~~Superseded by x~~",
    "> quote",
    "- [ ] dated #added:2025-01-01",
    "- [ ]",
    "-",
    "999999999. last",
    "\xff\xfe",
    "trailing  ",
    "## [2026-01-01] G ##",
    "--> ## [2026-01-01] H",
});
constexpr auto kEnds = std::to_array<std::string_view>({"\n", "\r\n", "\r"});

std::string RandomFile(Random& random) {
  std::string file = random.OneIn(8) ? "\xEF\xBB\xBF" : "";
  const bool mixed = random.OneIn(6);
  std::string_view end = random.OneIn(2) ? "\n" : random.Pick(kEnds);
  const std::size_t count = random.Below(14);
  for (std::size_t i = 0; i < count; ++i) {
    if (mixed) end = random.Pick(kEnds);
    file += random.Pick(kLines);
    if (i + 1 < count || !random.OneIn(3)) file += end;
  }
  return file;
}

// What a reader is shown of an item; lines and ids shift.
using Seen = std::tuple<std::string, std::string, std::string, int, std::optional<Time>>;

struct Read {
  std::vector<Seen> items;
  std::vector<std::size_t> lines;
  bool hides = false;
};

Read ReadFile(const std::string& text, FileRole role) {
  const Notes notes = ReadNotes({File{.path = "F.md", .role = role, .text = text}});
  Read read;
  for (const auto* rules : {&notes.constitution, &notes.conventions}) {
    for (const Rule& rule : *rules) {
      read.items.emplace_back("", rule.text, rule.lead, 0, std::nullopt);
      read.lines.push_back(rule.line);
    }
  }
  for (const Task& task : notes.tasks) {
    read.items.emplace_back("", task.text, task.phase, static_cast<int>(task.state), task.time);
    read.lines.push_back(task.line);
  }
  for (const auto* entries : {&notes.decisions, &notes.learnings}) {
    for (const Entry& entry : *entries) {
      read.items.emplace_back(entry.title, entry.body, "", entry.superseded ? 1 : 0, entry.time);
      read.lines.push_back(entry.line);
    }
  }
  read.hides = std::ranges::any_of(notes.findings,
                                   [](const Finding& f) { return f.reason == Unused::kUnclosed; });
  return read;
}

// The items of `after` without one that has this title and text, if that gives those of `before`.
bool IsOneMore(const Read& before, const Read& after, std::string_view title,
               std::string_view text) {
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    if (std::get<0>(after.items[i]) != title || std::get<1>(after.items[i]) != text) continue;
    auto rest = after.items;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (rest == before.items) return true;
  }
  return false;
}

void ExpectInverse(const std::string& file, const std::string& changed, const Splice& splice) {
  const Splice inverse{.at = splice.at,
                       .removed = splice.inserted.size(),
                       .inserted = file.substr(splice.at, splice.removed)};
  EXPECT_EQ(Apply(changed, inverse), file);
}

struct Draft {
  std::string title;
  std::string text;
  bool plain = true;
};

constexpr auto kOddTexts = std::to_array<std::string_view>(
    {"[ ] a", "``` a", "- - -", "<!-- a", "a <!-- b --> c", "-->", "# a", "a #",
     "## [2026-01-01] x", "`a", "1. b", "#added:2026-13-01", "~~Superseded~~", "===", "---", "|",
     "[", "[]", "\\"});

Draft RandomDraft(Random& random) {
  if (random.OneIn(3))
    return {.title = std::string(random.Pick(kOddTexts)), .text = "", .plain = false};
  return {.title = fmt::format("word{} and more", random.Below(1'000)), .text = ""};
}

void TryAdd(Random& random, const std::string& file, FileRole role) {
  const Draft draft = RandomDraft(random);
  const bool entries = role == FileRole::kDecisions || role == FileRole::kLearnings;
  Result<Splice> splice = Fail(Errc::kInternal, "");
  std::string title;
  std::string text = draft.title;
  if (entries) {
    const EntryDraft entry{.title = draft.title,
                           .fields = {{.label = "Context", .text = "one\n\n- two"}}};
    title = draft.title;
    text = BodyOf(entry);
    splice = AddEntry(file, role, entry, kNow);
  } else if (role == FileRole::kTasks) {
    text += " #added:2026-01-02-101112";
    splice = AddTask(file, draft.title, kNow);
  } else {
    splice = AddRule(file, role, draft.title);
  }
  const Read before = ReadFile(file, role);
  if (!splice) {
    EXPECT_EQ(splice.error().code(), Errc::kConflict);
    if (draft.plain) {
      EXPECT_TRUE(before.hides) << splice.error().text();
    }
    return;
  }
  const std::string changed = Apply(file, *splice);
  ExpectInverse(file, changed, *splice);
  EXPECT_EQ(splice->removed, 0U);
  EXPECT_TRUE(IsOneMore(before, ReadFile(changed, role), title, text)) << changed;
}

void TryChange(Random& random, const std::string& file, FileRole role) {
  const Read before = ReadFile(file, role);
  if (before.items.empty()) return;
  const std::size_t which = random.Below(before.items.size());
  const std::size_t line = before.lines[which];
  const bool tasks = role == FileRole::kTasks;
  const Entry by{.title = "Newer", .time = kNow};
  const auto splice = tasks ? CompleteTask(file, line) : SupersedeEntry(file, role, line, by);
  if (!splice) return;
  const std::string changed = Apply(file, *splice);
  ExpectInverse(file, changed, *splice);
  const Read after = ReadFile(changed, role);
  for (std::size_t i = 0; i < before.items.size(); ++i) {
    if (tasks) {
      const auto found = std::ranges::find(after.lines, before.lines[i]);
      ASSERT_NE(found, after.lines.end());
      const Seen& now = after.items[static_cast<std::size_t>(found - after.lines.begin())];
      if (i == which) {
        EXPECT_EQ(std::get<3>(now), static_cast<int>(TaskState::kDone));
      } else {
        EXPECT_EQ(now, before.items[i]);
      }
      continue;
    }
    ASSERT_EQ(after.items.size(), before.items.size());
    if (i != which) {
      EXPECT_EQ(after.items[i], before.items[i]);
      continue;
    }
    EXPECT_EQ(std::get<0>(after.items[i]), std::get<0>(before.items[i]));
    EXPECT_EQ(std::get<3>(after.items[i]), 1);
    EXPECT_THAT(std::get<1>(after.items[i]), testing::EndsWith(std::get<1>(before.items[i])));
  }
}

// Another text for one item, or none: the others stay as they are, in their order.
void TryExisting(Random& random, const std::string& file, FileRole role) {
  const Read before = ReadFile(file, role);
  if (before.items.empty()) return;
  const std::size_t which = random.Below(before.items.size());
  const std::size_t line = before.lines[which];
  const std::string text = RandomDraft(random).title;
  const bool entries = role == FileRole::kDecisions || role == FileRole::kLearnings;
  const bool removes = random.OneIn(2);
  const auto change = [&]() -> Result<Splice> {
    if (removes) return RemoveItem(file, role, line);
    if (!entries) return ReplaceText(file, role, line, text);
    return ChangeEntry(file, role, line,
                       {.title = text, .fields = {{.label = "Context", .text = "a\nb"}}});
  };
  const auto splice = change();
  if (!splice) {
    EXPECT_EQ(splice.error().code(), Errc::kConflict);
    return;
  }
  const std::string changed = Apply(file, *splice);
  ExpectInverse(file, changed, *splice);
  Read after = ReadFile(changed, role);
  auto rest = before.items;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(which));
  if (!removes) {
    ASSERT_EQ(after.items.size(), before.items.size());
    const Seen& now = after.items[which];
    EXPECT_EQ(std::get<0>(now), entries ? text : "");
    if (entries) {
      EXPECT_THAT(std::get<1>(now), testing::HasSubstr("**Context**: a\nb"));
    } else {
      EXPECT_THAT(std::get<1>(now), testing::StartsWith(text));
    }
    after.items.erase(after.items.begin() + static_cast<std::ptrdiff_t>(which));
  }
  EXPECT_EQ(after.items, rest);
}

void TryReopen(Random& random, const std::string& file) {
  const Read before = ReadFile(file, FileRole::kTasks);
  if (before.items.empty()) return;
  const std::size_t which = random.Below(before.items.size());
  if (std::get<3>(before.items[which]) == static_cast<int>(TaskState::kOpen)) return;
  const auto splice = ReopenTask(file, before.lines[which]);
  if (!splice) return;
  EXPECT_EQ(splice->removed, 1U);
  const std::string changed = Apply(file, *splice);
  ExpectInverse(file, changed, *splice);
  const Read after = ReadFile(changed, FileRole::kTasks);
  const auto found = std::ranges::find(after.lines, before.lines[which]);
  ASSERT_NE(found, after.lines.end());
  const auto now = static_cast<std::size_t>(found - after.lines.begin());
  EXPECT_EQ(std::get<3>(after.items[now]), static_cast<int>(TaskState::kOpen));
  for (std::size_t i = 0; i < after.items.size(); ++i) {
    if (i == now) continue;
    EXPECT_THAT(before.items, testing::Contains(after.items[i]));
  }
}

TEST(NotesEditsTest, ChangeOneThingAndCanBeTakenBack) {
  constexpr auto kRoles =
      std::to_array<FileRole>({FileRole::kTasks, FileRole::kConventions, FileRole::kConstitution,
                               FileRole::kDecisions, FileRole::kLearnings});
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(3'000);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const std::string file = RandomFile(random);
    const FileRole role = random.Pick(kRoles);
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={} {}\n{}", seed, Name(role), file));
    TryAdd(random, file, role);
    const bool rules = role == FileRole::kConventions || role == FileRole::kConstitution;
    if (!rules) TryChange(random, file, role);
    TryExisting(random, file, role);
    if (role == FileRole::kTasks) TryReopen(random, file);
    if (testing::Test::HasFailure()) return;
  }
}

// What CheckField takes, an entry gives back, whatever the field looks like.
TEST(NotesEditsTest, AFieldReadsBackAsItWasTaken) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(3'000);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    std::string text = RandomFile(random);
    if (text.starts_with("\xEF")) text.erase(0, 3);
    const auto field = CheckField("--context", "Context", text);
    if (!field) continue;
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}\n{}", seed, text));
    const EntryDraft entry{
        .title = "Title",
        .fields = {{.label = "Context", .text = *field}, {.label = "Lesson", .text = "last"}}};
    const std::string file = "# L\n\n## [2025-01-01] Old\n\nbody\n";
    const auto splice = AddEntry(file, FileRole::kLearnings, entry, kNow);
    ASSERT_TRUE(splice) << splice.error().text();
    EXPECT_TRUE(IsOneMore(ReadFile(file, FileRole::kLearnings),
                          ReadFile(Apply(file, *splice), FileRole::kLearnings), "Title",
                          BodyOf(entry)));
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace satchel::notes
