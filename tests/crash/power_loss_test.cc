// Power is cut at random points of a scripted run of small commits, and whatever may be left on
// the disk is opened again: nothing acknowledged is gone, no transaction is there in part, the
// file is sound. With synchronous=NORMAL the same harness does lose acknowledged commits, which
// shows that its cuts bite. `scripts/soak power` runs a million of them.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/database.h"
#include "store/schema.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/crash/power_disk.h"
#include "tests/crash/power_vfs.h"
#include "tests/support/random.h"

namespace satchel {
namespace {

using store::Call;
using store::Insert;
using store::OnConflict;
using store::ParameterType;
using store::Query;
using store::SqliteOptions;
using store::Statement;
using store::Text;
using test::Random;

constexpr Statement kNumber = {.name = "power_number",
                               .sql = "SELECT used_at FROM session WHERE workspace_id = $1",
                               .gives = {ParameterType::kInteger}};
constexpr Statement kValues = {
    .name = "power_values",
    .sql = "SELECT name, value FROM session_value WHERE workspace_id = $1 ORDER BY name",
    .gives = {ParameterType::kText, ParameterType::kText}};
constexpr Statement kDrop = {
    .name = "power_drop",
    .sql = "DELETE FROM session_value WHERE workspace_id = $1 AND name = $2",
    .types = {ParameterType::kText},
    .writes = true};
constexpr Statement kSound = {.name = "power_sound",
                              .sql =
                                  "SELECT integrity_check FROM pragma_integrity_check "
                                  "WHERE $1 IS NOT NULL",
                              .gives = {ParameterType::kText}};

// What the store holds after a transaction.
struct State {
  std::int64_t number = 0;
  std::map<std::string, std::string> values;
};

struct Totals {
  std::uint64_t cuts = 0;
  std::uint64_t commits = 0;  // acknowledged
  std::uint64_t lost = 0;     // acknowledged ones missing after a cut, summed over the cuts
  std::uint64_t cuts_with_loss = 0;
  std::string failure;  // empty: none
};

class PowerRun {
 public:
  PowerRun(std::uint64_t seed, bool full_sync, Totals& totals)
      : random_(seed), full_sync_(full_sync), totals_(totals), history_(1) {
    live_.set_on_change([this] { BeforeChange(); });
  }

  // From the first commit on.
  void UseLyingDisk() { will_lie_ = true; }

  // Some commits, an end without warning, and on from what is left.
  void Generation() {
    changes_left_ = random_.Between(1, 250);
    auto database = Open(live_);
    for (std::uint64_t left = random_.Between(1, 12); database && left > 0; --left) {
      if (!Commit(**database)) break;
      if (random_.OneIn(8)) {
        *database = nullptr;
        database = Open(live_);
      }
    }
    live_.CutPower();
    if (database) *database = nullptr;
    test::PowerDisk left = live_.disk().Cut(random_);
    after_.Restart(left.Cut(random_));  // a copy: everything on it is durable
    const std::optional<std::size_t> at = Check();
    if (!at) return;
    history_ = {history_[*at]};
    acknowledged_ = 0;
    live_.Restart(std::move(left));
  }

 private:
  static Result<std::unique_ptr<store::Database>> OpenOn(test::PowerVfs& vfs, bool full_sync) {
    auto database = store::OpenSqlite({.file = "store.db",
                                       .area = store::Area::kSession,
                                       .mode = SqliteOptions::Mode::kCreate,
                                       .full_sync = full_sync,
                                       .checkpoint_pages = 24,
                                       .vfs = vfs.name()});
    if (!database) return database;
    auto added = (*database)->AddWorkspace("key", "name", Time{1}, Deadline::Never());
    if (!added) return std::unexpected(added.error());
    return database;
  }
  Result<std::unique_ptr<store::Database>> Open(test::PowerVfs& vfs) const {
    return OpenOn(vfs, full_sync_);
  }

  static store::Scope Only() { return {.workspace = WorkspaceId(1)}; }

  State NextState() {
    State next = history_.back();
    ++next.number;
    for (std::uint64_t i = random_.Between(1, 4); i > 0; --i) {
      const std::string name = "n" + std::to_string(random_.Below(12));
      const std::size_t size = random_.OneIn(6) ? random_.Below(6'000) : random_.Below(200);
      if (random_.OneIn(5)) {
        next.values.erase(name);
      } else {
        next.values[name] = std::string(size, static_cast<char>('a' + next.number % 26));
      }
    }
    return next;
  }

  // False when power went. The state stands in the history before the store is asked.
  bool Commit(store::Database& database) {
    const State before = history_.back();
    history_.push_back(NextState());
    const State& next = history_.back();
    std::vector<Call> calls;
    calls.emplace_back(Insert{.table = &store::kSessionTable,
                              .on_conflict = OnConflict::kReplace,
                              .cells = {Text{"t"}, std::int64_t{0}, next.number}});
    for (const auto& [name, value] : before.values) {
      if (!next.values.contains(name)) calls.emplace_back(Query{&kDrop, {Text{name}}});
    }
    for (const auto& [name, value] : next.values) {
      const auto old = before.values.find(name);
      if (old != before.values.end() && old->second == value) continue;
      calls.emplace_back(Insert{.table = &store::kSessionValueTable,
                                .on_conflict = OnConflict::kReplace,
                                .cells = {Text{"t"}, Text{name}, next.number, Text{value}}});
    }
    if (!store::Write(database, Only(), calls)) return false;
    acknowledged_ = history_.size() - 1;
    ++totals_.commits;
    live_.set_lies(will_lie_);
    return true;
  }

  void BeforeChange() {
    if (!totals_.failure.empty() || --changes_left_ == 0) return live_.CutPower();
    if (!random_.OneIn(2)) return;
    after_.Restart(live_.disk().Cut(random_));
    Check();
  }

  // Where in the history the disk after the cut stands.
  std::optional<std::size_t> Check() {
    ++totals_.cuts;
    auto read = ReadBack();
    if (!read) {
      totals_.failure = read.error().text();
      return std::nullopt;
    }
    for (std::size_t at = history_.size(); at-- > 0;) {
      if (history_[at].number != read->number) continue;
      if (history_[at].values != read->values) {
        totals_.failure = fmt::format("transaction {} is there in part", read->number);
        return std::nullopt;
      }
      if (at < acknowledged_) {
        totals_.lost += acknowledged_ - at;
        ++totals_.cuts_with_loss;
        if (full_sync_) totals_.failure = fmt::format("lost {}", acknowledged_ - at);
      }
      return at;
    }
    totals_.failure = fmt::format("state {} never was", read->number);
    return std::nullopt;
  }

  Result<State> ReadBack() {
    auto database = Open(after_);
    if (!database) return std::unexpected(database.error());
    const std::vector<Call> calls = {Query{&kNumber, {}}, Query{&kValues, {}}, Query{&kSound, {}}};
    auto answers = store::Read(**database, Only(), calls);
    if (!answers) return std::unexpected(answers.error());
    const store::Rows& sound = (*answers)[2].rows;
    if (sound.size() != 1 || sound.String(0, 0) != "ok") {
      return Fail(Errc::kCorrupt, sound.String(0, 0));
    }
    State state;
    const store::Rows& number = (*answers)[0].rows;
    if (!number.empty()) state.number = number.Integer(0, 0);
    const store::Rows& values = (*answers)[1].rows;
    for (std::size_t i = 0; i < values.size(); ++i) {
      state.values[values.String(i, 0)] = values.String(i, 1);
    }
    return state;
  }

  Random random_;
  const bool full_sync_;
  Totals& totals_;
  test::PowerVfs live_{"power_live"};
  test::PowerVfs after_{"power_after"};
  std::vector<State> history_;    // since the last restart; the last one may be in progress
  std::size_t acknowledged_ = 0;  // the last one that was promised
  std::uint64_t changes_left_ = 0;
  bool will_lie_ = false;
};

enum class Disk : std::uint8_t { kHonest, kLying };

Totals CutPower(std::uint64_t cuts, bool full_sync, Disk disk = Disk::kHonest) {
  Totals totals;
  std::uint64_t seed = test::FirstSeed();
  for (; totals.cuts < cuts && totals.failure.empty(); ++seed) {
    PowerRun run(seed, full_sync, totals);
    if (disk == Disk::kLying) run.UseLyingDisk();
    for (int i = 0; i < 6 && totals.failure.empty(); ++i) run.Generation();
  }
  fmt::print("{} cuts, {} commits, {} lost in {} cuts\n", totals.cuts, totals.commits, totals.lost,
             totals.cuts_with_loss);
  if (!totals.failure.empty()) totals.failure += fmt::format(" (seed {})", seed - 1);
  return totals;
}

TEST(PowerLossTest, FullSyncLosesNothingAcknowledged) {
  const std::uint64_t cuts = test::CaseCount(40'000);
  const Totals totals = CutPower(cuts, /*full_sync=*/true);
  EXPECT_EQ(totals.failure, "");
  EXPECT_EQ(totals.lost, 0U);
  EXPECT_GE(totals.cuts, cuts);
}

TEST(PowerLossTest, NormalSyncLosesCommitsButNeverTheFile) {
  const Totals totals = CutPower(2'000, /*full_sync=*/false);
  EXPECT_EQ(totals.failure, "");
  EXPECT_GT(totals.lost, 0U) << "the harness does not bite";
}

TEST(PowerLossTest, ADiskThatLiesAboutSyncDamagesTheFile) {
  const Totals totals = CutPower(2'000, /*full_sync=*/false, Disk::kLying);
  EXPECT_NE(totals.failure, "") << "the harness does not bite";
  EXPECT_GT(totals.commits, 0U);
}

}  // namespace
}  // namespace satchel
