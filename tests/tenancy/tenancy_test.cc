// Attempts to reach another workspace's rows: through Satchel's interface with
// statements that forget or forge the workspace, and past it with the driver's own
// means. Every row carries the number of its workspace, so that one that should not
// be seen is known at sight; what all workspaces hold is compared before and after.

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>

#include <fmt/format.h>

#include "tests/postgres/store_fixture.h"
#include "tests/support/random.h"
#include "tests/tenancy/pgbouncer.h"

namespace satchel::test {
namespace {

constexpr int kWorkspaces = 12;
constexpr auto kInteger = ParameterType::kInteger;

// None of these is a statement of Satchel's: each leaves out or forges what its
// own always carry.
constexpr Statement kEverything{
    .name = "everything", .sql = "SELECT value FROM state", .gives = {ParameterType::kText}};
constexpr Statement kForeign{.name = "foreign",
                             .sql = "SELECT value FROM state WHERE workspace_id = $2",
                             .types = {kInteger},
                             .gives = {ParameterType::kText}};
constexpr Statement kEither{
    .name = "either",
    .sql = "SELECT value FROM state WHERE workspace_id = $1 OR workspace_id = $2",
    .types = {kInteger},
    .gives = {ParameterType::kText}};
constexpr Statement kAllBut{.name = "all_but",
                            .sql = "SELECT value FROM state WHERE workspace_id <> $1",
                            .gives = {ParameterType::kText}};
constexpr Statement kThroughDirectory{
    .name = "through_directory",
    .sql = "SELECT s.value FROM workspace w JOIN state s ON s.workspace_id = w.workspace_id",
    .gives = {ParameterType::kText}};
constexpr Statement kGreatest{.name = "greatest",
                              .sql = "SELECT max(value) FROM state WHERE workspace_id <> $1",
                              .gives = store::ResultColumns{ParameterType::kText}.OrNull(0)};
constexpr Statement kCountForeign{
    .name = "count_foreign",
    .sql = "SELECT value FROM state WHERE (SELECT count(*) FROM event WHERE workspace_id = $2) > 0",
    .types = {kInteger},
    .gives = {ParameterType::kText}};
constexpr Statement kRecursive{
    .name = "recursive",
    .sql =
        "WITH RECURSIVE r (v) AS (SELECT value FROM state WHERE workspace_id = $2 UNION SELECT "
        "value FROM state JOIN r ON true) SELECT v FROM r",
    .types = {kInteger},
    .gives = {ParameterType::kText}};
constexpr Statement kForeignBody{.name = "foreign_body",
                                 .sql = "SELECT body FROM event WHERE workspace_id = $2 FOR UPDATE",
                                 .types = {kInteger},
                                 .gives = {ParameterType::kText},
                                 .writes = true};
constexpr Statement kInsertForeign{
    .name = "insert_foreign",
    .sql = "INSERT INTO state (workspace_id, name, value) VALUES ($2, 'planted', 'planted')",
    .types = {kInteger},
    .writes = true};
constexpr Statement kReplaceForeign{
    .name = "replace_foreign",
    .sql =
        "INSERT INTO state (workspace_id, name, value) VALUES ($2, 'a', 'planted') ON CONFLICT "
        "(workspace_id, name) DO UPDATE SET value = excluded.value RETURNING value",
    .types = {kInteger},
    .gives = {ParameterType::kText},
    .writes = true};
constexpr Statement kUpdateForeign{
    .name = "update_foreign",
    .sql = "UPDATE state SET value = 'planted' WHERE workspace_id = $2 RETURNING value",
    .types = {kInteger},
    .gives = {ParameterType::kText},
    .writes = true};
constexpr Statement kGiveAway{.name = "give_away",
                              .sql = "UPDATE state SET workspace_id = $2 WHERE workspace_id = $1",
                              .types = {kInteger},
                              .writes = true};
constexpr Statement kDeleteForeign{
    .name = "delete_foreign",
    .sql = "DELETE FROM event WHERE workspace_id = $2 RETURNING body",
    .types = {kInteger},
    .gives = {ParameterType::kText},
    .writes = true};
constexpr Statement kTakeHome{.name = "take_home",
                              .sql = "UPDATE home SET here = 0 WHERE workspace_id = $2",
                              .types = {kInteger},
                              .writes = true};
constexpr Statement kByText{
    .name = "by_text",
    .sql = "SELECT value FROM state WHERE workspace_id = $1 AND (name = $2 OR value = $2)",
    .types = {ParameterType::kText},
    .gives = {ParameterType::kText}};
constexpr Statement kSavepoint{.name = "savepoint", .sql = "SAVEPOINT here"};
constexpr Statement kToSavepoint{.name = "to_savepoint", .sql = "ROLLBACK TO SAVEPOINT here"};
constexpr Statement kFails{
    .name = "fails", .sql = "SELECT 1 / ($1 - $1)", .gives = {ParameterType::kInteger}};

constexpr std::array kReading = {&kForeign, &kEither, &kCountForeign, &kRecursive};
constexpr std::array kBlind = {&kEverything, &kAllBut, &kThroughDirectory, &kGreatest};
constexpr std::array kWriting = {&kForeignBody, &kInsertForeign, &kReplaceForeign, &kUpdateForeign,
                                 &kGiveAway,    &kDeleteForeign, &kTakeHome};

class Tenancy {
 public:
  Tenancy() : bouncer_(SharedPostgres(), place_.app()), random_(FirstSeed()) {
    for (const bool named : {false, true}) {
      stores_.push_back(
          MustOpen({.url = place_.AppUrl(), .most_connections = 2, .named_statements = named}));
    }
    stores_.push_back(
        MustOpen({.url = bouncer_.Url(place_.app(), place_.name()), .most_connections = 3}));
    for (int i = 0; i < kWorkspaces; ++i) {
      const WorkspaceId workspace = MustAdd(*stores_[0], fmt::format("workspace {}", i));
      workspaces_.push_back(workspace.value());
      const std::string value = Mark(workspace.value());
      const std::vector<Call> calls = {
          Insert{&store::kStateTable,
                 OnConflict::kFail,
                 {Text{"a"}, Text{value}, Text{"b"}, Text{value}}},
          Insert{&store::kEventTable,
                 OnConflict::kFail,
                 {Text{"run"}, std::int64_t{1}, Text{"k"}, std::int64_t{1}, Text{value}}}};
      EXPECT_TRUE(store::Write(*stores_[0], {.workspace = workspace}, calls));
    }
  }

  void Attempt() {
    own_ = random_.Pick(workspaces_);
    do victim_ = random_.Pick(workspaces_);
    while (victim_ == own_);
    store_ = random_.Pick(stores_).get();
    switch (random_.Below(10)) {
      case 0:
      case 1:
        return Reading();
      case 2:
        return Writing();
      case 3:
        return Mixed();
      case 4:
        return ForgedScope();
      case 5:
        return Injection();
      case 6:
        return Savepoints();
      default:
        return PastTheInterface();
    }
  }

  std::string Dump() {
    PostgresClient admin(place_.AdminUrl());
    std::string dump;
    for (const char* sql :
         {"SELECT * FROM state ORDER BY 1, 2", "SELECT * FROM event ORDER BY 1, 2, 3",
          "SELECT * FROM home ORDER BY 1"}) {
      for (const auto& row : admin.Run(sql).rows) dump += fmt::format("{}\n", fmt::join(row, "|"));
    }
    return dump;
  }

  std::map<std::string, int> attempts;  // by kind
  std::map<std::string, int> refused;
  int own_rows = 0;
  int foreign_rows = 0;
  std::string worst;

 private:
  static std::string Mark(std::int64_t workspace) { return fmt::format("of {}", workspace); }

  void See(const std::string& cell, std::string_view kind) {
    if (cell == Mark(own_)) {
      ++own_rows;
    } else {
      ++foreign_rows;
      worst = fmt::format("{}: {}", kind, cell);
    }
  }
  void See(const Result<std::vector<store::Answer>>& answers, std::string_view kind) {
    ++attempts[std::string(kind)];
    if (!answers) {
      ++refused[std::string(kind)];
      return;
    }
    for (const store::Answer& answer : *answers) {
      for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        if (const auto* cell = std::get_if<std::string>(&answer.rows.at(row, 0))) See(*cell, kind);
      }
    }
  }
  void See(const PostgresClient::Outcome& outcome, std::string_view kind) {
    ++attempts[std::string(kind)];
    if (!outcome.sqlstate.empty()) ++refused[std::string(kind)];
    for (const auto& row : outcome.rows) {
      if (!row[0].empty()) See(row[0].substr(0, row[0].find('\n')), kind);
    }
  }

  Scope Own() const { return {.workspace = WorkspaceId(own_)}; }
  Query Reader() {
    return random_.OneIn(2) ? Query{random_.Pick(kBlind), {}}
                            : Query{random_.Pick(kReading), {victim_}};
  }

  void Reading() {
    See(store::Read(*store_, Own(), std::vector<Call>{Reader(), Reader()}), "reads");
  }

  void Writing() {
    // Rolled back at the end: what a write gave is seen all the same.
    auto transaction = store_->Begin(Own(), store::Access::kWrite);
    const std::vector<Call> calls = {Query{random_.Pick(kWriting), {victim_}}};
    if (random_.OneIn(2)) {
      See((*transaction)->Commit(calls), "writes");
    } else {
      See((*transaction)->Run(calls), "writes rolled back");
    }
  }

  // An error leaves a connection for the next one, who is somebody else.
  void Mixed() {
    See(store::Write(*store_, {.workspace = WorkspaceId(victim_)},
                     std::vector<Call>{Query{&kFails, {}}}),
        "errors");
    See(store::Read(*store_, Own(), std::vector<Call>{Query{random_.Pick(kBlind), {}}}),
        "after errors");
  }

  void ForgedScope() {
    constexpr std::array<std::int64_t, 5> kForged = {0, -1, 1,
                                                     std::numeric_limits<std::int64_t>::max(),
                                                     std::numeric_limits<std::int64_t>::min()};
    const std::int64_t forged =
        random_.OneIn(2) ? random_.Pick(kForged) : victim_ ^ (std::int64_t{1} << random_.Below(62));
    if (std::ranges::find(workspaces_, forged) != workspaces_.end()) return;
    own_ = forged;
    See(store::Read(*store_, Own(), std::vector<Call>{Reader(), Query{random_.Pick(kBlind), {}}}),
        "forged scopes");
    See(store::Write(*store_, Own(), std::vector<Call>{Query{random_.Pick(kWriting), {victim_}}}),
        "forged scopes");
  }

  void Injection() {
    const std::array<std::string, 7> kTexts = {
        "' OR '1'='1",
        "a'; SET LOCAL satchel.workspace = '" + std::to_string(victim_) + "'; --",
        "a' UNION SELECT value FROM state --",
        "\\'; RESET satchel.workspace; --",
        "$2",
        "a\"; COMMIT; SELECT 1; --",
        std::to_string(victim_)};
    const std::string& text = random_.Pick(kTexts);
    See(store::Read(*store_, Own(),
                    std::vector<Call>{Query{&kByText, {Text{text}}}, Query{&kEverything, {}}}),
        "injections");
  }

  void Savepoints() {
    auto transaction = store_->Begin(Own(), store::Access::kWrite);
    const std::vector<Call> first = {Query{&kSavepoint, {}}, Reader()};
    See((*transaction)->Run(first), "savepoints");
    const std::vector<Call> failing = {Query{&kSavepoint, {}}, Query{&kToSavepoint, {}}, Reader()};
    See((*transaction)->Run(failing), "savepoints");
    const std::vector<Call> over = {Query{random_.OneIn(2) ? &kFails : &kAllBut, {}}, Reader()};
    See((*transaction)->Commit(over), "savepoints");
  }

  // Plain SQL under the application's role that sets no workspace of another: what
  // a driver, a pool or a lost setting could do.
  void PastTheInterface() {
    const bool bounced = random_.OneIn(3);
    auto& client = bounced ? bounced_ : direct_;
    if (!client || !client->connected()) {
      client = std::make_unique<PostgresClient>(bounced ? bouncer_.Url(place_.app(), place_.name())
                                                        : place_.AppUrl());
    }
    const std::string set = fmt::format("SET LOCAL satchel.workspace = '{}'", own_);
    const std::string foreign =
        fmt::format("SELECT value FROM state WHERE workspace_id = {}", victim_);
    const std::string all = "SELECT value FROM state";
    switch (random_.Below(bounced ? 8 : 11)) {
      case 0:
        See(client->Run(all), "unset");
        break;
      case 1:
        client->Run("BEGIN");
        client->Run(set);
        See(client->Run(foreign), "set");
        client->Run(random_.OneIn(2) ? "COMMIT" : "ROLLBACK");
        See(client->Run(all), "unset after a transaction");
        break;
      case 2:
        client->Run("BEGIN");
        client->Run(set);
        client->Run(random_.OneIn(2) ? "RESET satchel.workspace"
                                     : "SET LOCAL satchel.workspace TO DEFAULT");
        See(client->Run(all), "reset");
        client->Run("ROLLBACK");
        break;
      case 3: {
        const std::array<std::string, 7> kForged = {"",
                                                    " ",
                                                    "abc",
                                                    fmt::format("{} OR 1=1", own_),
                                                    "99999999999999999999",
                                                    "NULL",
                                                    fmt::format("{},{}", own_, victim_)};
        client->Run("BEGIN");
        client->Run(fmt::format("SET LOCAL satchel.workspace = '{}'", random_.Pick(kForged)));
        See(client->Run(random_.OneIn(2) ? all : foreign), "forged values");
        client->Run("ROLLBACK");
        break;
      }
      case 4:
        // What was set inside a savepoint goes with it.
        client->Run("BEGIN");
        client->Run(set);
        client->Run("SAVEPOINT s");
        client->Run(fmt::format("SET LOCAL satchel.workspace = '{}'", victim_));
        client->Run("ROLLBACK TO SAVEPOINT s");
        See(client->Run(random_.OneIn(2) ? all : foreign), "savepoints of the driver");
        client->Run("COMMIT");
        See(client->Run(foreign), "unset after a savepoint");
        break;
      case 5:
        client->Run("BEGIN");
        client->Run(set);
        See(client->CopyOut("COPY state (value) TO STDOUT"), "COPY TO");
        See(client->CopyOut(fmt::format("COPY ({}) TO STDOUT", foreign)), "COPY TO");
        See(client->Run("COPY state FROM STDIN"), "COPY FROM");
        client->Run("ROLLBACK");
        See(client->CopyOut("COPY state (value) TO STDOUT"), "COPY TO unset");
        break;
      case 6:
        See(client->Run("BEGIN; SELECT 1/0"), "errors of the driver");
        See(client->Run(all), "aborted");
        client->Run("ROLLBACK");
        See(client->Run(all), "unset after an error");
        break;
      case 7:
        client->Run("BEGIN");
        client->Run(set);
        for (const char* sql : {"TRUNCATE state", "ALTER TABLE state DISABLE ROW LEVEL SECURITY",
                                "DROP POLICY own_workspace ON state", "SET LOCAL ROLE postgres",
                                "SET LOCAL row_security = off"}) {
          client->Run("SAVEPOINT s");
          const auto outcome = client->Run(sql);
          See(outcome, "more rights");
          if (!outcome.sqlstate.empty()) client->Run("ROLLBACK TO SAVEPOINT s");
          See(client->Run(foreign), "after more rights");
          client->Run("ROLLBACK TO SAVEPOINT s");
        }
        client->Run("ROLLBACK");
        break;
      case 8:
        // Planned for one workspace, run for another and for none.
        client->Run("DEALLOCATE ALL");
        client->Run("BEGIN");
        client->Run(fmt::format("SET LOCAL satchel.workspace = '{}'", victim_));
        client->Run("PREPARE p AS SELECT value FROM state");
        client->Run("COMMIT");
        See(client->Run("EXECUTE p"), "prepared, unset");
        client->Run("BEGIN");
        client->Run(set);
        See(client->Run("EXECUTE p"), "prepared, another workspace");
        client->Run("COMMIT");
        break;
      case 9:
        // A cursor of one workspace does not outlive its transaction unless held, and is not ours
        // then.
        client->Run("BEGIN");
        client->Run(set);
        client->Run("DECLARE c CURSOR FOR SELECT value FROM state");
        See(client->Run("FETCH ALL FROM c"), "cursors");
        client->Run("COMMIT");
        See(client->Run("FETCH ALL FROM c"), "cursors");
        break;
      default:
        Pipeline(*client);
    }
  }

  // A pipeline whose middle fails, and what the next one sees.
  void Pipeline(PostgresClient& client) {
    PGconn* connection = client.connection();
    ::PQenterPipelineMode(connection);
    const std::array<std::string, 4> kFirst = {
        "BEGIN", fmt::format("SET LOCAL satchel.workspace = '{}'", victim_), "SELECT 1/0",
        "SELECT value FROM state"};
    const std::array<std::string, 2> kSecond = {"ROLLBACK", "SELECT value FROM state"};
    const auto run = [&](std::span<const std::string> statements) {
      for (const std::string& sql : statements)
        ::PQsendQueryParams(connection, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
      ::PQpipelineSync(connection);
      for (bool over = false; !over;) {
        PGresult* result = ::PQgetResult(connection);
        const ExecStatusType status =
            result == nullptr ? PGRES_EMPTY_QUERY : ::PQresultStatus(result);
        over = status == PGRES_PIPELINE_SYNC || ::PQstatus(connection) == CONNECTION_BAD;
        if (status == PGRES_FATAL_ERROR) ++refused["pipelines"];
        for (int row = 0; row < ::PQntuples(result); ++row)
          See(::PQgetvalue(result, row, 0), "pipelines");
        ::PQclear(result);
      }
      ++attempts["pipelines"];
    };
    run(kFirst);
    run(kSecond);
    ::PQexitPipelineMode(connection);
  }

  PostgresDatabase place_;
  Pgbouncer bouncer_;
  Random random_;
  std::vector<std::unique_ptr<store::Database>> stores_;
  std::vector<std::int64_t> workspaces_;
  std::unique_ptr<PostgresClient> direct_;
  std::unique_ptr<PostgresClient> bounced_;
  store::Database* store_ = nullptr;
  std::int64_t own_ = 0;
  std::int64_t victim_ = 0;
};

TEST(TenancyTest, NoAttemptReachesAnotherWorkspace) {
  Tenancy tenancy;
  const std::string before = tenancy.Dump();
  const auto wanted = static_cast<int>(CaseCount(10'000));
  int made = 0;
  while (made < wanted) {
    tenancy.Attempt();
    made = 0;
    for (const auto& [kind, count] : tenancy.attempts) made += count;
  }
  EXPECT_EQ(tenancy.foreign_rows, 0) << tenancy.worst;
  EXPECT_EQ(tenancy.Dump(), before);
  EXPECT_GT(tenancy.own_rows, 0);  // it can see what it may
  // What is filtered is answered; what has no workspace is refused.
  for (const char* kind : {"reads", "injections", "after errors", "set",
                           "prepared, another workspace", "savepoints of the driver", "COPY TO"}) {
    EXPECT_EQ(tenancy.refused[kind], 0) << kind;
  }
  for (const char* kind :
       {"unset", "unset after a transaction", "unset after a savepoint", "unset after an error",
        "reset", "forged values", "COPY TO unset", "COPY FROM", "aborted", "prepared, unset"}) {
    EXPECT_EQ(tenancy.refused[kind], tenancy.attempts[kind]) << kind;
  }
  fmt::print("{} attempts: {} foreign rows, {} own rows\n", made, tenancy.foreign_rows,
             tenancy.own_rows);
  for (const auto& [kind, count] : tenancy.attempts) {
    fmt::print("  {:6} {}, {} refused\n", count, kind, tenancy.refused[kind]);
  }
}

// The same eyes must see a leak when there is one.
TEST(TenancyTest, ARoleThatBypassesRowSecurityWouldBeSeen) {
  const PostgresDatabase place;
  const auto store = MustOpen({.url = place.AppUrl()});
  const WorkspaceId one = MustAdd(*store, "one");
  const WorkspaceId two = MustAdd(*store, "two");
  ASSERT_TRUE(store::Write(*store, {.workspace = two}, std::vector<Call>{PutState("a", "of two")}));
  const std::vector<Call> all = {Query{&kEverything, {}}};
  EXPECT_TRUE(store::Read(*store, {.workspace = one}, all)->front().rows.empty());
  PostgresClient admin(place.AdminUrl());
  admin.Must(fmt::format("ALTER ROLE {} BYPASSRLS", place.app()));
  EXPECT_EQ(store::Read(*store, {.workspace = one}, all)->front().rows.size(), 1U);
  EXPECT_FALSE(store::OpenPostgres({.url = place.AppUrl()}));
}

}  // namespace
}  // namespace satchel::test
