// A writing process is killed at a random moment, again and again: every commit that it had
// reported through a pipe is there, none in part. `scripts/soak kills` does it a thousand times.

#include <charconv>
#include <memory>
#include <poll.h>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/crash/child.h"
#include "tests/support/random.h"
#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

constexpr std::int64_t kSlots = 40;

constexpr store::Statement kSound = {.name = "test_sound",
                                     .sql =
                                         "SELECT integrity_check FROM pragma_integrity_check "
                                         "WHERE $1 IS NOT NULL",
                                     .gives = {store::ParameterType::kText}};

std::string Slot(std::int64_t number) { return fmt::format("slot{:02}", number % kSlots); }

std::int64_t Number(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Commits 1, 2, … each into "last" and one of the slots, and reports it. Never returns a success.
int WriteForever(const store::SqliteOptions& options, int report) {
  auto database = OpenState(options);
  if (!database) return 1;
  auto states = All(**database);
  if (!states) return 2;
  std::int64_t number = 0;
  for (const auto& [name, value] : *states) {
    if (name == "last") number = Number(value);
  }
  for (;;) {
    const std::string text = std::to_string(++number);
    const std::string filler =
        text + " " + std::string(static_cast<std::size_t>(number % 3'000), 'x');
    const std::string slot = Slot(number);
    const std::vector<store::Call> calls = {PutState("last", text), PutState(slot, filler)};
    if (!store::Write(**database, {.workspace = kOnly}, calls)) return 3;
    if (::write(report, &number, sizeof number) != sizeof number) return 4;
  }
}

// The last commit that is there, or -1 after a failure.
std::int64_t CheckWhole(const store::SqliteOptions& options) {
  auto database = OpenState(options);
  EXPECT_TRUE(database) << database.error().text();
  if (!database) return -1;
  const auto sound = store::ReadOne(**database, {.workspace = kOnly}, store::Query{&kSound, {}});
  EXPECT_TRUE(sound && sound->String(0, 0) == "ok");
  const auto states = All(**database);
  EXPECT_TRUE(states) << states.error().text();
  if (!states) return -1;
  std::int64_t last = 0;
  std::map<std::string, std::int64_t> slots;
  for (const auto& [name, value] : *states) {
    if (name == "last") {
      last = Number(value);
    } else {
      slots[name] = Number(value);
    }
  }
  for (std::int64_t number = last; number > 0 && number > last - kSlots; --number) {
    EXPECT_EQ(slots[Slot(number)], number) << "a part of a commit is missing";
  }
  return last;
}

TEST(KillTest, EveryReportedCommitIsThere) {
  const std::uint64_t kills = CaseCount(250);
  Random random(FirstSeed());
  auto directory = std::make_unique<TempDir>();
  std::int64_t reported = 0;
  std::int64_t commits = 0;
  for (std::uint64_t i = 0; i < kills; ++i) {
    if (i % 25 == 0) {  // killed while it is being made, too
      directory = std::make_unique<TempDir>();
      reported = 0;
    }
    const store::SqliteOptions options{.file = (directory->path() / "curated.db").string(),
                                       .mode = store::SqliteOptions::Mode::kCreate,
                                       .checkpoint_pages = 20};
    Child writer([&](int report) { return WriteForever(options, report); });
    ASSERT_TRUE(writer.running());
    ::usleep(static_cast<useconds_t>(random.Below(40'000)));
    writer.Kill();
    const std::string told = writer.Told();
    std::int64_t last_told = reported;
    for (std::size_t at = 0; at + sizeof last_told <= told.size(); at += sizeof last_told) {
      told.copy(reinterpret_cast<char*>(&last_told), sizeof last_told, at);
      ++commits;
    }
    const std::int64_t found = CheckWhole(options);
    ASSERT_GE(found, last_told) << "a reported commit is lost; kill " << i;
    ASSERT_LE(found, last_told + 1) << "kill " << i;
    ASSERT_FALSE(testing::Test::HasFailure()) << "kill " << i;
    reported = found;
  }
  fmt::print("{} kills, {} commits reported, 0 lost\n", kills, commits);
  EXPECT_GT(commits, 0);
}

}  // namespace
}  // namespace satchel::test
