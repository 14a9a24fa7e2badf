// A process that changes, folds and merges a lexical index is killed at steps that change the disk
// and at moments by chance; power is cut under another. What is there afterwards answers for
// exactly the changes that were committed, and what a merge left behind goes. `scripts/soak
// lexical_kills` has more of them.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/crash/child.h"
#include "tests/crash/killing_calls.h"
#include "tests/crash/power_disk.h"
#include "tests/crash/power_vfs.h"
#include "tests/support/lexical_script.h"
#include "tests/support/random.h"
#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

store::SqliteOptions OptionsOf(std::string file) {
  return {.file = std::move(file),
          .mode = store::SqliteOptions::Mode::kCreate,
          .full_sync = false,
          .checkpoint_pages = 20};
}

// Commits steps, reports each, and works on the index in between. Never returns a success.
int WriteForever(const store::SqliteOptions& options, const LexicalScript& script,
                 std::uint64_t kill_at, int report) {
  KillAt(kill_at);
  auto database = OpenState(options);
  if (!database) return 1;
  const auto last = LexicalScript::LastIn(**database);
  if (!last) return 2;
  for (std::int64_t step = *last + 1;; ++step) {
    if (!script.Commit(**database, step)) return 3;
    if (::write(report, &step, sizeof step) != sizeof step) return 4;
    if (!script.Work(**database, step)) return 5;
  }
}

// Works on the index beside the one that writes. Never returns a success.
int WorkForever(const store::SqliteOptions& options, const LexicalScript& script,
                std::uint64_t kill_at) {
  KillAt(kill_at);
  auto database = OpenState(options);
  if (!database) return 1;
  for (std::int64_t step = 1;; ++step) {
    if (!script.Work(**database, step)) return 2;
  }
}

std::int64_t CountOf(store::Database& database, const store::Statement& statement) {
  const auto rows = store::ReadOne(database, {.workspace = kOnly}, store::Query{&statement, {}});
  EXPECT_TRUE(rows) << rows.error().text();
  return rows ? rows->Integer(0, 0) : -1;
}

class KilledIndex {
 public:
  explicit KilledIndex(std::uint64_t seed) : random_(seed), script_(seed) {}

  std::int64_t steps() const { return there_; }
  std::uint64_t leftovers() const { return leftovers_; }

  void KillOnce() {
    const bool by_chance = random_.OneIn(4);
    const std::uint64_t at = by_chance ? 0 : random_.Between(1, 1ULL << random_.Between(1, 12));
    Child writer([&](int report) { return WriteForever(Options(), script_, at, report); });
    ASSERT_TRUE(writer.running());
    std::unique_ptr<Child> other;  // gets in its way
    if (random_.OneIn(3)) {
      const std::uint64_t other_at = random_.Between(1, 1ULL << random_.Between(1, 12));
      other =
          std::make_unique<Child>([&](int) { return WorkForever(Options(), script_, other_at); });
    }
    if (by_chance) {
      ::usleep(static_cast<useconds_t>(random_.Below(60'000)));
      writer.Kill();
    }
    const std::string told = writer.Told();
    if (!by_chance) {
      ASSERT_EQ(writer.Wait(), -1) << "it failed by itself";
    }
    other = nullptr;  // killed, unless it is already
    std::int64_t last_told = there_;
    for (std::size_t i = 0; i + sizeof last_told <= told.size(); i += sizeof last_told) {
      told.copy(reinterpret_cast<char*>(&last_told), sizeof last_told, i);
    }
    Check(last_told);
  }

 private:
  store::SqliteOptions Options() const { return OptionsOf((dir_.path() / "curated.db").string()); }

  void Check(std::int64_t last_told) {
    auto database = OpenState(Options());
    ASSERT_TRUE(database) << database.error().text();
    const auto last = LexicalScript::LastIn(**database);
    ASSERT_TRUE(last) << last.error().text();
    ASSERT_GE(*last, last_told) << "a reported change is lost";
    ASSERT_LE(*last, last_told + 1);
    there_ = *last;
    ASSERT_EQ(script_.Problem(**database, there_), "") << "after " << there_ << " changes";
    if (CountOf(**database, kUnpublished) > 0) ++leftovers_;
    if (random_.OneIn(2)) return;
    const auto tidied = script_.Tidy(**database, 2000);
    ASSERT_TRUE(tidied) << tidied.error().text();
    EXPECT_EQ(CountOf(**database, kUnpublished), 0);
    ASSERT_EQ(script_.Problem(**database, there_), "") << "tidied after " << there_ << " changes";
  }

  TempDir dir_;
  Random random_;
  LexicalScript script_;
  std::int64_t there_ = 0;
  std::uint64_t leftovers_ = 0;
};

TEST(LexicalKillTest, TheIndexAnswersForWhatWasCommitted) {
  const std::uint64_t kills = CaseCount(200);
  std::int64_t steps = 0;
  std::uint64_t leftovers = 0;
  std::unique_ptr<KilledIndex> index;
  for (std::uint64_t i = 0; i < kills; ++i) {
    SCOPED_TRACE(fmt::format("seed {}, kill {}", FirstSeed(), i));
    // Killed while the store is being made, too.
    if (i % 20 == 0) index = std::make_unique<KilledIndex>(FirstSeed() + i);
    const std::int64_t before = index->steps();
    const std::uint64_t left = index->leftovers();
    index->KillOnce();
    if (testing::Test::HasFailure()) return;
    steps += index->steps() - before;
    leftovers += index->leftovers() - left;
  }
  fmt::print("{} kills, {} changes committed, {} merges cut off\n", kills, steps, leftovers);
  EXPECT_GT(steps, 0);
  EXPECT_GT(leftovers, 0U) << "no merge was met";
}

// Power goes; the last commits may go with it, a part of one never.
class PoweredIndex {
 public:
  explicit PoweredIndex(std::uint64_t seed) : random_(seed), script_(seed) {
    live_.set_on_change([this] { BeforeChange(); });
  }

  std::uint64_t cuts() const { return cuts_; }
  std::int64_t lost() const { return lost_; }
  const std::string& failure() const { return failure_; }

  void Generation() {
    changes_left_ = random_.Between(1, 1ULL << random_.Between(3, 10));
    auto database = Open(live_);
    for (std::uint64_t left = random_.Between(1, 12); database && left > 0; --left) {
      if (!script_.Commit(**database, written_ + 1)) break;
      ++written_;
      if (!script_.Work(**database, written_)) break;
    }
    live_.CutPower();
    if (database) *database = nullptr;
    PowerDisk left = live_.disk().Cut(random_);
    after_.Restart(left.Cut(random_));  // a copy: everything on it is durable
    const std::int64_t there = Check();
    lost_ += std::max<std::int64_t>(written_ - there, 0);
    first_ = written_ = there;
    live_.Restart(std::move(left));
  }

 private:
  static Result<std::unique_ptr<store::Database>> Open(PowerVfs& vfs) {
    store::SqliteOptions options = OptionsOf("store.db");
    options.vfs = vfs.name();
    return OpenState(options);
  }

  void BeforeChange() {
    if (!failure_.empty() || --changes_left_ == 0) return live_.CutPower();
    if (!random_.OneIn(16)) return;
    after_.Restart(live_.disk().Cut(random_));
    Check();
  }

  // How many steps there are after the cut.
  std::int64_t Check() {
    ++cuts_;
    const auto failed = [this](std::string text) {
      failure_ = std::move(text);
      return first_;
    };
    auto database = Open(after_);
    if (!database) return failed(std::string(database.error().text()));
    const auto last = LexicalScript::LastIn(**database);
    if (!last) return failed(std::string(last.error().text()));
    if (*last < first_ || *last > written_ + 1) return failed(fmt::format("{} never was", *last));
    if (std::string problem = script_.ProblemNow(**database, *last); !problem.empty()) {
      return failed(fmt::format("{} with {} changes", problem, *last));
    }
    if (random_.OneIn(4)) {
      if (auto tidied = script_.Tidy(**database, 2000); !tidied) {
        return failed(std::string(tidied.error().text()));
      }
      if (std::string problem = script_.ProblemNow(**database, *last); !problem.empty()) {
        return failed(fmt::format("tidied, {} with {} changes", problem, *last));
      }
    }
    return *last;
  }

  Random random_;
  LexicalScript script_;
  PowerVfs live_{"lexical_live"};
  PowerVfs after_{"lexical_after"};
  std::int64_t first_ = 0;    // of those that a cut may leave
  std::int64_t written_ = 0;  // and the last, but for the one on its way
  std::uint64_t changes_left_ = 0;
  std::uint64_t cuts_ = 0;
  std::int64_t lost_ = 0;
  std::string failure_;  // empty: none
};

TEST(LexicalKillTest, ACutOfPowerLeavesAStateThatWasCommitted) {
  const std::uint64_t wanted = CaseCount(200) * 4;
  std::uint64_t cuts = 0;
  std::int64_t lost = 0;
  for (std::uint64_t seed = FirstSeed(); cuts < wanted; ++seed) {
    PoweredIndex index(seed);
    for (int i = 0; i < 6; ++i) {
      index.Generation();
      ASSERT_EQ(index.failure(), "") << "seed " << seed;
    }
    cuts += index.cuts();
    lost += index.lost();
  }
  fmt::print("{} cuts of power, {} changes lost\n", cuts, lost);
  EXPECT_GT(lost, 0) << "the cuts do not bite";
}

}  // namespace
}  // namespace satchel::test
