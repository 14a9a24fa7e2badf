// What becomes of a packet whose log or session cannot be written.

#include "pipeline/run_record.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "notes/pack/sections.h"
#include "packet/render/markdown.h"
#include "pipeline/runner.h"
#include "store/raw_log.h"
#include "store/session_state.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/failing_database.h"
#include "tests/support/fake_stage.h"

namespace satchel::pipeline {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using test::FailingDatabase;
using test::FakeStage;
using test::Line;
using test::Offers;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr Time kNow{1'700'000'000'000'000};
const packet::MarkdownLayout kLayout;
constexpr std::array<std::string_view, 2> kStages = {"test.first", "test.second"};
constexpr std::array<packet::SectionKey, 1> kTasks = {{{"notes", "tasks"}}};
constexpr std::array kFills = {packet::Fill{.sections = kTasks}};
constexpr std::array kDue = {DueFills{.behind = "test.second", .fills = kFills}};
const Recipe kRecipe{.name = "test",
                     .stages = kStages,
                     .sections = NotesPolicies(),
                     .fills = kDue,
                     .budget = 400,
                     .tokenizer = text::Tokenizer::kChars4};
const Error kFull(Errc::kSystem, "cannot write raw.db: the disk is full");
const Error kBusy(Errc::kUnavailable, "raw.db is in use by another process");

class HandTicker final : public Ticker {
 public:
  nanoseconds Elapsed() const override { return elapsed; }
  nanoseconds elapsed{0};
};

// A store in memory with a workspace.
std::shared_ptr<store::Database> MakeStore() {
  auto made = store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
  EXPECT_TRUE(made && (*made)->AddWorkspace("key", "name", kNow, Deadline::Never()));
  return made ? *std::move(made) : nullptr;
}

class RunRecordTest : public testing::Test {
 protected:
  Result<RunResult> Execute(const std::string& id, const Deadline& deadline = Deadline::Never(),
                            Entry entry = Entry::kContinue) {
    StageSet stages;
    stages.Add(std::make_unique<FakeStage>(
        "test.first", Offers("tasks", {Line("a", "first task"), Line("b", "second task", 1)})));
    stages.Add(std::make_unique<FakeStage>(
        "test.second",
        [this](StageContext context, const Services& services) -> Result<StageContext> {
          if (services.log) services.log("model_call", {{"input", "x"}});
          if (in_stage_) in_stage_();
          return context;
        }));
    const RunPlan run{.recipe = kRecipe,
                      .request = {.recipe = "test",
                                  .task = "fix it",
                                  .task_id = "task",
                                  .budget = 400,
                                  .tokenizer = text::Tokenizer::kChars4,
                                  .stages = {"test.first", "test.second"},
                                  .now = kNow},
                      .id = RunId(id),
                      .entry = entry,
                      .process = "here"};
    const FixedClock clock{kNow};
    return Runner(stages, clock, ticker_)
        .Execute(run, kLayout, {.deadline = deadline},
                 {.raw = raw_,
                  .session = no_session_ ? nullptr : &session_,
                  .no_session = no_session_,
                  .scope = {.workspace = WorkspaceId(1), .deadline = deadline},
                  .spare = [] {
                    return Result<SpareLog>(
                        SpareLog{.database = MakeStore(), .workspace = WorkspaceId(1)});
                  }});
  }

  // "status: item, item" of a run in a log.
  static std::string Logged(store::Database& raw, const std::string& id) {
    const store::RawReader reader(raw);
    const store::Scope scope{.workspace = WorkspaceId(1)};
    const std::vector<std::string> ids = {id};
    const auto rows = reader.Runs(scope, ids).value();
    if (rows.empty()) return "nothing";
    std::string text = rows.front().status + ":";
    const auto decisions = reader.Decisions(scope, RunId(id), 0, 1000).value();
    const auto events = reader.Events(scope, RunId(id)).value();
    for (const store::DecisionRow& row : decisions) {
      text += " " + row.item.value();
    }
    for (const store::EventRow& row : events) {
      text += " " + row.kind;
    }
    return text;
  }

  const std::shared_ptr<store::Database> store_ = MakeStore();
  FailingDatabase raw_{*store_};
  FailingDatabase session_{*store_};
  std::optional<Error> no_session_;
  std::function<void()> in_stage_;
  HandTicker ticker_;
};

constexpr const char* kWhole = "done: a b model_call packet";

TEST_F(RunRecordTest, WithBothStoresNothingIsSaid) {
  const auto made = Execute("r1");
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_FALSE(made->unrecorded);
  EXPECT_EQ(made->spare.database, nullptr);
  EXPECT_EQ(Logged(*store_, "r1"), kWhole);
}

TEST_F(RunRecordTest, AFullDiskAtAnyWriteOfTheLogLeavesThePacketAndItsLogInMemory) {
  const auto undisturbed = Execute("r0");
  ASSERT_TRUE(undisturbed);
  int failures = 0;
  for (int at = 0;; ++at) {
    const std::string id = fmt::format("r{}", at + 1);
    raw_.FailWrites(kFull, at);
    const int before = raw_.failed();
    const auto made = Execute(id);
    ASSERT_TRUE(made) << at << made.error().text();
    EXPECT_EQ(made->text, undisturbed->text);
    if (raw_.failed() == before) break;
    ++failures;
    EXPECT_EQ(raw_.failed(), before + 1) << "the log is not tried again";
    ASSERT_TRUE(made->unrecorded);
    EXPECT_EQ(made->unrecorded->code(), Errc::kSystem);
    EXPECT_THAT(made->unrecorded->text(), StartsWith("this run is not recorded: "));
    EXPECT_THAT(made->unrecorded->text(), HasSubstr("the disk is full"));
    EXPECT_EQ(Logged(*made->spare.database, id), kWhole) << at;
  }
  EXPECT_EQ(failures, 2) << "start and end of the run";
}

TEST_F(RunRecordTest, ASessionThatCannotBeWrittenIsSaidAndTheRunIsLogged) {
  for (int at = 0; at < 2; ++at) {
    const std::string id = fmt::format("r{}", at);
    session_.FailWrites(Error(Errc::kConflict, "task.db was removed"), at);
    const auto made = Execute(id);
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_TRUE(made->unrecorded);
    EXPECT_THAT(made->unrecorded->text(), StartsWith("the session of this task is not recorded: "));
    EXPECT_EQ(Logged(*store_, id), kWhole);
  }
  session_.FailReads(kFull);
  EXPECT_TRUE(Execute("r2"));
  no_session_ = kFull;
  const auto without = Execute("r3");
  ASSERT_TRUE(without);
  EXPECT_TRUE(without->unrecorded);
}

TEST_F(RunRecordTest, ARefinementNeedsItsSession) {
  no_session_ = kFull;
  auto refined = Execute("r1", Deadline::Never(), Entry::kRefine);
  ASSERT_FALSE(refined);
  EXPECT_EQ(refined.error().code(), Errc::kSystem);
  no_session_.reset();
  session_.FailReads(kBusy);
  refined = Execute("r2", Deadline::Never(), Entry::kRefine);
  ASSERT_FALSE(refined);
  EXPECT_EQ(refined.error().code(), Errc::kUnavailable);
}

TEST_F(RunRecordTest, LocksTakeAtMostHalfOfTheTimeBeforeTheStages) {
  const auto hold = [this](const Deadline& wait) { ticker_.elapsed += *wait.Remaining(); };
  raw_.FailWrites(kBusy);
  raw_.WhileWaiting(hold);
  session_.FailWrites(kBusy);
  session_.WhileWaiting(hold);
  nanoseconds begun{0};
  in_stage_ = [&] { begun = ticker_.elapsed; };
  const auto made = Execute("r1", Deadline::After(milliseconds(250), ticker_));
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_GT(begun, milliseconds(50)) << "it did wait";
  EXPECT_LT(begun, milliseconds(125));
  EXPECT_TRUE(made->unrecorded);
}

TEST_F(RunRecordTest, AFinishedPacketIsShownAlthoughItsRecordWaitsBeyondTheDeadline) {
  raw_.FailWrites(kBusy, 1);
  raw_.WhileWaiting([this](const Deadline& wait) { ticker_.elapsed += *wait.Remaining(); });
  const auto made = Execute("r1", Deadline::After(milliseconds(250), ticker_));
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_GE(ticker_.elapsed, milliseconds(250));
  EXPECT_THAT(made->text, HasSubstr("first task"));
  EXPECT_EQ(Logged(*made->spare.database, "r1"), kWhole);
}

TEST_F(RunRecordTest, ARunThatIsCancelledWhileItWaitsForALockFailsUntilItsPacketIsMade) {
  for (const int at : {0, 1}) {
    CancelSource cancel;
    raw_.FailWrites(kBusy, at);
    raw_.WhileWaiting([&](const Deadline&) { cancel.Cancel(); });
    const auto made = Execute("r1", Deadline::Never().With(cancel));
    EXPECT_EQ(made.has_value(), at == 1);
    EXPECT_EQ(made ? Errc::kDeadline : made.error().code(), Errc::kDeadline);
  }
}

}  // namespace
}  // namespace satchel::pipeline
