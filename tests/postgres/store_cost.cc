// What Satchel's interface adds to libpq, and row security to a table: a tool for
// people, not a test. Both sides take turns in short rounds, so that a busy machine
// slows both; the median of the rounds' ratios is printed.

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>

#include <fmt/format.h>

#include "store/ddl.h"
#include "store/postgres/arguments.h"
#include "tests/postgres/store_fixture.h"
#include "tests/support/random.h"

namespace satchel::test {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

constexpr Statement kPoint{.name = "point",
                           .sql = "SELECT value FROM state WHERE workspace_id = $1 AND name = $2",
                           .types = {ParameterType::kText},
                           .gives = {ParameterType::kText}};
constexpr Statement kThousand{
    .name = "thousand",
    .sql = "SELECT name, value FROM state WHERE workspace_id = $1 ORDER BY name LIMIT 1000",
    .gives = {ParameterType::kText, ParameterType::kText}};
constexpr int kRounds = 41;
constexpr int kRows = 10'000;

double Seconds(const std::function<void()>& work) {
  const auto start = steady_clock::now();
  work();
  return duration<double>(steady_clock::now() - start).count();
}

struct Costs {
  double ours;
  double bare;
  double ratio;
};

double Median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

Costs Compare(int rounds, const std::function<void()>& ours, const std::function<void()>& bare) {
  std::vector<double> one;
  std::vector<double> other;
  std::vector<double> ratios;
  ours();
  bare();
  for (int round = 0; round < rounds; ++round) {
    double a = 0;
    double b = 0;
    if (round % 2 == 0) a = Seconds(ours);
    b = Seconds(bare);
    if (round % 2 != 0) a = Seconds(ours);
    one.push_back(a);
    other.push_back(b);
    ratios.push_back(a / b);
  }
  return {Median(one), Median(other), Median(ratios)};
}

void Print(std::string_view what, double count, const Costs& costs) {
  fmt::print("{:52} {:10.1f} {:10.1f} us   ratio {:.2f}\n", what, costs.ours / count * 1e6,
             costs.bare / count * 1e6, costs.ratio);
}

// The same statements in a pipeline by hand.
class Bare {
 public:
  explicit Bare(const std::string& url) : client_(url) {
    ::PQenterPipelineMode(client_.connection());
  }
  void Send(const char* sql, const store::Arguments& arguments = {}) {
    ::PQsendQueryParams(client_.connection(), sql, arguments.size(), arguments.types(),
                        arguments.values(), arguments.lengths(), arguments.formats(), 1);
  }
  void Finish() {
    ::PQpipelineSync(client_.connection());
    for (bool over = false; !over;) {
      PGresult* result = ::PQgetResult(client_.connection());
      const auto status = result == nullptr ? PGRES_EMPTY_QUERY : ::PQresultStatus(result);
      if (status == PGRES_FATAL_ERROR) fmt::print("{}\n", ::PQresultErrorMessage(result));
      over = status == PGRES_PIPELINE_SYNC || status == PGRES_FATAL_ERROR;
      ::PQclear(result);
    }
  }

 private:
  PostgresClient client_;
};

void Run() {
  const PostgresServer server;
  const PostgresDatabase place(server.directory());
  const auto store = MustOpen({.url = place.AppUrl()});
  const auto named = MustOpen({.url = place.AppUrl(), .named_statements = true});
  const WorkspaceId workspace = MustAdd(*store, "one");
  const Scope scope{.workspace = workspace};
  const std::string set = fmt::format("SET LOCAL satchel.workspace = '{}'", workspace.value());
  PostgresClient owner(place.OwnerUrl());
  Bare bare(place.AppUrl());
  std::vector<std::string> names;
  for (int i = 0; i < kRows; ++i) names.push_back(fmt::format("name {:06}", i));
  const std::string value(100, 'v');
  Insert insert{&store::kStateTable, OnConflict::kReplace, {}};
  for (const std::string& name : names) {
    insert.cells.emplace_back(Text{name});
    insert.cells.emplace_back(Text{value});
  }
  const std::string insert_sql =
      store::InsertSql(store::Dialect::kPostgres, store::kStateTable, OnConflict::kReplace);
  constexpr const char* kFence =
      "WITH here AS (SELECT 1 FROM home WHERE workspace_id = $1 AND here = 1 FOR SHARE) SELECT 1 / "
      "count(*) FROM here";
  const auto check = [](const auto& result) {
    if (!result) fmt::print("{}\n", result.error().text());
  };

  const std::string point_sql(kPoint.sql);
  fmt::print("{:52} {:>10} {:>10}\n", "", "ours", "bare");
  const auto clean = [&] { owner.Must("TRUNCATE state"); };
  Print("bulk insert of 10,000 rows, each row", kRows,
        Compare(
            9,
            [&] {
              clean();
              check(store::Write(*store, scope, std::vector<Call>{insert}));
            },
            [&] {
              clean();
              store::Arguments fence;
              fence.AddInteger(workspace.value());
              store::Arguments rows;
              rows.AddInteger(workspace.value());
              static_cast<void>(rows.AddColumn(store::ValueType::kText, insert.cells, 0, 2));
              static_cast<void>(rows.AddColumn(store::ValueType::kText, insert.cells, 1, 2));
              bare.Send("BEGIN");
              bare.Send(set.c_str());
              bare.Send(kFence, fence);
              bare.Send(insert_sql.c_str(), rows);
              bare.Send("COMMIT");
              bare.Finish();
            }));
  owner.Must("VACUUM ANALYZE state");
  Random random(1);
  constexpr int kReads = 200;
  const auto read = [&](store::Database& database, const Statement& statement) {
    for (int i = 0; i < kReads; ++i) {
      Query query{&statement, {}};
      if (statement.types.size() == 1) query.parameters.emplace_back(Text{random.Pick(names)});
      check(store::ReadOne(database, scope, query));
    }
  };
  const auto read_bare = [&] {
    for (int i = 0; i < kReads; ++i) {
      store::Arguments arguments;
      arguments.AddInteger(workspace.value());
      static_cast<void>(arguments.Add(ParameterType::kText, Text{random.Pick(names)}));
      bare.Send("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
      bare.Send(set.c_str());
      bare.Send(point_sql.c_str(), arguments);
      bare.Send("COMMIT");
      bare.Finish();
    }
  };
  const auto read_alone = [&] {
    for (int i = 0; i < kReads; ++i) {
      store::Arguments arguments;
      arguments.AddInteger(workspace.value());
      static_cast<void>(arguments.Add(ParameterType::kText, Text{random.Pick(names)}));
      PGresult* result =
          ::PQexecParams(owner.connection(), point_sql.c_str(), arguments.size(), arguments.types(),
                         arguments.values(), arguments.lengths(), arguments.formats(), 1);
      ::PQclear(result);
    }
  };
  const auto points = [&] { read(*store, kPoint); };
  Print("point read against the same pipeline by hand", kReads,
        Compare(kRounds, points, read_bare));
  Print("point read against one statement of the owner", kReads,
        Compare(kRounds, points, read_alone));
  Print("point read, unnamed against named statements", kReads,
        Compare(kRounds, points, [&] { read(*named, kPoint); }));

  // Row security on against off, by turns on the same table.
  const auto with = [&](bool on, const Statement& statement) {
    return [&, on] {
      owner.Must(fmt::format("ALTER TABLE state {} ROW LEVEL SECURITY", on ? "ENABLE" : "DISABLE"));
      read(*store, statement);
    };
  };
  Print("point read, row security on against off", kReads,
        Compare(kRounds, with(true, kPoint), with(false, kPoint)));
  const auto with_names = [&](bool on) {
    return [&, on] {
      owner.Must(fmt::format("ALTER TABLE state {} ROW LEVEL SECURITY", on ? "ENABLE" : "DISABLE"));
      read(*named, kPoint);
    };
  };
  Print("point read, named, row security on against off", kReads,
        Compare(kRounds, with_names(true), with_names(false)));
  Print("1,000 rows, row security on against off", kReads,
        Compare(11, with(true, kThousand), with(false, kThousand)));

  // Log rows one by one and in groups.
  std::int64_t next = 0;
  const auto events = [&](int rows) {
    return [&, rows] {
      for (int done = 0; done < 64; done += rows) {
        Insert group{&store::kEventTable, OnConflict::kFail, {}};
        for (int i = 0; i < rows; ++i) {
          for (const Parameter& cell : std::array<Parameter, 5>{Text{"run"}, next++, Text{"test"},
                                                                std::int64_t{1}, Text{value}})
            group.cells.push_back(cell);
        }
        check(store::Write(*store, scope, std::vector<Call>{group}));
      }
    };
  };
  Print("log rows one by one against 64 a commit, each", 64,
        Compare(kRounds, events(1), events(64)));
}

// Bytes a row with its indexes, of made-up rows of usual sizes.
void PrintSizes() {
  const PostgresServer server;
  const PostgresDatabase place(server.directory());
  const auto store = MustOpen({.url = place.AppUrl()});
  const Scope scope{.workspace = MustAdd(*store, "one")};
  PostgresClient owner(place.OwnerUrl());
  const std::string digest(32, 'd');
  const std::string json(200, 'j');
  std::string block;  // postings do not compress
  Random random(1);
  for (int i = 0; i < 8'000; ++i) block.push_back(static_cast<char>(random.Next()));
  for (const store::Table* table : {&store::kDocumentTable, &store::kDecisionTable,
                                    &store::kEventTable, &store::kSegmentRowTable}) {
    std::vector<std::string> texts;
    for (int i = 0; i < kRows; ++i)
      texts.push_back(fmt::format("src/some/folder/file_{:06}.cc", i));
    Insert insert{table, OnConflict::kFail, {}};
    for (std::int64_t i = 0; i < kRows; ++i) {
      const std::string& text = texts[static_cast<std::size_t>(i)];
      for (const store::Column& column : table->columns) {
        const bool json_column =
            column.name == "attributes" || column.name == "detail" || column.name == "body";
        const bool path = column.name == "path" || column.name == "item_id";
        if (column.type == store::ValueType::kInteger) {
          insert.cells.emplace_back(i);
        } else if (column.type == store::ValueType::kBytes) {
          insert.cells.emplace_back(Bytes{column.name == "data" ? block : digest});
        } else {
          insert.cells.emplace_back(Text{json_column ? std::string_view(json)
                                         : path      ? std::string_view(text)
                                                     : "0123456789"});
        }
      }
    }
    if (auto written = store::Write(*store, scope, std::vector<Call>{insert}); !written)
      fmt::print("{}\n", written.error().text());
    fmt::print(
        "{:12} {} bytes a row with indexes\n", table->name,
        std::stoll(owner.One(fmt::format("SELECT pg_total_relation_size('{}')", table->name))) /
            kRows);
  }
}

}  // namespace
}  // namespace satchel::test

int main() {
  satchel::test::Run();
  satchel::test::PrintSizes();
  return 0;
}
