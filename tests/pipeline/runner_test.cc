// What the runner promises about every stage, on every engine: what a failure, a
// stall, a cancellation or a kill leaves behind, and how a task goes on afterwards.

#include "pipeline/runner.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "notes/pack/sections.h"
#include "packet/packer.h"
#include "packet/render/markdown.h"
#include "pipeline/invariants.h"
#include "store/raw_log.h"
#include "store/session_state.h"
#include "tests/contract/store_engines.h"
#include "tests/support/fake_stage.h"

namespace satchel::pipeline {
namespace {

using test::FakeStage;
using test::Line;
using test::Offers;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::SizeIs;

constexpr Time kNow{1'700'000'000'000'000};

const packet::MarkdownLayout kLayout;
constexpr std::array<std::string_view, 2> kStages = {"test.first", "test.second"};
constexpr std::array<packet::SectionKey, 1> kTasks = {{{"notes", "tasks"}}};
constexpr std::array<packet::SectionKey, 1> kConventions = {{{"notes", "conventions"}}};
constexpr std::array kFirstFills = {packet::Fill{.sections = kTasks}};
constexpr std::array kSecondFills = {packet::Fill{.sections = kConventions}};
constexpr std::array kFills = {DueFills{.behind = "test.first", .fills = kFirstFills},
                               DueFills{.behind = "test.second", .fills = kSecondFills}};
const Recipe kRecipe{.name = "test",
                     .stages = kStages,
                     .sections = NotesPolicies(),
                     .fills = kFills,
                     .budget = 400,
                     .tokenizer = text::Tokenizer::kChars4};

// Steps by hand.
class HandTicker final : public Ticker {
 public:
  std::chrono::nanoseconds Elapsed() const override { return elapsed; }
  std::chrono::nanoseconds elapsed{0};
};

// Passes everything on, and kills the process before the n-th transaction that writes.
class KillingDatabase final : public store::Database {
 public:
  KillingDatabase(store::Database& database, int& left) : database_(database), left_(left) {}

  Result<std::unique_ptr<store::Transaction>> Begin(const store::Scope& scope,
                                                    store::Access access) override {
    if (access == store::Access::kWrite && left_-- == 0) ::raise(SIGKILL);
    return database_.Begin(scope, access);
  }
  Result<std::optional<WorkspaceId>> FindWorkspace(std::string_view key,
                                                   const Deadline& deadline) override {
    return database_.FindWorkspace(key, deadline);
  }
  Result<WorkspaceId> AddWorkspace(std::string_view key, std::string_view name, Time now,
                                   const Deadline& deadline) override {
    return database_.AddWorkspace(key, name, now, deadline);
  }
  std::string_view engine() const override { return database_.engine(); }

 private:
  store::Database& database_;
  int& left_;
};

class RunnerTest : public testing::TestWithParam<test::EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    Use("test.first", Offers("tasks", {Line("a", "first task"), Line("b", "second task", 1)}));
    Use("test.second", Offers("conventions", {Line("c", "a convention")}));
  }

  void Use(const std::string& name, FakeStage::Work work,
           Stage::Need need = Stage::Need::kRequired) {
    work_.insert_or_assign(name, std::pair(std::move(work), need));
  }

  static Request Asked() {
    return {.recipe = "test",
            .task = "fix it",
            .task_id = "task",
            .budget = 400,
            .tokenizer = text::Tokenizer::kChars4,
            .stages = {"test.first", "test.second"},
            .now = kNow};
  }

  Result<RunResult> Execute(const std::string& id, Entry entry = Entry::kContinue,
                            const Deadline& deadline = Deadline::Never()) {
    return ExecuteOn(engine_->database(), id, Asked(), entry, deadline);
  }

  Result<RunResult> ExecuteOn(store::Database& database, const std::string& id, Request request,
                              Entry entry = Entry::kContinue,
                              const Deadline& deadline = Deadline::Never()) {
    StageSet stages;
    for (const auto& [name, work] : work_) {
      stages.Add(std::make_unique<FakeStage>(name, work.first, work.second));
    }
    const Runner runner(stages, clock_, ticker_);
    const RunPlan run{.recipe = kRecipe,
                      .request = std::move(request),
                      .id = RunId(id),
                      .snapshot = snapshot_,
                      .entry = entry,
                      .clock_fixed = clock_fixed_,
                      .process = "here",
                      .checkpoint_after = checkpoint_after_};
    return runner.Execute(run, kLayout, {.deadline = deadline},
                          {.raw = database, .session = &database, .scope = engine_->scope()});
  }

  store::RunRow Logged(const std::string& id) {
    const std::vector<std::string> ids = {id};
    const auto rows = store::RawReader(engine_->database()).Runs(engine_->scope(), ids);
    EXPECT_TRUE(rows && rows->size() == 1) << "run " << id;
    return rows && !rows->empty() ? rows->front() : store::RunRow{};
  }

  std::vector<std::string> LoggedStages(const std::string& id) {
    std::vector<std::string> stages;
    const auto rows = store::RawReader(engine_->database()).Stages(engine_->scope(), RunId(id));
    EXPECT_TRUE(rows);
    for (const store::StageRow& row : *rows) {
      stages.push_back(row.name + " " + ParseJson(row.record).value()["status"].get<std::string>());
    }
    return stages;
  }

  // "stage item rendition reason" of every decision.
  std::vector<std::string> LoggedDecisions(const std::string& id) {
    std::vector<std::string> decisions;
    const auto rows =
        store::RawReader(engine_->database()).Decisions(engine_->scope(), RunId(id), 0, 1000);
    EXPECT_TRUE(rows);
    for (const store::DecisionRow& row : *rows) {
      decisions.push_back(fmt::format("{} {} {}{}", row.stage, row.item.value(), row.rendition,
                                      row.reason.empty() ? "" : " " + row.reason));
    }
    return decisions;
  }

  // The same without the stage: a run that goes on logs what others decided as one.
  std::vector<std::string> Decided(const std::string& id) {
    std::vector<std::string> decisions = LoggedDecisions(id);
    for (std::string& decision : decisions) decision.erase(0, decision.find(' '));
    return decisions;
  }

  std::map<std::string, store::SessionValue> Session() {
    return store::SessionState(engine_->database()).Read(engine_->scope(), "task").value();
  }
  Json SessionJson(const std::string& name) { return ParseJson(Session().at(name).value).value(); }

  // Runs in a process of its own, which dies before its n-th write. False: it lived.
  bool ExecuteAndKill(const std::string& id, int writes) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto database = engine_->Reopen();
      if (!database) ::_exit(3);
      KillingDatabase killing(**database, writes);
      const auto result = ExecuteOn(killing, id, Asked());
      ::_exit(result ? 0 : 4);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) return true;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    return false;
  }

  std::unique_ptr<test::StoreEngine> engine_;
  std::map<std::string, std::pair<FakeStage::Work, Stage::Need>> work_;
  Json snapshot_ = {{"notes", {{"TASKS.md", "1"}}}};
  bool clock_fixed_ = true;
  std::chrono::microseconds checkpoint_after_ = std::chrono::milliseconds(200);
  const FixedClock clock_{Time{1'700'000'000'500'000}};
  HandTicker ticker_;
};

TEST_P(RunnerTest, RunsTheStagesInOrderAndRecordsEverything) {
  const auto result = Execute("r1");
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_THAT(result->text, HasSubstr("- first task\n- second task\n"));
  EXPECT_THAT(result->text, HasSubstr("- a convention\n"));
  EXPECT_THAT(result->remarks, IsEmpty());
  EXPECT_LE(result->packet.tokens_used, 400U);
  EXPECT_THAT(result->packet.digest, SizeIs(64));

  EXPECT_EQ(Logged("r1").status, "done");
  EXPECT_THAT(LoggedStages("r1"), ElementsAre("test.first done", "test.second done", "pack done"));
  EXPECT_THAT(LoggedDecisions("r1"),
              ElementsAre("test.first a full", "test.first b full", "test.second c full"));
  EXPECT_THAT(Session(), Contains(Key("task_query")));
  EXPECT_THAT(SessionJson("stage_progress")["status"], "done");
  EXPECT_EQ(SessionJson("stage_outputs")["test.first"]["offers"][0]["candidates"], 2);
  EXPECT_THAT(SessionJson("stage_outputs"), SizeIs(2));
  const auto final_context = ContextFromJson(SessionJson("final_context"));
  ASSERT_TRUE(final_context) << final_context.error().text();
  EXPECT_EQ(final_context->packing.packet.digest, result->packet.digest);
  EXPECT_LE(result->stores.calls, 12U) << "load, start, progress, final context, end of the log";
}

TEST_P(RunnerTest, TheSameRequestGivesTheSameBytes) {
  const auto first = Execute("r1");
  const auto second = Execute("r2");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->text, second->text);
  EXPECT_EQ(first->packet.digest, second->packet.digest);
}

TEST_P(RunnerTest, ARequiredStageThatFailsFailsTheRunAndLeavesTheSessionUsable) {
  Use("test.second", [](const StageContext&, const Services&) -> Result<StageContext> {
    return Fail(Errc::kUnavailable, "the source is down");
  });
  const auto result = Execute("r1");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kUnavailable);
  EXPECT_THAT(result.error().text(), HasSubstr("test.second: the source is down"));
  EXPECT_EQ(Logged("r1").status, "failed");
  EXPECT_THAT(Logged("r1").outcome, HasSubstr("the source is down"));
  EXPECT_THAT(LoggedStages("r1"), ElementsAre("test.first done", "test.second failed"));
  EXPECT_EQ(SessionJson("stage_progress")["status"], "failed");
  EXPECT_THAT(SessionJson("stage_progress")["error"], HasSubstr("the source is down"));
  EXPECT_THAT(Session(), Not(Contains(Key("final_context"))));

  Use("test.second", Offers("conventions", {Line("c", "a convention")}));
  const auto again = Execute("r2");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_THAT(again->remarks, IsEmpty());
  EXPECT_EQ(SessionJson("stage_progress")["status"], "done");
}

TEST_P(RunnerTest, AnOptionalStageThatFailsIsRecordedAndTheContextGoesOn) {
  Use(
      "test.first",
      [](StageContext context, const Services&) -> Result<StageContext> {
        context.values["half"] = "done";
        return Fail(Errc::kDeadline, "no answer");
      },
      Stage::Need::kOptional);
  const auto result = Execute("r1");
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_THAT(result->remarks, ElementsAre(HasSubstr("test.first: no answer")));
  EXPECT_THAT(result->text, HasSubstr("a convention"));
  EXPECT_THAT(LoggedStages("r1"),
              ElementsAre("test.first failed", "test.second done", "pack done"));
  EXPECT_THAT(SessionJson("final_context")["values"], IsEmpty());
}

TEST_P(RunnerTest, AStageThatDoesNotApplyIsSkipped) {
  Use("test.first", [](StageContext context, const Services&) -> Result<StageContext> {
    context.values["skip test.second"] = true;
    return context;
  });
  const auto result = Execute("r1");
  ASSERT_TRUE(result);
  EXPECT_THAT(LoggedStages("r1"),
              ElementsAre("test.first done", "test.second skipped", "pack done"));
}

TEST_P(RunnerTest, AStageThatThrowsFailsTheRun) {
  Use("test.first", [](const StageContext&, const Services&) -> Result<StageContext> {
    throw std::runtime_error("thrown");
  });
  const auto result = Execute("r1");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kInternal);
  EXPECT_THAT(result.error().text(), HasSubstr("thrown"));
  EXPECT_EQ(Logged("r1").status, "failed");
}

TEST_P(RunnerTest, AStageThatStallsEndsWithTheDeadline) {
  Use("test.first", [this](StageContext context, const Services&) -> Result<StageContext> {
    ticker_.elapsed += std::chrono::seconds(11);
    return context;
  });
  const auto result =
      Execute("r1", Entry::kContinue, Deadline::After(std::chrono::seconds(10), ticker_));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kDeadline);
  EXPECT_EQ(Logged("r1").status, "failed");
  EXPECT_THAT(LoggedStages("r1"), ElementsAre("test.first failed"));
  Use("test.first", Offers("tasks", {Line("a", "first task")}));
  EXPECT_TRUE(Execute("r2"));
}

TEST_P(RunnerTest, AnOptionalStageThatTakesAllTheTimeStillFailsTheRun) {
  Use(
      "test.first",
      [this](StageContext context, const Services&) -> Result<StageContext> {
        ticker_.elapsed += std::chrono::seconds(11);
        return context;
      },
      Stage::Need::kOptional);
  const auto result =
      Execute("r1", Entry::kContinue, Deadline::After(std::chrono::seconds(10), ticker_));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kDeadline);
}

TEST_P(RunnerTest, ACancelledRunSaysSoAndTheTaskGoesOnLater) {
  CancelSource cancel;
  Use("test.first", [&cancel](StageContext context, const Services&) -> Result<StageContext> {
    cancel.Cancel();
    return context;
  });
  const auto result = Execute("r1", Entry::kContinue, Deadline::Never().With(cancel));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kDeadline);
  EXPECT_EQ(Logged("r1").status, "failed");
  EXPECT_EQ(SessionJson("stage_progress")["status"], "failed");
  Use("test.first", Offers("tasks", {Line("a", "first task")}));
  EXPECT_TRUE(Execute("r2"));
}

TEST_P(RunnerTest, AnInconsistentContextIsNotPassedOn) {
  struct Case {
    std::string says;
    std::function<void(StageContext&)> spoil;
  };
  const std::vector<Case> cases = {
      {"request", [](StageContext& context) { context.request.budget = 1'000'000; }},
      {"snapshot", [](StageContext& context) { context.snapshot = Json::object(); }},
      {"task query", [](StageContext& context) { context.query.title = "another"; }},
      {"no section notes.other",
       [](StageContext& context) { context.offers.To({"notes", "other"}); }},
      {"no id or no rendition",
       [](StageContext& context) {
         context.offers.To({"notes", "tasks"}).candidates.emplace_back();
       }},
  };
  int number = 0;
  for (const Case& each : cases) {
    Use("test.second", [&each](StageContext context, const Services&) -> Result<StageContext> {
      each.spoil(context);
      return context;
    });
    const auto result = Execute(fmt::format("r{}", ++number), Entry::kFresh);
    ASSERT_FALSE(result) << each.says;
    EXPECT_EQ(result.error().code(), Errc::kInternal);
    EXPECT_THAT(result.error().text(), HasSubstr(each.says));
  }
}

TEST(CheckPackedTest, APacketThatFillingsHaveSpoiltIsNotPassedOn) {
  const std::span<const packet::SectionPolicy> policies = NotesPolicies();
  packet::Packer packer("notes", policies, 400, text::Tokenizer::kChars4, kLayout);
  packer.Add({PolicyOf(policies, {"notes", "tasks"}), {Line("a", "a task"), Line("b", "two", 1)}});
  const packet::Packet before = packer.packet();
  EXPECT_TRUE(CheckPacked(before, before));
  struct Case {
    std::string says;
    std::function<void(packet::Packet&)> spoil;
  };
  const std::vector<Case> cases = {
      {"counter", [](packet::Packet& packet) { packet.budget = 1'000'000; }},
      {"sections", [](packet::Packet& packet) { packet.sections.pop_back(); }},
      {"sections", [](packet::Packet& packet) { packet.sections[2].of = "graph"; }},
      {"without a report",
       [](packet::Packet& packet) {
         for (packet::Section& section : packet.sections) section.items.clear();
       }},
      {"twice",
       [](packet::Packet& packet) {
         auto& items = packet.sections[2].items;
         items.push_back(items.front());
       }},
      {"no rendition", [](packet::Packet& packet) { packet.sections[2].items.front().step = 9; }},
      {"more than the section", [](packet::Packet& packet) { packet.sections[2].cost = {}; }},
      {"into a budget of 400",
       [](packet::Packet& packet) { packet.sections[2].cost.bytes = 100'000; }},
  };
  for (const Case& each : cases) {
    packet::Packet after = before;
    each.spoil(after);
    const Status checked = CheckPacked(before, after);
    ASSERT_FALSE(checked) << each.says;
    EXPECT_THAT(checked.error().text(), HasSubstr(each.says));
  }
}

TEST_P(RunnerTest, AnUnknownStageIsRefused) {
  Request request = Asked();
  request.stages = {"test.other"};
  const auto result = ExecuteOn(engine_->database(), "r1", request);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), Errc::kInvalidInput);
}

TEST_P(RunnerTest, AKillBeforeAnyWriteOfCheapStagesIsFollowedByTheSamePacket) {
  const auto undisturbed = Execute("undisturbed");
  ASSERT_TRUE(undisturbed);
  int kills = 0;
  for (int writes = 0; ExecuteAndKill(fmt::format("killed{}", writes), writes); ++writes) {
    ++kills;
    ASSERT_LT(writes, 50);
    const auto next = Execute(fmt::format("next{}", writes));
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ(next->text, undisturbed->text) << writes;
    EXPECT_EQ(next->packet.digest, undisturbed->packet.digest);
    EXPECT_EQ(Decided(fmt::format("next{}", writes)), Decided("undisturbed")) << writes;
    EXPECT_EQ(SessionJson("stage_progress")["status"], "done");
  }
  EXPECT_EQ(kills, 4) << "start, progress, final context, end of the log";
}

TEST_P(RunnerTest, AStageThatCalledAModelIsNotDoneAgain) {
  Use("test.first", [](StageContext context, const Services& services) -> Result<StageContext> {
    services.log("model_call", {{"input", "x"}});
    return Offers("tasks", {Line("a", "first task")})(std::move(context), services);
  });
  // Start, progress, checkpoint, decisions; then the final context is not written any more.
  ASSERT_TRUE(ExecuteAndKill("killed", 4));
  const auto next = Execute("next");
  ASSERT_TRUE(next) << next.error().text();
  EXPECT_THAT(next->remarks, ElementsAre(HasSubstr("continued from there")));
  EXPECT_THAT(next->text, HasSubstr("- first task\n"));
}

TEST_P(RunnerTest, AKillBeforeAnyWriteIsFollowedByTheSamePacket) {
  checkpoint_after_ = {};  // every stage counts as long
  const auto undisturbed = Execute("undisturbed");
  ASSERT_TRUE(undisturbed);
  const Json outputs = SessionJson("stage_outputs");
  int kills = 0;
  int continued = 0;
  for (int writes = 0; ExecuteAndKill(fmt::format("killed{}", writes), writes); ++writes) {
    ++kills;
    ASSERT_LT(writes, 50);
    const auto next = Execute(fmt::format("next{}", writes));
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ(next->text, undisturbed->text) << writes;
    EXPECT_EQ(next->packet.digest, undisturbed->packet.digest);
    const bool went_on = std::ranges::any_of(next->remarks, [](const std::string& remark) {
      return remark.find("continued from there") != std::string::npos;
    });
    if (went_on) ++continued;
    // Whoever is cut off and comes to the log at all is marked in it.
    const std::vector<std::string> ids = {fmt::format("killed{}", writes)};
    const auto rows = store::RawReader(engine_->database()).Runs(engine_->scope(), ids);
    ASSERT_TRUE(rows);
    if (went_on) {
      EXPECT_THAT(next->remarks, ElementsAre(HasSubstr(fmt::format("killed{}", writes))));
      EXPECT_EQ(rows->front().status, "interrupted");
      EXPECT_THAT(rows->front().outcome, HasSubstr(fmt::format("next{}", writes)));
    }
    EXPECT_EQ(SessionJson("stage_progress")["status"], "done");
    // Also of the stages that another run had done.
    EXPECT_EQ(Decided(fmt::format("next{}", writes)), Decided("undisturbed")) << writes;
    EXPECT_EQ(SessionJson("stage_outputs"), outputs);
  }
  EXPECT_GE(kills, 6);
  EXPECT_GE(continued, 2);
}

TEST_P(RunnerTest, ARunThatWasCutOffIsNotContinuedWhenSomethingHasChanged) {
  checkpoint_after_ = {};
  const auto cut_off = [this] {
    // After the first stage's checkpoint is stored: start, progress, checkpoint.
    EXPECT_TRUE(ExecuteAndKill("killed", 3));
  };
  cut_off();
  snapshot_ = {{"notes", {{"TASKS.md", "2"}}}};
  auto next = Execute("r2");
  ASSERT_TRUE(next);
  EXPECT_THAT(next->remarks, ElementsAre(HasSubstr("sources have changed")));

  cut_off();
  Request other = Asked();
  other.budget = 300;
  next = ExecuteOn(engine_->database(), "r3", other);
  ASSERT_TRUE(next);
  EXPECT_THAT(next->remarks, ElementsAre(HasSubstr("asked something else")));

  cut_off();
  Request later = Asked();
  later.now = kNow + std::chrono::minutes(1);
  next = ExecuteOn(engine_->database(), "r4", later);
  ASSERT_TRUE(next);
  EXPECT_THAT(next->remarks, ElementsAre(HasSubstr("clock")));

  // Without a clock of the caller's own, that of the run that was cut off counts.
  cut_off();
  clock_fixed_ = false;
  next = ExecuteOn(engine_->database(), "r5", later);
  ASSERT_TRUE(next);
  EXPECT_THAT(next->remarks, ElementsAre(HasSubstr("continued from there")));
  EXPECT_EQ(next->now, kNow);
}

TEST_P(RunnerTest, AnUnreadableSessionIsNamedAndBegunAgain) {
  ASSERT_TRUE(store::SessionState(engine_->database())
                  .Put(engine_->scope(), "task",
                       {{"stage_progress", {.version = 1, .value = R"({"run": 7})"}},
                        {"final_context", {.version = 1, .value = "{"}}},
                       kNow));
  const auto refined = Execute("r1", Entry::kRefine);
  ASSERT_FALSE(refined);
  EXPECT_THAT(ParseJson(Logged("r1").outcome).value()["remarks"],
              ElementsAre(HasSubstr("stage_progress"), HasSubstr("final_context")));
  ASSERT_TRUE(store::SessionState(engine_->database())
                  .Put(engine_->scope(), "task",
                       {{"stage_progress", {.version = 1, .value = R"({"run": 7})"}}}, kNow));
  const auto result = Execute("r2");
  ASSERT_TRUE(result);
  EXPECT_THAT(result->remarks, ElementsAre(HasSubstr("stage_progress")));
}

TEST_P(RunnerTest, WhatIsNotNeededOfASessionIsNotRead) {
  ASSERT_TRUE(store::SessionState(engine_->database())
                  .Put(engine_->scope(), "task",
                       {{"final_context", {.version = 1, .value = "{"}},
                        {"stage_checkpoint", {.version = 2, .value = "{"}},
                        {"stage_outputs", {.version = 1, .value = "{"}}},
                       kNow));
  const auto result = Execute("r1");
  ASSERT_TRUE(result);
  EXPECT_THAT(result->remarks, IsEmpty());
}

TEST_P(RunnerTest, RefiningStartsFromTheFinalContextAndTheRequestInTheSession) {
  Use("test.first", [](StageContext context, const Services&) -> Result<StageContext> {
    auto& pool = context.offers.To({"notes", "tasks"}).candidates;
    if (!context.refinement) pool.push_back(Line("a.cc", "known before"));
    if (context.refinement) {
      for (const std::string& file : context.refinement->missing_files) {
        pool.push_back(Line(file, "asked for", static_cast<std::int64_t>(pool.size())));
      }
    }
    return context;
  });
  ASSERT_TRUE(Execute("r1"));
  ASSERT_TRUE(store::SessionState(engine_->database())
                  .Put(engine_->scope(), "task",
                       {{"refinement_request",
                         {.version = 1,
                          .value = R"({"reason": "tests fail", "missing_files": ["b.cc"]})"}}},
                       kNow));
  const auto refined = Execute("r2", Entry::kRefine);
  ASSERT_TRUE(refined) << refined.error().text();
  EXPECT_THAT(refined->text, HasSubstr("- known before\n- asked for\n"));
  EXPECT_LE(refined->packet.tokens_used, 400U);
  EXPECT_THAT(Logged("r2").request, HasSubstr("tests fail"));
  EXPECT_THAT(SessionJson("final_context")["packet"]["sections"][2]["items"], SizeIs(2));
}

TEST_P(RunnerTest, RefiningNeedsAPacketAndARequest) {
  auto refined = Execute("r1", Entry::kRefine);
  ASSERT_FALSE(refined);
  EXPECT_EQ(refined.error().code(), Errc::kNotFound);
  ASSERT_TRUE(Execute("r2"));
  refined = Execute("r3", Entry::kRefine);
  ASSERT_FALSE(refined);
  EXPECT_THAT(refined.error().text(), HasSubstr("refinement_request"));
}

TEST_P(RunnerTest, AStageLogsItsModelCalls) {
  Use("test.first", [](StageContext context, const Services& services) -> Result<StageContext> {
    services.log("model_call", {{"input", "x"}, {"output", "y"}, {"micros", 5}});
    context.decisions.push_back({.section = "files",
                                 .source = "code",
                                 .item = ItemId("z.cc"),
                                 .title = "z.cc",
                                 .reason = "irrelevant"});
    return context;
  });
  ASSERT_TRUE(Execute("r1"));
  const auto events = store::RawReader(engine_->database()).Events(engine_->scope(), RunId("r1"));
  ASSERT_TRUE(events);
  EXPECT_EQ(events->front().kind, "model_call");
  EXPECT_THAT(LoggedDecisions("r1"), Contains("test.first z.cc  irrelevant"));
}

INSTANTIATE_TEST_SUITE_P(Engines, RunnerTest,
                         testing::Values(test::EngineCase{"Sqlite", test::MakeSqliteEngine},
                                         test::EngineCase{"Postgres", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::pipeline
