#include "engine/requests/runs.h"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/requests/run_view.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::AddRun;
using test::PutSession;
using test::StoreWorkspace;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kDay = 86'400'000'000;
constexpr Time Days(std::int64_t days) { return {days * kDay}; }

class RunsTest : public testing::Test {
 protected:
  RunsTest() { EXPECT_TRUE(at_.Init()); }

  static std::vector<std::string> Ids(Stores& stores, std::int64_t most = 1'000) {
    std::vector<std::string> ids;
    const auto runs = ListRuns(stores, most, PacketRuns(), Deadline::Never());
    if (!runs) return {runs.error().text()};
    for (const RunSummary& run : *runs) ids.push_back(run.id.value());
    return ids;
  }
  Collection Collect(Stores& stores, Time now) const {
    const auto gone = CollectGarbage(stores, at_.settings(), now, Deadline::Never());
    EXPECT_TRUE(gone) << gone.error().text();
    return gone.value_or(Collection());
  }

  StoreWorkspace at_;
};

TEST_F(RunsTest, ListsTheLatestFirstAndNoMoreThanAsked) {
  auto stores = at_.Open();
  EXPECT_THAT(Ids(*stores), IsEmpty());
  AddRun(*stores, "a", Time{1});
  AddRun(*stores, "c", Time{3});
  AddRun(*stores, "b", Time{2});
  EXPECT_THAT(Ids(*stores), ElementsAre("c", "b", "a"));
  EXPECT_THAT(Ids(*stores, 2), ElementsAre("c", "b"));
}

TEST_F(RunsTest, PinsAndUnpins) {
  auto stores = at_.Open();
  AddRun(*stores, "a", Time{1});
  ASSERT_TRUE(PinRun(*stores, RunId("a"), true, Deadline::Never()));
  EXPECT_TRUE(ListRuns(*stores, 1, PacketRuns(), Deadline::Never())->front().pinned);
  ASSERT_TRUE(PinRun(*stores, RunId("a"), false, Deadline::Never()));
  EXPECT_FALSE(ListRuns(*stores, 1, PacketRuns(), Deadline::Never())->front().pinned);
}

TEST_F(RunsTest, AnUnknownRunIsNotFoundAndALongNameIsCut) {
  auto stores = at_.Open();
  const auto pinned = PinRun(*stores, RunId(std::string(10'000, 'x')), true, Deadline::Never());
  ASSERT_FALSE(pinned);
  EXPECT_EQ(pinned.error().code(), Errc::kNotFound);
  EXPECT_LT(pinned.error().text().size(), 100U);
  EXPECT_THAT(pinned.error().hint(), HasSubstr("satchel runs list"));
}

std::string Found(Stores& stores, const std::optional<std::string>& id) {
  const auto run = FindRun(stores, id, Deadline::Never());
  return run ? run->value() : run.error().text();
}

TEST_F(RunsTest, LastIsTheLastRunAndATildeCountsBack) {
  auto stores = at_.Open();
  EXPECT_EQ(Found(*stores, "last"), "there are no runs yet");
  AddRun(*stores, "a", Time{1});
  AddRun(*stores, "c", Time{3});
  AddRun(*stores, "b", Time{2});
  EXPECT_EQ(Found(*stores, std::nullopt), "c");
  EXPECT_EQ(Found(*stores, "last"), "c");
  EXPECT_EQ(Found(*stores, "last~0"), "c");
  EXPECT_EQ(Found(*stores, "last~1"), "b");
  EXPECT_EQ(Found(*stores, "last~2"), "a");
  EXPECT_EQ(Found(*stores, "last~3"), "there is no run last~3: the log has 3 that made a packet");
  for (const std::string wrong :
       {"last~", "last~x", "last~-1", "last~1x", "last~1000", "last~99999999999999999999"}) {
    const auto run = FindRun(*stores, wrong, Deadline::Never());
    ASSERT_FALSE(run) << wrong;
    EXPECT_EQ(run.error().code(), Errc::kInvalidInput) << wrong;
  }
  EXPECT_EQ(Found(*stores, "last1"), "there is no run last1");
}

TEST_F(RunsTest, APartOfAnIdNamesARunUnlessSeveralHaveIt) {
  auto stores = at_.Open();
  AddRun(*stores, "20260101T000000-aaaa", Time{1});
  AddRun(*stores, "20260101T000001-bbbb", Time{2});
  EXPECT_EQ(Found(*stores, "aaaa"), "20260101T000000-aaaa");
  const auto several = FindRun(*stores, "2026", Deadline::Never());
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().code(), Errc::kInvalidInput);
  EXPECT_EQ(several.error().text(),
            "2 runs have '2026' in their id: 20260101T000001-bbbb, 20260101T000000-aaaa");
}

TEST_F(RunsTest, ASummaryHasTheTaskAndTheTokensWhateverTheLogHolds) {
  store::RunRow row{.id = RunId("a"),
                    .request = R"({"request":{"task":"fix it"}})",
                    .outcome = R"({"tokens_used":12})"};
  EXPECT_EQ(SummaryOf(row).task, "fix it");
  EXPECT_EQ(SummaryOf(row).tokens, 12);
  for (const std::string odd : {"", "{", "[]", "null", R"({"request":[]})",
                                R"({"request":{"task":1},"tokens_used":"x"})"}) {
    row.request = row.outcome = odd;
    EXPECT_EQ(SummaryOf(row).task, "") << odd;
    EXPECT_EQ(SummaryOf(row).tokens, std::nullopt) << odd;
  }
}

TEST_F(RunsTest, OldRunsGoButNotPinnedOnesAndNotTheLastFifty) {
  at_.environment().variables["SATCHEL_RETENTION_DAYS"] = "10";
  auto stores = at_.Open();
  for (int i = 0; i < 60; ++i) AddRun(*stores, fmt::format("r{:02}", i), Days(i / 10));
  ASSERT_TRUE(PinRun(*stores, RunId("r03"), true, Deadline::Never()));
  EXPECT_EQ(Collect(*stores, Days(5)).runs, 0U) << "none is old";
  const Collection gone = Collect(*stores, Days(100));
  EXPECT_EQ(gone.runs, 9U);
  EXPECT_EQ(gone.run_bytes, 90);
  const auto ids = Ids(*stores);
  EXPECT_THAT(ids, SizeIs(51));
  EXPECT_EQ(ids.back(), "r03");
  EXPECT_EQ(Collect(*stores, Days(100)).runs, 0U);
}

TEST_F(RunsTest, ALogThatIsTooLargeLosesItsOldestRuns) {
  at_.environment().variables["SATCHEL_RETENTION_MAX_MB"] = "1";
  auto stores = at_.Open();
  for (int i = 0; i < 60; ++i) AddRun(*stores, fmt::format("r{:02}", i), Time{i + 1}, 19'000);
  const Collection gone = Collect(*stores, Time{100});
  EXPECT_EQ(gone.runs, 8U);  // 52 * 19,000 is below a million
  EXPECT_EQ(Ids(*stores).back(), "r08");
}

TEST_F(RunsTest, UnusedSessionsGoWithTheirFiles) {
  at_.environment().variables["SATCHEL_SESSION_DAYS"] = "3";
  {
    auto stores = at_.Open();
    ASSERT_TRUE(PutSession(*stores, "old", Days(1)));
    ASSERT_TRUE(PutSession(*stores, "Odd name", Days(1)));
    ASSERT_TRUE(PutSession(*stores, "used", Days(1)));
    ASSERT_TRUE(PutSession(*stores, "used", Days(6)));
  }
  auto stores = at_.Open();
  EXPECT_EQ(Collect(*stores, Days(8)).sessions, 2U);
  EXPECT_THAT(stores->SessionFiles().value(), ElementsAre(at_.place() / "sessions/used.db"));
  for (const auto& entry : fs::directory_iterator(at_.place() / "sessions")) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "lock" || name.starts_with("used.db")) << name;
  }
  EXPECT_EQ(Collect(*stores, Days(8)).sessions, 0U);
}

TEST_F(RunsTest, ASessionThatIsOpenStaysAndLosesNothing) {
  auto working = at_.Open();
  ASSERT_TRUE(PutSession(*working, "task", Days(1), "first"));
  auto collecting = at_.Open();
  EXPECT_EQ(Collect(*collecting, Days(100)).sessions, 0U);
  ASSERT_TRUE(PutSession(*working, "task", Days(2), "second"));
  auto looking = at_.Open(Stores::Use::kReadOnly);
  auto session = looking->Session("task", Days(2), Deadline::Never());
  ASSERT_TRUE(session);
  EXPECT_EQ(store::SessionState(**session)
                .Read(looking->scope(Deadline::Never()), "task")
                .value()
                .at("a")
                .value,
            "second");
}

// Each session is written old, then closed, so that it may be collected; then opened
// and written new, which must never be lost, whether it was collected before or not.
int WriteSessions(const StoreWorkspace& at, int rounds) {
  int lost = 0;
  for (int i = 0; i < rounds; ++i) {
    {
      auto stores = at.Open();
      if (!stores || !PutSession(*stores, "task", Days(1), "old")) ++lost;
    }
    auto stores = at.Open();
    if (!stores || !PutSession(*stores, "task", Days(200), fmt::to_string(i))) ++lost;
    stores = at.Open(Stores::Use::kReadOnly);
    auto session = stores ? stores->Session("task", Days(1), Deadline::Never())
                          : std::unexpected(stores.error());
    if (!session) return lost + 1;
    const store::SessionState state(**session);
    const auto values = state.Read(stores->scope(Deadline::Never()), "task");
    if (!values || !values->contains("a") || values->at("a").value != fmt::to_string(i)) ++lost;
  }
  return lost;
}

TEST_F(RunsTest, CollectingBesideAWritingProcessLosesNoAcknowledgedWrite) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit(WriteSessions(at_, 20) == 0 ? 0 : 1);
  int status = 0;
  std::size_t rounds = 0;
  std::size_t removed = 0;
  auto stores = at_.Open();
  while (::waitpid(child, &status, WNOHANG) == 0) {
    const Collection gone = Collect(*stores, Days(100));
    removed += gone.sessions;
    ++rounds;
  }
  EXPECT_EQ(status, 0);
  EXPECT_GT(rounds, 0U);
  RecordProperty("removed", static_cast<int>(removed));
  RecordProperty("rounds", static_cast<int>(rounds));
}

}  // namespace
}  // namespace satchel::engine
