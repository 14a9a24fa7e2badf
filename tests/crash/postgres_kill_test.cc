// kill -9 of the server and all its children under eight writers, again and
// again. Every write carries a key and raises a counter: a write that was
// acknowledged and lost leaves the counter too low, one that was done twice too high.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "tests/postgres/store_fixture.h"
#include "tests/support/random.h"

namespace satchel::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr int kWriters = 8;

constexpr Statement kRaise{
    .name = "raise",
    .sql = "UPDATE counter SET next = next + 1 WHERE workspace_id = $1 AND name = $2",
    .types = {ParameterType::kText},
    .writes = true};
constexpr Statement kCounted{
    .name = "counted",
    .sql = "SELECT next FROM counter WHERE workspace_id = $1 AND name = $2",
    .types = {ParameterType::kText},
    .gives = {ParameterType::kInteger}};
constexpr Statement kEvents{
    .name = "events",
    .sql = "SELECT count(*) FROM event WHERE workspace_id = $1 AND run_id = $2",
    .types = {ParameterType::kText},
    .gives = {ParameterType::kInteger}};
constexpr Statement kKeys{.name = "keys",
                          .sql = "SELECT count(*) FROM write_key WHERE workspace_id = $1",
                          .gives = {ParameterType::kInteger}};

class Writer {
 public:
  Writer(store::Database& store, WorkspaceId workspace, int number)
      : store_(&store), workspace_(workspace), name_(fmt::format("writer {}", number)) {}

  // Until told to stop; what was begun is finished.
  void Run(const std::atomic<bool>& over, std::atomic<std::int64_t>& last_acknowledged) {
    while (!over) {
      while (!WriteNext()) {
      }
      last_acknowledged = steady_clock::now().time_since_epoch().count();
    }
  }

  const std::string& name() const { return name_; }
  std::int64_t acknowledged() const { return acknowledged_; }
  std::int64_t in_doubt() const { return in_doubt_; }

 private:
  bool WriteNext() {
    const std::string key = fmt::format("{}/{}", name_, acknowledged_);
    const std::vector<Call> calls = {
        Insert{&store::kWriteKeyTable, OnConflict::kFail, {Text{key}, std::int64_t{1}}},
        Query{&kRaise, {Text{name_}}},
        Insert{&store::kEventTable,
               OnConflict::kFail,
               {Text{name_}, acknowledged_, Text{"test"}, std::int64_t{1}, Text{"{}"}}}};
    auto written = store::WriteRepeatable(*store_, {.workspace = workspace_}, calls);
    if (!written && written.error().code() == Errc::kUnavailable) return false;
    // The key is there: an attempt whose answer was lost had been committed.
    const bool done_before = !written && written.error().code() == Errc::kConflict;
    EXPECT_TRUE(written || done_before) << written.error().text();
    if (done_before) ++in_doubt_;
    ++acknowledged_;
    return true;
  }

  store::Database* store_;
  WorkspaceId workspace_;
  std::string name_;
  std::int64_t acknowledged_ = 0;
  std::int64_t in_doubt_ = 0;
};

std::int64_t Integer(store::Database& store, const Scope& scope, const Query& query) {
  auto rows = store::ReadOne(store, scope, query);
  EXPECT_TRUE(rows) << rows.error().text();
  return rows && !rows->empty() ? rows->Integer(0, 0) : -1;
}

TEST(PostgresKillTest, LosesNothingAcknowledgedAndDoesNothingTwice) {
  const auto kills = CaseCount(2);
  PostgresServer server({.durable = true});
  PostgresDatabase place(server.directory());
  const auto store = MustOpen({.url = place.AppUrl(), .most_connections = kWriters});
  const WorkspaceId workspace = MustAdd(*store, "one");
  const Scope scope{.workspace = workspace};
  std::vector<Writer> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back(*store, workspace, i);
    ASSERT_TRUE(
        store::Write(*store, scope,
                     std::vector<Call>{Insert{&store::kCounterTable,
                                              OnConflict::kFail,
                                              {Text{writers.back().name()}, std::int64_t{0}}}}));
  }
  std::atomic<bool> over = false;
  std::atomic<std::int64_t> last = 0;
  std::vector<milliseconds> gaps;         // from the last write before a kill to the next
  std::vector<milliseconds> after_start;  // of it, after the server was back
  Random random(FirstSeed());
  {
    std::vector<std::jthread> threads;
    for (Writer& writer : writers) threads.emplace_back([&] { writer.Run(over, last); });
    for (std::uint64_t kill = 0; kill < kills; ++kill) {
      std::this_thread::sleep_for(milliseconds(random.Between(300, 900)));
      server.Kill();
      const std::int64_t before = last;
      server.Start();
      const std::int64_t ready = steady_clock::now().time_since_epoch().count();
      while (last == before) std::this_thread::sleep_for(milliseconds(1));
      const std::int64_t next = last;
      gaps.push_back(
          std::chrono::duration_cast<milliseconds>(steady_clock::duration(next - before)));
      after_start.push_back(std::chrono::duration_cast<milliseconds>(
          steady_clock::duration(std::max<std::int64_t>(next - ready, 0))));
    }
    std::this_thread::sleep_for(milliseconds(200));
    over = true;
  }
  std::int64_t acknowledged = 0;
  std::int64_t in_doubt = 0;
  std::int64_t lost = 0;
  std::int64_t twice = 0;
  for (const Writer& writer : writers) {
    for (const Statement* statement : {&kCounted, &kEvents}) {
      const auto there = Integer(*store, scope, {statement, {Text{writer.name()}}});
      lost += std::max<std::int64_t>(writer.acknowledged() - there, 0);
      twice += std::max<std::int64_t>(there - writer.acknowledged(), 0);
    }
    acknowledged += writer.acknowledged();
    in_doubt += writer.in_doubt();
  }
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(twice, 0);
  EXPECT_EQ(Integer(*store, scope, {&kKeys, {}}), acknowledged);
  EXPECT_GT(acknowledged, static_cast<std::int64_t>(kills) * 8);
  std::ranges::sort(gaps);
  std::ranges::sort(after_start);
  fmt::print(
      "{} kills, {} writes acknowledged, {} lost, {} twice, {} in doubt had been committed; "
      "gap median {} ms, longest {} ms, of it after the server was back {} and {} ms\n",
      kills, acknowledged, lost, twice, in_doubt, gaps[gaps.size() / 2].count(),
      gaps.back().count(), after_start[after_start.size() / 2].count(), after_start.back().count());
}

}  // namespace
}  // namespace satchel::test
