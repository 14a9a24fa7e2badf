// Eight processes remember, replace, vote for and forget memories at once, and some are killed
// while they do. Nothing that was acknowledged is lost, nothing is there twice, and every file can
// be read; drafts of the killed are read by nobody, and the doctor removes them. `scripts/soak
// memory_writers` goes on for longer.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/requests/edit.h"
#include "memory/requests/files.h"
#include "memory/requests/items.h"
#include "tests/crash/writers.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

constexpr std::size_t kWriters = test::Writers::kWriters;
const Time kNow = *ParseTime("2026-01-02T10:11:12Z");

MemoryTarget TargetIn(const MemoryPlace& place) {
  MemoryTarget target;
  target.place = place;
  target.now = kNow;
  return target;
}

// What a writer says it has done, one line each: `add ID TEXT`, `vote ID`, `forget ID`,
// `common NUMBER`, `over OLD NEW`.
class Telling {
 public:
  explicit Telling(int told) : told_(told) {}
  // False: nobody listens any more.
  bool Tell(const std::string& what) const {
    const std::string line = what + "\n";
    return ::write(told_, line.data(), line.size()) >= 0;
  }

 private:
  int told_;
};

// Names of its own, and every fourth text is one that all eight say.
int Write(const MemoryPlace& place, std::size_t number, int told) {
  const Telling telling(told);
  const MemoryTarget target = TargetIn(place);
  std::string last;
  for (std::size_t i = 0;; ++i) {
    const bool common = i % 4 == 3;
    NewMemory asked;
    asked.text =
        common ? fmt::format("everybody says c{}", i) : fmt::format("w{}n{} is so", number, i);
    if (!common) {
      asked.entity = fmt::format("writer {}", number);
      asked.attributes = {{"state", fmt::format("n{}", i)}};
    }
    const auto remembered = Remember(target, asked, {.force = true});
    // Others may hold the lock for too long on a busy machine.
    if (!remembered && remembered.error().code() == Errc::kDeadline) continue;
    if (!remembered) return telling.Tell("! " + remembered.error().text()) ? 1 : 2;
    const std::string id = remembered->memory.id;
    bool heard = telling.Tell(common ? fmt::format("common c{}", i)
                                     : fmt::format("add {} {}", id, asked.text));
    for (const std::string& old : remembered->superseded) {
      heard = heard && telling.Tell(fmt::format("over {} {}", old, id));
    }
    if (!common && i % 3 == 0) {
      const auto vote = VoteFor(target, id, Vote::kDown, asked.text);
      if (vote) heard = heard && telling.Tell("vote " + id);
    }
    if (!last.empty() && i % 5 == 0) {
      const auto gone = Forget(target, last, {.reason = "enough of it"});
      if (gone) heard = heard && telling.Tell("forget " + last);
    }
    if (!common) last = id;
    if (!heard) return 2;
  }
}

// What there is afterwards against what was said.
class Account {
 public:
  explicit Account(const LoadedMemories& loaded) {
    for (const MemoryPointer& memory : loaded.memories) {
      by_id_.emplace(memory->id, memory);
      EXPECT_TRUE(texts_.insert(memory->text).second) << memory->text << " is there twice";
    }
    for (const MemoryFinding& finding : loaded.findings) {
      ADD_FAILURE() << finding.path << ": " << finding.text;
    }
  }

  void Check(const std::string& line) {
    const auto space = line.find(' ');
    const std::string kind = line.substr(0, space);
    const std::string rest = line.substr(space + 1);
    if (kind == "common") {
      EXPECT_TRUE(texts_.contains("everybody says " + rest)) << line;
      return;
    }
    const std::string id = rest.substr(0, rest.find(' '));
    const auto found = by_id_.find(id);
    ASSERT_NE(found, by_id_.end()) << line << ", and it is gone";
    const memory::Memory& memory = *found->second;
    if (kind == "add") {
      EXPECT_EQ(memory.text, rest.substr(id.size() + 1));
    }
    if (kind == "vote") {
      EXPECT_EQ(memory.down_votes, 1) << line;
    }
    if (kind == "forget") {
      EXPECT_EQ(memory.state, memory::MemoryState::kForgotten) << line;
    }
    if (kind == "over") {
      EXPECT_EQ(memory.superseded_by, rest.substr(id.size() + 1)) << line;
      EXPECT_NE(memory.state, memory::MemoryState::kActive) << line;
    }
  }
  std::size_t size() const { return by_id_.size(); }

 private:
  std::map<std::string, MemoryPointer> by_id_;
  std::set<std::string> texts_;
};

TEST(MemoryWritersTest, NothingAcknowledgedIsLostAndNothingIsThereTwice) {
  const test::TempDir dir;
  const MemoryPlace place{.project = dir.path() / "memory", .shared = dir.path() / "shared"};
  test::Random random(test::FirstSeed());
  const std::size_t wanted = test::CaseCount(300);
  std::size_t kills = 0;
  test::Writers writers(std::chrono::seconds(30),
                        [&](std::size_t number, int told) { return Write(place, number, told); });
  for (std::size_t next = 10; writers.acknowledged().size() < wanted && !writers.failed();) {
    writers.TakeSome();
    if (writers.acknowledged().size() < next) continue;
    next = writers.acknowledged().size() + random.Between(1, 12);
    writers.Replace(random.Below(kWriters));
    ++kills;
  }
  writers.EndAll();
  EXPECT_GT(kills, wanted / 40);

  const auto loaded = LoadMemories(place, {}, Deadline::Never());
  ASSERT_TRUE(loaded) << loaded.error().text();
  Account account(*loaded);
  for (const std::string& line : writers.acknowledged()) account.Check(line);
  // A writer that is killed between the rename and its word has written one more.
  EXPECT_LE(account.size(), writers.acknowledged().size() + kills + kWriters);

  const auto check = CheckMemories(place, {}, kNow, Deadline::Never());
  ASSERT_TRUE(check) << check.error().text();
  for (const MemoryIssue& issue : check->issues) {
    // Whoever is killed between a new value and the mark on the old one leaves both.
    EXPECT_EQ(issue.kind, MemoryIssueKind::kContradiction) << issue.path << ": " << issue.text;
  }
  EXPECT_LE(check->issues.size(), kills + kWriters);
  EXPECT_EQ(MemoryFiles::CountDrafts(place.project), 0U);
}

TEST(MemoryWritersTest, ADraftThatWasLeftIsReadByNobodyAndTheDoctorRemovesIt) {
  const test::TempDir dir;
  const MemoryPlace place{.project = dir.path() / "memory", .shared = dir.path() / "shared"};
  ASSERT_TRUE(Remember(TargetIn(place), {.text = "the first fact of all"}, {}));
  dir.Write("memory/state/drafts/0", "---\nid: half");
  dir.Write("memory/state/drafts/1.md", "---\nid: whole\n---\n\nA memory that nobody has said\n");
  const auto loaded = LoadMemories(place, {}, Deadline::Never());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->memories.size(), 1U);
  EXPECT_THAT(loaded->findings, testing::IsEmpty());
  EXPECT_EQ(MemoryFiles::CountDrafts(place.project), 2U);

  auto check = CheckMemories(place, {}, kNow, Deadline::Never());
  ASSERT_TRUE(check);
  EXPECT_EQ(check->drafts, 2U);
  EXPECT_THAT(check->issues, testing::IsEmpty());
  EXPECT_EQ(MemoryFiles::CountDrafts(place.project), 0U);
  check = CheckMemories(place, {}, kNow, Deadline::Never());
  ASSERT_TRUE(check);
  EXPECT_EQ(check->drafts, 0U);
}

TEST(MemoryWritersTest, TheDoctorLeavesTheDraftsOfWhoeverWritesNow) {
  const test::TempDir dir;
  const MemoryPlace place{.project = dir.path() / "memory", .shared = dir.path() / "shared"};
  auto files = MemoryFiles::Open(place.project, MemoryFiles::Links::kFollow, Deadline::Never());
  ASSERT_TRUE(files) << files.error().text();
  ASSERT_TRUE(
      files->Stage("facts/a.md", "---\nid: a\n---\n\nAlmost there\n", MemoryFiles::As::kNew));
  const auto check = CheckMemories(place, {}, kNow, Deadline::Never());
  ASSERT_TRUE(check);
  EXPECT_EQ(check->drafts, 0U);
  ASSERT_TRUE(files->Commit());
  const auto loaded = LoadMemories(place, {}, Deadline::Never());
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->memories.size(), 1U);
}

}  // namespace
}  // namespace satchel::engine
