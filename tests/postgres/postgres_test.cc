#include <algorithm>
#include <limits>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "store/postgres/libpq.h"
#include "tests/postgres/store_fixture.h"

namespace satchel::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Statement kByIds{
    .name = "by_ids",
    .sql =
        "SELECT document_id, time FROM document WHERE workspace_id = $1 AND document_id IN"
        " (SELECT value FROM unnest($2) AS value) ORDER BY document_id",
    .types = {ParameterType::kIntegerSet},
    .gives = store::ResultColumns{ParameterType::kInteger, ParameterType::kInteger}.OrNull(1)};
constexpr Statement kByPaths{
    .name = "by_paths",
    .sql =
        "SELECT document_id FROM document WHERE workspace_id = $1 AND path IN"
        " (SELECT value FROM unnest($2) AS value) ORDER BY document_id",
    .types = {ParameterType::kTextSet},
    .gives = {ParameterType::kInteger}};
constexpr Statement kByDigests{
    .name = "by_digests",
    .sql =
        "SELECT document_id FROM document WHERE workspace_id = $1 AND digest IN"
        " (SELECT value FROM unnest($2) AS value) ORDER BY document_id",
    .types = {ParameterType::kBytesSet},
    .gives = {ParameterType::kInteger}};
constexpr Statement kEchoes{
    .name = "echoes",
    .sql = "SELECT $2, $3, $4, CAST(5 AS INTEGER) WHERE $1 > 0",
    .types = {ParameterType::kInteger, ParameterType::kText, ParameterType::kBytes},
    .gives = store::ResultColumns{ParameterType::kInteger, ParameterType::kText,
                                  ParameterType::kBytes, ParameterType::kInteger}
                 .OrNull(0)};
constexpr Statement kSum{.name = "sum",
                         .sql = "SELECT sum(size) FROM document WHERE workspace_id = $1",
                         .gives = {ParameterType::kInteger}};

// Path, digest and title of a document must outlive the call.
struct Document {
  std::int64_t id = 0;
  std::string path;
  std::string digest;
  std::string title;
};

void AddTo(Insert& insert, const Document& document) {
  const std::vector<Parameter> cells = {
      Text{"code"},        document.id,
      Text{document.path}, Bytes{document.digest},
      Text{"file"},        Text{"source"},
      Text{"cpp"},         Text{document.title},
      std::int64_t{7},     document.id % 2 == 0 ? Parameter(Null{}) : Parameter(document.id),
      Text{"{}"}};
  insert.cells.insert(insert.cells.end(), cells.begin(), cells.end());
}

class PostgresTest : public StoreTest {
 protected:
  std::vector<std::int64_t> Ids(const Query& query) {
    auto rows = store::ReadOne(*store_, Here(), query);
    EXPECT_TRUE(rows) << rows.error().text();
    std::vector<std::int64_t> ids;
    for (std::size_t row = 0; rows && row < rows->size(); ++row)
      ids.push_back(rows->Integer(row, 0));
    return ids;
  }
};

TEST_F(PostgresTest, ReadsAndWritesInOneRoundTripEach) {
  const std::string name = "a";
  ASSERT_TRUE(Write({PutState(name, name), PutState("b", "2")}));
  EXPECT_EQ(count_, (StoreCount{.calls = 2, .round_trips = 1, .rows = 2}));
  count_ = {};
  ASSERT_TRUE(Read({Query{&kAllStates, {}}, Query{&kAllStates, {}}, Query{&kAllStates, {}}}));
  EXPECT_EQ(count_, (StoreCount{.calls = 3, .round_trips = 1, .rows = 6}));
}

TEST_F(PostgresTest, ReturnsEveryKindOfValueAsItWas) {
  const std::string text = "ü \xf0\x9f\x8e\x92 '\"\\;--\t\n\r\x01\x7f %s $1 \xe2\x80\xae";
  std::string bytes;
  for (int i = 0; i < 512; ++i) bytes.push_back(static_cast<char>(i));
  for (const std::int64_t integer : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                     std::int64_t{0}, std::numeric_limits<std::int64_t>::max()}) {
    auto rows =
        store::ReadOne(*store_, Here(), Query{&kEchoes, {integer, Text{text}, Bytes{bytes}}});
    ASSERT_TRUE(rows) << rows.error().text();
    EXPECT_EQ(rows->Integer(0, 0), integer);
    EXPECT_EQ(rows->String(0, 1), text);
    EXPECT_EQ(rows->String(0, 2), bytes);
    EXPECT_EQ(rows->Integer(0, 3), 5);
  }
  auto empty = store::ReadOne(*store_, Here(), Query{&kEchoes, {Null{}, Text{}, Bytes{}}});
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->OptionalInteger(0, 0), std::nullopt);
  EXPECT_EQ(empty->String(0, 1), "");
  EXPECT_EQ(empty->String(0, 2), "");
}

TEST_F(PostgresTest, RefusesTextThatPostgresCannotHold) {
  for (const std::string& text :
       {std::string("a\0b", 3), std::string("\xff"), std::string("\xed\xa0\x80")}) {
    auto written = Write({PutState("x", text)});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code(), Errc::kInvalidInput) << written.error().text();
  }
  EXPECT_THAT(States(*store_, Here()), IsEmpty());
}

TEST_F(PostgresTest, FindsRowsBySets) {
  std::vector<Document> documents;
  for (std::int64_t id = 1; id <= 9; ++id) {
    documents.push_back(
        {id, fmt::format("src/{}\".cc", id), std::string("\0\\", 2) + char('0' + id), ""});
  }
  Insert insert{.table = &store::kDocumentTable};
  for (const Document& document : documents) AddTo(insert, document);
  ASSERT_TRUE(Write({insert}));
  const std::vector<std::int64_t> ids = {9, 2, 2, 77, -1};
  const std::vector<std::string> paths = {documents[3].path, "no", "", documents[0].path};
  const std::vector<std::string> digests = {documents[7].digest, documents[6].digest, ""};
  EXPECT_THAT(Ids({&kByIds, {IntegerSet{ids}}}), ElementsAre(2, 9));
  EXPECT_THAT(Ids({&kByPaths, {TextSet{paths}}}), ElementsAre(1, 4));
  EXPECT_THAT(Ids({&kByDigests, {BytesSet{digests}}}), ElementsAre(7, 8));
  EXPECT_THAT(Ids({&kByIds, {IntegerSet{}}}), IsEmpty());
  EXPECT_THAT(Ids({&kByPaths, {TextSet{}}}), IsEmpty());
}

TEST_F(PostgresTest, InsertsTenThousandRowsInOneRoundTrip) {
  std::vector<Document> documents;
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 1; id <= 10'000; ++id) {
    documents.push_back({id, fmt::format("p{}", id), "d", std::string(20, 't')});
    ids.push_back(id);
  }
  Insert insert{.table = &store::kDocumentTable};
  for (const Document& document : documents) AddTo(insert, document);
  auto answers = Write({insert});
  ASSERT_TRUE(answers) << answers.error().text();
  EXPECT_EQ(answers->front().changed, 10'000U);
  EXPECT_EQ(count_, (StoreCount{.calls = 1, .round_trips = 1, .rows = 10'000}));
  EXPECT_EQ(Ids({&kByIds, {IntegerSet{ids}}}), ids);
}

TEST_F(PostgresTest, InsertsMoreThanOneMessageHolds) {
  const std::string large(3'000'000, 'x');
  Insert insert{.table = &store::kDocumentTable};
  std::vector<Document> documents;
  for (std::int64_t id = 1; id <= 12; ++id) documents.push_back({id, "p", "d", large});
  for (const Document& document : documents) AddTo(insert, document);
  auto answers = Write({insert, PutState("after", "it")});
  ASSERT_TRUE(answers) << answers.error().text();
  EXPECT_EQ(answers->at(0).changed, 12U);
  EXPECT_EQ(answers->at(1).changed, 1U);
  EXPECT_EQ(count_.round_trips, 1U);
}

TEST_F(PostgresTest, AnInsertOfNothingIsNothing) {
  auto answers = Write({Insert{.table = &store::kStateTable}, PutState("a", "1")});
  ASSERT_TRUE(answers);
  EXPECT_EQ(answers->at(0).changed, 0U);
  EXPECT_EQ(answers->at(1).changed, 1U);
}

TEST_F(PostgresTest, HandlesRowsThatAreThereAsAsked) {
  const auto insert = [](OnConflict on_conflict, std::vector<Parameter> cells) {
    return Insert{&store::kStateTable, on_conflict, std::move(cells)};
  };
  ASSERT_TRUE(Write({PutState("a", "1")}));
  auto failed = Write({PutState("z", "1"),
                       insert(OnConflict::kFail, {Text{"b"}, Text{"2"}, Text{"a"}, Text{"2"}})});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code(), Errc::kConflict);
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1"));
  auto ignored = Write({insert(
      OnConflict::kIgnore, {Text{"a"}, Text{"3"}, Text{"b"}, Text{"3"}, Text{"b"}, Text{"4"}})});
  ASSERT_TRUE(ignored) << ignored.error().text();
  EXPECT_EQ(ignored->front().changed, 1U);
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1", "b=3"));
  // Twice the same key in one insert: the last one counts.
  auto replaced = Write({insert(
      OnConflict::kReplace, {Text{"a"}, Text{"5"}, Text{"c"}, Text{"5"}, Text{"a"}, Text{"6"}})});
  ASSERT_TRUE(replaced) << replaced.error().text();
  EXPECT_EQ(replaced->front().changed, 3U);
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=6", "b=3", "c=5"));
}

TEST_F(PostgresTest, RollsBackWhatWasNotCommitted) {
  {
    auto transaction = store_->Begin(Here(), store::Access::kWrite);
    const std::vector<Call> calls = {PutState("a", "1")};
    ASSERT_TRUE((*transaction)->Run(calls));
  }
  EXPECT_THAT(States(*store_, Here()), IsEmpty());
}

TEST_F(PostgresTest, ATransactionThatFailedIsOver) {
  auto transaction = store_->Begin(Here(), store::Access::kWrite);
  const std::vector<Call> twice = {PutState("a", "1"), PutState("a", "1")};
  ASSERT_FALSE((*transaction)->Run(twice));
  ASSERT_FALSE((*transaction)->Commit({}));
  EXPECT_THAT(States(*store_, Here()), IsEmpty());
}

TEST_F(PostgresTest, ReadsSeeOneMoment) {
  auto reading = store_->Begin(Here(), store::Access::kRead);
  const std::vector<Call> all = {Query{&kAllStates, {}}};
  ASSERT_TRUE((*reading)->Run(all));
  ASSERT_TRUE(Write({PutState("a", "1")}));
  auto again = (*reading)->Commit(all);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->front().rows.empty());
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1"));
}

TEST_F(PostgresTest, AReadCannotWrite) {
  auto written = Read({PutState("a", "1")});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kInvalidInput);
}

TEST_F(PostgresTest, RefusesAColumnOfATypeThatTheEnginesDoNotShare) {
  auto rows = store::ReadOne(*store_, Here(), Query{&kSum, {}});
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.error().text(), HasSubstr("column 1 has type 1700 instead of integers"));
}

TEST_F(PostgresTest, WritesOnlyAtTheWorkspacesHome) {
  ASSERT_TRUE(Write({PutState("a", "1")}));
  PostgresClient owner(place_.OwnerUrl());
  owner.Must(fmt::format("UPDATE home SET here = 0 WHERE workspace_id = {}", workspace_.value()));
  auto written = Write({PutState("b", "1")});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code(), Errc::kConflict);
  EXPECT_THAT(written.error().text(), HasSubstr("not the home of the workspace"));
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1"));
  auto unknown = store::Write(*store_, In(WorkspaceId(99)), std::vector<Call>{PutState("b", "1")});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code(), Errc::kConflict);
}

TEST_F(PostgresTest, AMoveWaitsForWritesAndWritesForAMove) {
  auto writing = store_->Begin(Here(), store::Access::kWrite);
  const std::vector<Call> put = {PutState("a", "1")};
  ASSERT_TRUE((*writing)->Run(put));
  PostgresClient mover(place_.OwnerUrl());
  mover.Must("SET lock_timeout = '100ms'");
  const std::string leave =
      fmt::format("UPDATE home SET here = 0 WHERE workspace_id = {}", workspace_.value());
  EXPECT_EQ(mover.Run(leave).sqlstate, "55P03");
  ASSERT_TRUE((*writing)->Commit({}));
  mover.Must("BEGIN");
  mover.Must(leave);
  std::jthread late([&] {
    auto written = store::Write(*store_, Scope{.workspace = workspace_},
                                std::vector<Call>{PutState("b", "1")});
    EXPECT_FALSE(written);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  mover.Must("COMMIT");
  late.join();
  EXPECT_THAT(States(*store_, Here()), ElementsAre("a=1"));
}

TEST_F(PostgresTest, KeepsWorkspacesApart) {
  const WorkspaceId other = MustAdd(*store_, "two");
  EXPECT_NE(other, workspace_);
  ASSERT_TRUE(Write({PutState("a", "1")}));
  EXPECT_THAT(States(*store_, In(other)), IsEmpty());
}

TEST_F(PostgresTest, FindsWorkspacesByKey) {
  EXPECT_EQ(*store_->FindWorkspace("one", Deadline::Never()), workspace_);
  EXPECT_EQ(*store_->FindWorkspace("no", Deadline::Never()), std::nullopt);
  EXPECT_EQ(MustAdd(*store_, "one"), workspace_);
  EXPECT_GT(workspace_.value(), 0);
}

TEST_F(PostgresTest, AddsAWorkspaceOnceHoweverManyAsk) {
  for (int round = 0; round < 5; ++round) {
    std::vector<WorkspaceId> added(8);
    {
      std::vector<std::jthread> threads;
      for (WorkspaceId& one : added) {
        threads.emplace_back([&] { one = MustAdd(*store_, fmt::format("round {}", round)); });
      }
    }
    EXPECT_EQ(std::set<WorkspaceId>(added.begin(), added.end()).size(), 1U);
    const std::string name = fmt::format("n{}", round);
    EXPECT_TRUE(store::Write(*store_, In(added.front()), std::vector<Call>{PutState(name, "1")}));
  }
}

TEST_F(PostgresTest, NamedStatementsGiveTheSameAnswers) {
  const auto named =
      MustOpen({.url = place_.AppUrl(), .most_connections = 1, .named_statements = true});
  for (int i = 0; i < 3; ++i) {
    const std::string name = fmt::format("n{}", i);
    ASSERT_TRUE(store::Write(
        *named, Here(),
        std::vector<Call>{PutState(name, "1"), Query{&kAllStates, {}}, Query{&kAllStates, {}}}));
    auto conflict = store::Write(*named, Here(),
                                 std::vector<Call>{PutState(name, "1"), Query{&kAllStates, {}}});
    EXPECT_EQ(conflict.error().code(), Errc::kConflict);
  }
  EXPECT_EQ(States(*named, Here()), States(*store_, Here()));
}

TEST_F(PostgresTest, ManyThreadsShareFewConnections) {
  const auto small = MustOpen({.url = place_.AppUrl(), .most_connections = 2});
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 50; ++i) {
        const std::string name = fmt::format("{}-{}", thread, i);
        EXPECT_TRUE(store::Write(*small, Scope{.workspace = workspace_},
                                 std::vector<Call>{PutState(name, "x")}));
      }
    });
  }
  threads.clear();
  EXPECT_EQ(States(*small, Here()).size(), 400U);
  PostgresClient admin(place_.AdminUrl());
  EXPECT_LE(
      admin.Run(fmt::format("SELECT 1 FROM pg_stat_activity WHERE usename = '{}'", place_.app()))
          .rows.size(),
      3U);
}

TEST(LibpqTest, SaysWhatToInstallWhenItIsMissing) {
  const auto libpq = store::LoadLibpqFrom("libpq-that-is-not-there.so.5");
  ASSERT_FALSE(libpq);
  EXPECT_THAT(libpq.error().text(), HasSubstr("libpq"));
  EXPECT_THAT(libpq.error().hint(), HasSubstr("libpq5"));
  const auto another = store::LoadLibpqFrom("libc.so.6");
  ASSERT_FALSE(another);
  EXPECT_THAT(another.error().text(), HasSubstr("too old"));
}

}  // namespace
}  // namespace satchel::test
