// What readers and writers of the stores promise, on every engine.

#include <algorithm>
#include <barrier>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/calls.h"
#include "store/curated.h"
#include "store/raw_log.h"
#include "store/schema.h"
#include "store/segments.h"
#include "store/session_state.h"
#include "store/statements.h"
#include "store/transfer.h"
#include "tests/contract/store_engines.h"

namespace satchel::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

// Everything a column of text can hold: quotes, line breaks, any script.
const std::string kOdd = "a'b\"c\\d\n\t{}%$1 ї 🎒 \x01";
const std::string kBytes = {'\0', '\xff', '\x01', ' ', '\0', '\'', '\\'};

DocumentRow Document(std::int64_t id, std::string path) {
  return {.source = "code",
          .id = id,
          .path = std::move(path),
          .digest = std::string(32, static_cast<char>(id)),
          .kind = "file",
          .role = "source",
          .language = "cpp",
          .title = kOdd,
          .size = id * 100,
          .time = id % 2 == 0 ? std::optional(Time{id}) : std::nullopt,
          .attributes = "{}"};
}

class StoreContractTest : public testing::TestWithParam<test::EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
  }

  Database& database() { return engine_->database(); }
  Scope scope() { return {.workspace = engine_->workspace, .count = &count_}; }

  void Put(const std::vector<DocumentRow>& documents) {
    auto change = CuratedChange::Begin(database(), scope());
    ASSERT_TRUE(change) << change.error().text();
    ASSERT_TRUE(change->PutDocuments(documents));
    const Status committed = std::move(*change).Commit();
    ASSERT_TRUE(committed) << committed.error().text();
  }

  std::unique_ptr<test::StoreEngine> engine_;
  StoreCount count_;
};

TEST_P(StoreContractTest, DocumentsAreReadBySetsOfKeys) {
  const std::vector<DocumentRow> all = {Document(1, "a.cc"), Document(2, "b/ü.cc"),
                                        Document(3, "c.cc")};
  Put(all);
  const CuratedReader reader(database());
  const std::vector<std::int64_t> ids = {3, 1, 99};
  EXPECT_THAT(reader.DocumentsById(scope(), "code", ids).value(), ElementsAre(all[0], all[2]));
  const std::vector<std::string> paths = {"b/ü.cc", "nothing", ""};
  EXPECT_THAT(reader.DocumentsByPath(scope(), "code", paths).value(), ElementsAre(all[1]));
  EXPECT_THAT(reader.DocumentsById(scope(), "notes", ids).value(), IsEmpty());
  EXPECT_THAT(reader.DocumentsById(scope(), "code", {}).value(), IsEmpty());
  EXPECT_THAT(reader.Documents(scope(), "code", 1, 1).value(), ElementsAre(all[1]));
}

TEST_P(StoreContractTest, AReadIsOneRoundTripWhateverTheNumberOfKeys) {
  std::vector<DocumentRow> all;
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 1; id <= 2'000; ++id) {
    all.push_back(Document(id, fmt::format("f{}.cc", id)));
    ids.push_back(id);
  }
  Put(all);
  count_ = {};
  EXPECT_THAT(CuratedReader(database()).DocumentsById(scope(), "code", ids).value(), SizeIs(2'000));
  EXPECT_EQ(count_.calls, 1U);
  EXPECT_EQ(count_.round_trips, 1U);
  EXPECT_EQ(count_.rows, 2'000U);
}

TEST_P(StoreContractTest, AChangeIsSeenAsAWholeOrNotAtAll) {
  Put({Document(1, "a.cc")});
  {
    auto change = CuratedChange::Begin(database(), scope());
    ASSERT_TRUE(change) << change.error().text();
    ASSERT_TRUE(change->PutDocuments(std::vector{Document(1, "renamed.cc"), Document(2, "b.cc")}));
    ASSERT_TRUE(change->PutState("tree", "new"));
    const std::vector<std::int64_t> one = {1};
    EXPECT_EQ(CuratedReader(database()).DocumentsById(scope(), "code", one)->front().path, "a.cc");
  }
  EXPECT_THAT(CuratedReader(database()).Documents(scope(), "code", 0, 10).value(),
              ElementsAre(Document(1, "a.cc")));
  const std::vector<std::string> names = {"tree"};
  EXPECT_THAT(CuratedReader(database()).State(scope(), names).value(), IsEmpty());
}

TEST_P(StoreContractTest, PutReplacesAndRemoveRemoves) {
  Put({Document(1, "a.cc"), Document(2, "b.cc")});
  Put({Document(1, "z.cc")});
  auto change = CuratedChange::Begin(database(), scope());
  const std::vector<std::int64_t> gone = {2, 7};
  ASSERT_TRUE(change->RemoveDocuments("code", gone));
  ASSERT_TRUE(change->PutState("a", kOdd));
  ASSERT_TRUE(change->PutState("a", "twice"));
  ASSERT_TRUE(change->PutState("b", ""));
  ASSERT_TRUE(std::move(*change).Commit());
  EXPECT_THAT(CuratedReader(database()).Documents(scope(), "code", 0, 10).value(),
              ElementsAre(Document(1, "z.cc")));
  const std::vector<std::string> names = {"b", "a", "c"};
  EXPECT_THAT(CuratedReader(database()).State(scope(), names).value(),
              ElementsAre(Pair("a", "twice"), Pair("b", "")));
}

TEST_P(StoreContractTest, IdsAreAllottedOnce) {
  auto change = CuratedChange::Begin(database(), scope());
  EXPECT_EQ(change->AllotDocumentIds("code", 10).value(), 1);
  EXPECT_EQ(change->AllotDocumentIds("code", 1).value(), 11);
  EXPECT_EQ(change->AllotDocumentIds("notes", 1).value(), 1);
  EXPECT_FALSE(change->AllotDocumentIds("code", 0));
  ASSERT_TRUE(std::move(*change).Commit());
  change = CuratedChange::Begin(database(), scope());
  EXPECT_EQ(change->AllotDocumentIds("code", 1).value(), 12);
}

TEST_P(StoreContractTest, SegmentRowsComeBackByteForByte) {
  auto change = CuratedChange::Begin(database(), scope());
  const SegmentInfo segment{
      .source = "code", .id = 4, .generation = 2, .documents = 3, .size = 9, .summary = kBytes};
  const std::vector<SegmentRow> rows = {{4, 1, kBytes, 0, std::string(70'000, '\0')},
                                        {4, 1, kBytes, 1, ""},
                                        {4, 2, kBytes, 0, "other kind"},
                                        {5, 1, "key", 0, "other segment"}};
  ASSERT_TRUE(PutSegment(change->transaction(), segment));
  ASSERT_TRUE(PutSegmentRows(change->transaction(), "code", rows));
  ASSERT_TRUE(std::move(*change).Commit());
  const SegmentReader reader(database());
  EXPECT_THAT(reader.Segments(scope(), "code").value(), ElementsAre(segment));
  const std::vector<std::string> keys = {kBytes, "key", "none"};
  const std::vector<SegmentRowQuery> queries = {
      {.segment = 4, .kind = 1, .keys = keys},
      {.segment = 5, .kind = 1, .keys = keys},
      {.segment = 4, .kind = 1, .keys = keys, .parts = {1}}};
  const auto read = [&] {
    return ReadSegmentRows(*database().Begin(scope(), Access::kRead).value(), "code", queries)
        .value();
  };
  EXPECT_THAT(read(), ElementsAre(ElementsAre(rows[0], rows[1]), ElementsAre(rows[3]),
                                  ElementsAre(rows[1])));
  change = CuratedChange::Begin(database(), scope());
  const std::vector<std::int64_t> first = {4};
  ASSERT_TRUE(RemoveSegments(change->transaction(), "code", first));
  ASSERT_TRUE(std::move(*change).Commit());
  EXPECT_THAT(reader.Segments(scope(), "code").value(), IsEmpty());
  EXPECT_THAT(read(), ElementsAre(IsEmpty(), ElementsAre(rows[3]), IsEmpty()));
}

RunRow ARun(int number, std::int64_t size = 10) {
  return {.id = RunId(fmt::format("run{:03}", number)),
          .started_at = {std::int64_t{number} * 86'400'000'000},
          .recipe = "notes",
          .status = "running",
          .budget = number % 2 == 0 ? std::optional<std::int64_t>(8'000) : std::nullopt,
          .size = size,
          .request = kOdd};
}

TEST_P(StoreContractTest, ARunIsLoggedAndReadBack) {
  const RawWriter writer(database());
  RunRow run = ARun(1);
  ASSERT_TRUE(writer.Start(scope(), run));
  ASSERT_TRUE(writer.Start(scope(), run)) << "may be repeated";
  RunLog log(database(), run.id);
  std::vector<DecisionRow> decisions;
  for (std::int64_t i = 1; i <= 150; ++i) {
    decisions.push_back({.ordinal = i,
                         .stage = "tasks",
                         .section = "s",
                         .source = "notes",
                         .item = ItemId(fmt::format("item{}", i % 50)),
                         .included = i % 3 == 0,
                         .rendition = "full",
                         .reason = kOdd,
                         .score = -i,
                         .detail = "{}"});
    ASSERT_TRUE(log.Add(scope(), decisions.back()));
  }
  const StageRow stage{.ordinal = 1, .name = "tasks", .record = kOdd};
  const EventRow event{.ordinal = 1, .kind = "model_call", .at = {7}, .body = "{}"};
  ASSERT_TRUE(log.Add(scope(), stage));
  ASSERT_TRUE(log.Add(scope(), event));
  ASSERT_TRUE(log.Flush(scope()));
  ASSERT_TRUE(log.Flush(scope())) << "nothing is left";
  run.status = "done";
  run.finished_at = Time{5};
  run.size = log.size();
  run.outcome = "{}";
  ASSERT_TRUE(writer.Finish(scope(), run));

  const RawReader reader(database());
  const std::vector<std::string> ids = {"run001", "none"};
  EXPECT_THAT(reader.Runs(scope(), ids).value(), ElementsAre(run));
  EXPECT_THAT(reader.Stages(scope(), run.id).value(), ElementsAre(stage));
  EXPECT_THAT(reader.Events(scope(), run.id).value(), ElementsAre(event));
  EXPECT_EQ(reader.Decisions(scope(), run.id, 0, 1'000).value(), decisions);
  EXPECT_THAT(reader.Decisions(scope(), run.id, 149, 1'000).value(), ElementsAre(decisions[149]));
  const std::vector<std::string> items = {"item7"};
  EXPECT_THAT(reader.DecisionsOn(scope(), run.id, items).value(),
              ElementsAre(decisions[6], decisions[56], decisions[106]));
}

TEST_P(StoreContractTest, LogRowsGoInGroups) {
  ASSERT_TRUE(RawWriter(database()).Start(scope(), ARun(1)));
  count_ = {};
  RunLog log(database(), RunId("run001"));
  constexpr auto kRows = static_cast<std::int64_t>(2 * RunLog::kGroup);
  for (std::int64_t i = 0; i < kRows; ++i) {
    ASSERT_TRUE(log.Add(scope(), EventRow{.ordinal = i, .kind = "index", .body = "{}"}));
  }
  ASSERT_TRUE(log.Flush(scope()));
  EXPECT_EQ(count_.round_trips, 2U);
  EXPECT_EQ(count_.rows, 2 * RunLog::kGroup);
}

TEST_P(StoreContractTest, LatestRunsComeFirst) {
  const RawWriter writer(database());
  for (const int number : {2, 1, 3}) ASSERT_TRUE(writer.Start(scope(), ARun(number)));
  const RawReader reader(database());
  EXPECT_THAT(reader.LatestRuns(scope(), std::nullopt, 2).value(), ElementsAre(ARun(3), ARun(2)));
  EXPECT_THAT(reader.LatestRuns(scope(), ARun(2).started_at, 9).value(), ElementsAre(ARun(1)));
}

TEST_P(StoreContractTest, RunsAreReadByRecipe) {
  const RawWriter writer(database());
  for (const int number : {1, 2, 3, 4}) {
    RunRow run = ARun(number);
    if (number == 2) run.recipe = kIndexRecipe;
    if (number == 4) run.recipe = kEnrichRecipe;
    ASSERT_TRUE(writer.Start(scope(), run));
  }
  const RawReader reader(database());
  const auto numbers = [&](const RecipeFilter& recipes, std::int64_t most) {
    std::string ids;
    const auto runs = reader.LatestRuns(scope(), std::nullopt, most, recipes);
    for (const RunRow& run : runs.value()) ids += run.id.value().substr(5) + " ";
    return ids;
  };
  const std::string index(kIndexRecipe);
  EXPECT_EQ(numbers({}, 9), "4 3 2 1 ");
  EXPECT_EQ(numbers({.only = index}, 9), "2 ");
  EXPECT_EQ(numbers({.only = {}, .packets = true}, 1), "3 ") << "counted after the condition";
  EXPECT_EQ(numbers({.only = "none"}, 9), "");
}

TEST_P(StoreContractTest, NoIndexRunStaysForBeingAmongTheLast) {
  const RawWriter writer(database());
  for (int number = 1; number <= 6; ++number) {
    RunRow run = ARun(number, 100);
    if (number > 2) run.recipe = kIndexRecipe;
    ASSERT_TRUE(writer.Start(scope(), run));
  }
  ASSERT_TRUE(writer.Pin(scope(), RunId("run004"), true).value());
  const Time later = ARun(100).started_at;
  EXPECT_EQ(writer.Collect(scope(), {.days = 7, .always = 2}, later)->runs, 3U);
  std::string left;
  for (const RunRow& run : RawReader(database()).LatestRuns(scope(), std::nullopt, 9).value()) {
    left += run.id.value().substr(5) + " ";
  }
  EXPECT_EQ(left, "4 2 1 ");
}

TEST_P(StoreContractTest, RetentionTakesWholeRunsOldestFirst) {
  const RawWriter writer(database());
  for (int number = 1; number <= 10; ++number) {
    ASSERT_TRUE(writer.Start(scope(), ARun(number, 100)));
    RunLog log(database(), ARun(number).id);
    ASSERT_TRUE(log.Add(scope(), StageRow{.ordinal = 1, .name = "x", .record = ""}));
    ASSERT_TRUE(log.Flush(scope()));
  }
  EXPECT_TRUE(writer.Pin(scope(), RunId("run002"), true).value());
  EXPECT_FALSE(writer.Pin(scope(), RunId("none"), true).value());
  const Time now = ARun(10).started_at;
  const auto left = [&] {
    std::string ids;
    const auto runs = RawReader(database()).LatestRuns(scope(), std::nullopt, 99);
    for (const RunRow& run : runs.value()) {
      ids += run.id.value().substr(4) + " ";
    }
    return ids;
  };
  // Older than 7 days: 1 and 2, but 2 is pinned.
  auto collected = writer.Collect(scope(), {.days = 7, .always = 2}, now);
  ASSERT_TRUE(collected) << collected.error().text();
  EXPECT_EQ(collected->runs, 1U) << left();
  EXPECT_EQ(collected->bytes, 100);
  EXPECT_EQ(left(), "10 09 08 07 06 05 04 03 02 ");
  // 900 bytes are too many for 500; the last three stay whatever they take.
  EXPECT_EQ(writer.Collect(scope(), {.most_bytes = 500, .always = 3}, now)->runs, 4U);
  EXPECT_EQ(left(), "10 09 08 07 02 ");
  EXPECT_EQ(writer.Collect(scope(), {.most_bytes = 0, .always = 3}, now)->runs, 1U);
  EXPECT_EQ(left(), "10 09 08 02 ");
  EXPECT_THAT(RawReader(database()).Stages(scope(), RunId("run001")).value(), IsEmpty());
  EXPECT_THAT(RawReader(database()).Stages(scope(), RunId("run002")).value(), SizeIs(1));
}

TEST_P(StoreContractTest, AWriteKeyIsClaimedOnce) {
  for (const bool first : {true, false}) {
    auto transaction = database().Begin(scope(), Access::kWrite);
    ASSERT_TRUE(transaction) << transaction.error().text();
    EXPECT_EQ(ClaimWriteKey(**transaction, "key", Time{1}).value(), first);
    ASSERT_TRUE((*transaction)->Commit({}));
  }
}

TEST_P(StoreContractTest, SessionsKeepNamedValues) {
  const SessionState state(database());
  using Values = std::map<std::string, SessionValue>;
  ASSERT_TRUE(state.Put(scope(), "task", {{"a", {1, kOdd}}, {"b", {2, "{}"}}}, Time{10}));
  ASSERT_TRUE(state.Put(scope(), "task", {{"a", {3, "new"}}}, Time{20}));
  ASSERT_TRUE(state.Put(scope(), "other", {}, Time{30}));
  EXPECT_EQ(state.Read(scope(), "task").value(), (Values{{"a", {3, "new"}}, {"b", {2, "{}"}}}));
  const std::vector<std::string> names = {"b", "zz"};
  EXPECT_EQ(state.Read(scope(), "task", names).value(), (Values{{"b", {2, "{}"}}}));
  EXPECT_THAT(state.Sessions(scope()).value(),
              ElementsAre(SessionInfo{"other", {30}, {30}}, SessionInfo{"task", {10}, {20}}));
  const std::vector<std::string> gone = {"task"};
  ASSERT_TRUE(state.Remove(scope(), gone));
  EXPECT_THAT(state.Read(scope(), "task").value(), IsEmpty());
  EXPECT_THAT(state.Sessions(scope()).value(), SizeIs(1));
}

TEST_P(StoreContractTest, ChangesOfASessionComeOneAfterTheOther) {
  const SessionState state(database());
  const auto add = [&](std::string_view text) {
    return state.Change(
        scope(), "task", "list",
        [text](const SessionValue* value) {
          return SessionValue{1, (value == nullptr ? "" : value->value) + std::string(text)};
        },
        Time{10});
  };
  ASSERT_TRUE(add("a"));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 5; ++turn) EXPECT_TRUE(add("b"));
    });
  }
  threads.clear();
  EXPECT_EQ(state.Read(scope(), "task").value().at("list").value, "a" + std::string(20, 'b'));
  const auto keep = [](const SessionValue*) { return std::optional<SessionValue>(); };
  ASSERT_TRUE(state.Change(scope(), "task", "none", keep, Time{20}));
  EXPECT_THAT(state.Read(scope(), "task").value(), SizeIs(1));
}

TEST_P(StoreContractTest, TheSameKeyTwiceIsAConflict) {
  const Call call = Insert{.table = &kStateTable, .cells = {Text{"a"}, Text{"1"}}};
  ASSERT_TRUE(Write(database(), scope(), {&call, 1}));
  const auto again = Write(database(), scope(), {&call, 1});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), Errc::kConflict) << again.error().text();
  const std::vector<std::string> names = {"a"};
  EXPECT_THAT(CuratedReader(database()).State(scope(), names).value(), SizeIs(1))
      << "the connection is of use after an error";
}

TEST_P(StoreContractTest, AnotherWorkspaceSeesNothing) {
  Put({Document(1, "a.cc")});
  const Scope other{.workspace = WorkspaceId(engine_->workspace.value() + 1)};
  EXPECT_THAT(CuratedReader(database()).Documents(other, "code", 0, 10).value(), IsEmpty());
  const Call call = Insert{.table = &kStateTable, .cells = {Text{"a"}, Text{"1"}}};
  const auto written = Write(database(), other, {&call, 1});
  ASSERT_FALSE(written) << "it has no home here";
  EXPECT_EQ(written.error().code(), Errc::kConflict);
  EXPECT_THAT(written.error().text(), HasSubstr("home"));
}

TEST_P(StoreContractTest, AnExpiredDeadlineStopsACall) {
  Put({Document(1, "a.cc")});
  CancelSource cancel;
  Scope stopped = scope();
  stopped.deadline = Deadline::Never().With(cancel);
  cancel.Cancel();
  const auto read = CuratedReader(database()).Documents(stopped, "code", 0, 10);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), Errc::kDeadline) << read.error().text();
  EXPECT_TRUE(CuratedReader(database()).Documents(scope(), "code", 0, 10));
}

TEST_P(StoreContractTest, WhatIsCommittedIsThereForAnother) {
  Put({Document(1, "a.cc")});
  const auto other = engine_->Reopen();
  ASSERT_TRUE(other) << other.error().text();
  EXPECT_THAT(CuratedReader(**other).Documents(scope(), "code", 0, 10).value(), SizeIs(1));
}

TEST_P(StoreContractTest, ManyThreadsReadAndWrite) {
  std::vector<std::thread> threads;
  std::vector<std::string> errors(6);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    threads.emplace_back([&, i] {
      const Scope mine{.workspace = engine_->workspace};
      for (int round = 0; round < 20 && errors[i].empty(); ++round) {
        auto change = CuratedChange::Begin(database(), mine);
        if (!change) {
          errors[i] = change.error().text();
          break;
        }
        const auto id = change->AllotDocumentIds("code", 1);
        const Status put = id ? change->PutDocuments(std::vector{Document(*id, "x")})
                              : Status(std::unexpected(id.error()));
        const Status committed = put ? std::move(*change).Commit() : put;
        if (!committed) errors[i] = committed.error().text();
        const auto read = CuratedReader(database()).Documents(mine, "code", 0, 1'000);
        if (!read) errors[i] = read.error().text();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(errors, testing::Each(IsEmpty()));
  EXPECT_THAT(CuratedReader(database()).Documents(scope(), "code", 0, 1'000).value(), SizeIs(120));
}

// As a search does, which reads memories while the transaction of its texts is open.
TEST_P(StoreContractTest, ThreadsThatReadWhileTheyReadDoNotWaitForEachOther) {
  constexpr int kConnections = 8;  // of a pool, unless set otherwise
  std::vector<std::string> errors(2UL * kConnections);
  std::barrier all(kConnections);
  {
    std::vector<std::jthread> threads;
    for (std::string& error : errors) {
      threads.emplace_back([&] {
        const Scope soon{.workspace = engine_->workspace,
                         .deadline = Deadline::After(std::chrono::seconds(20))};
        const auto outer = database().Begin(soon, Access::kRead).value();
        const auto read = ReadState(*outer, std::vector<std::string>{"tree"});
        all.arrive_and_wait();  // every connection is taken
        const auto inner = CuratedReader(database()).Documents(soon, "code", 0, 10);
        if (!read) error = read.error().text();
        if (!inner) error = inner.error().text();
      });
    }
  }
  EXPECT_THAT(errors, testing::Each(IsEmpty()));
}

TEST_P(StoreContractTest, EveryStatementPrepares) {
  for (const Statement* statement : AllStatements()) {
    std::vector<Parameter> parameters;
    for (std::size_t i = 0; i < statement->types.size(); ++i) {
      switch (statement->types[i]) {
        case ParameterType::kInteger:
          parameters.emplace_back(std::int64_t{1});
          break;
        case ParameterType::kText:
          parameters.emplace_back(Text{"x"});
          break;
        case ParameterType::kBytes:
          parameters.emplace_back(Bytes{"x"});
          break;
        case ParameterType::kIntegerSet:
          parameters.emplace_back(IntegerSet{});
          break;
        case ParameterType::kTextSet:
          parameters.emplace_back(TextSet{});
          break;
        case ParameterType::kBytesSet:
          parameters.emplace_back(BytesSet{});
          break;
      }
    }
    const Call call = Query{statement, std::move(parameters)};
    const auto answers = statement->writes ? Write(database(), scope(), {&call, 1})
                                           : Read(database(), scope(), {&call, 1});
    EXPECT_TRUE(answers) << statement->name << ": " << answers.error().text();
  }
}

TEST_P(StoreContractTest, OnlySessionsUnusedSinceAMomentGo) {
  const SessionState state(database());
  ASSERT_TRUE(state.Put(scope(), "old", {{"a", {1, "1"}}}, Time{10}));
  ASSERT_TRUE(state.Put(scope(), "used", {{"a", {1, "1"}}}, Time{10}));
  ASSERT_TRUE(state.Put(scope(), "used", {{"b", {1, "2"}}}, Time{20}));
  EXPECT_EQ(state.RemoveUnused(scope(), Time{20}).value(), 1U);
  EXPECT_EQ(state.RemoveUnused(scope(), Time{20}).value(), 0U);
  EXPECT_THAT(state.Sessions(scope()).value(),
              testing::ElementsAre(SessionInfo{"used", Time{10}, Time{20}}));
  EXPECT_THAT(state.Read(scope(), "old").value(), testing::IsEmpty());
  EXPECT_THAT(state.Read(scope(), "used").value(), testing::SizeIs(2));
}

TEST_P(StoreContractTest, SourcesAreRemovedByTheBeginningOfTheirNames) {
  const std::vector<std::string> sources = {"code", "memory", "memory/1", "memory/1.rows",
                                            "memory0"};
  auto change = CuratedChange::Begin(database(), scope());
  ASSERT_TRUE(change) << change.error().text();
  const std::vector<SegmentRow> rows = {{1, 1, kBytes, 0, kBytes}};
  for (const std::string& source : sources) {
    ASSERT_TRUE(PutSegment(change->transaction(), {.source = source, .id = 1}));
    ASSERT_TRUE(PutSegmentRows(change->transaction(), source, rows));
  }
  ASSERT_TRUE(RemoveSources(change->transaction(), "memory/"));
  std::vector<std::string> left;
  for (const std::string& source : sources) {
    const std::vector<SegmentRowQuery> query = {{.segment = 1, .kind = 1, .keys = {kBytes}}};
    const auto read = ReadSegmentRows(change->transaction(), source, query);
    ASSERT_TRUE(read) << read.error().text();
    const auto segments = ReadSegments(change->transaction(), source);
    ASSERT_TRUE(segments) << segments.error().text();
    EXPECT_EQ(segments->size(), read->front().size()) << source;
    if (!segments->empty()) left.push_back(source);
  }
  EXPECT_THAT(left, testing::ElementsAre("code", "memory", "memory0"));
  ASSERT_TRUE(std::move(*change).Commit());
}

TEST_P(StoreContractTest, AnExportIsReadBackToTheSameDigest) {
  std::vector<DocumentRow> documents;
  for (std::int64_t id = 1; id <= 1'200; ++id) {
    documents.push_back(Document(id, fmt::format("f{}.cc", id)));
  }
  Put(documents);
  auto change = CuratedChange::Begin(database(), scope());
  const std::vector<SegmentRow> rows = {{1, 1, kBytes, 0, kBytes}};
  ASSERT_TRUE(PutSegmentRows(change->transaction(), "code", rows));
  ASSERT_TRUE(std::move(*change).Commit());
  ASSERT_TRUE(RawWriter(database()).Start(scope(), ARun(1)));
  ASSERT_TRUE(SessionState(database()).Put(scope(), "t", {{"a", {1, kOdd}}}, Time{1}));

  std::vector<std::string> lines;
  Exporter exporter([&lines](std::string_view line) -> Status {
    lines.emplace_back(line);
    return {};
  });
  ASSERT_TRUE(exporter.Head());
  Database* const from = &database();
  ASSERT_TRUE(exporter.Rows({&from, 1}, scope(), Area::kEvery));
  ASSERT_TRUE(exporter.End());
  EXPECT_EQ(exporter.rows(), 1'200U + 1 + 1 + 2);

  const auto other = GetParam().make();
  const Scope target{.workspace = other->workspace};
  EXPECT_FALSE(HasRows(other->database(), target, Area::kEvery).value());
  Importer importer([&](Area, std::string_view) -> Result<Database*> { return &other->database(); },
                    target);
  for (const std::string& line : lines) {
    const Status read = importer.Line(line);
    ASSERT_TRUE(read) << read.error().text();
  }
  ASSERT_TRUE(importer.Finish());
  EXPECT_TRUE(HasRows(other->database(), target, Area::kSession).value());
  EXPECT_EQ(DigestOfRows(other->database(), target, Area::kEvery).value(),
            DigestOfRows(database(), scope(), Area::kEvery).value());

  // A changed, a missing and a doubled line are found without writing anything.
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<std::string> broken = lines;
    if (kind == 0) broken[5].replace(broken[5].find("cpp"), 3, "cxx");
    if (kind == 1) broken.erase(broken.begin() + 5);
    if (kind == 2) broken.insert(broken.begin() + 5, broken[5]);
    if (kind == 3) broken.pop_back();
    Importer check(std::nullopt, target);
    Status read;
    for (const std::string& line : broken) {
      if (read = check.Line(line); !read) break;
    }
    if (read) read = check.Finish();
    ASSERT_FALSE(read) << kind;
    EXPECT_EQ(read.error().code(), Errc::kCorrupt) << read.error().text();
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, StoreContractTest,
                         testing::Values(test::EngineCase{"Sqlite", test::MakeSqliteEngine},
                                         test::EngineCase{"Postgres", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::store
