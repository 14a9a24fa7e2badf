// Searches by many at once on PostgreSQL: the lexical index with and without its cache, and a
// tsvector with a GIN index over the same documents in the same database, in turns.
//
//   lexical_postgres DOCS QUERIES [CONNECTIONS=16] [SECONDS=10] [ROUNDS=3] [simple|terms] [ANSWERS]
//
// A document a line. simple: the tsvector is made by that configuration, which takes words apart;
// terms: it has the words as they are, as our index does. ANSWERS: a file for ours, in the form of
// lexical_serve.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <libpq-fe.h>

#include "bench/lexical_lines.h"
#include "bench/must.h"
#include "index/lexical/index.h"
#include "store/postgres/postgres.h"
#include "tests/support/postgres_database.h"

namespace satchel {
namespace {

using Clock = std::chrono::steady_clock;

using bench::ForEachWord;
using bench::kLimit;
using bench::kRanking;
using bench::kSource;
using bench::Must;
using bench::Seconds;
using bench::Stop;
using bench::TermsOf;

constexpr std::size_t kBatch = 32'000;  // documents a transaction

struct Options {
  std::string documents;
  std::string queries;
  std::size_t connections = 16;
  double seconds = 10;
  std::size_t rounds = 3;
  bool terms = false;
  std::string answers;  // empty: none
};

std::vector<std::string> LinesOf(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines = bench::LinesOf(in);
  if (lines.empty()) Stop(fmt::format("nothing in {}", file));
  return lines;
}

// --- Ours --------------------------------------------------------------------------------------

// All queries once. What they cost the store, and their answers into a file.
void PassOnce(lexical::Index& index, store::Scope scope, const std::vector<std::string>& queries,
              std::string_view name, const std::string& answers) {
  store::StoreCount count;
  scope.count = &count;
  std::ofstream out;
  if (!answers.empty()) out.open(answers);
  for (const std::string& query : queries) {
    const auto found = Must(index.Search(scope, TermsOf(query), {.limit = kLimit}));
    if (out.is_open()) bench::WriteHits(out, found);
  }
  const auto each = [&](std::uint64_t all) {
    return static_cast<double>(all) / static_cast<double>(queries.size());
  };
  fmt::print("{}: {:.1f} calls, {:.1f} round trips, {:.1f} rows a query\n", name, each(count.calls),
             each(count.round_trips), each(count.rows));
}

// --- tsvector ----------------------------------------------------------------------------------

// The query stands in FROM so that it is made once and not for every row.
constexpr const char* kSelect =
    "SELECT document_id, ts_rank(tsv, query) AS rank FROM plain, {}"
    " WHERE workspace_id = $1 AND tsv @@ query ORDER BY rank DESC, document_id LIMIT 20";

// As tsvector and tsquery want a word that they shall not take apart.
std::string Quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') out += c;
    out += c;
  }
  return out + "'";
}

std::string TsqueryOf(std::string_view line) {
  std::string out;
  for (const lexical::QueryTerm& term : TermsOf(line)) {
    if (!out.empty()) out += " | ";
    out += Quoted(term.text);
  }
  return out;
}

std::string TsvectorOf(std::string_view line) {
  std::string out;
  std::size_t position = 0;
  ForEachWord(line, [&](std::string_view word) {
    fmt::format_to(std::back_inserter(out), "{}:{} ", Quoted(word), ++position);
  });
  return out;
}

void AddForCopy(std::string& out, std::string_view cell) {
  for (const char c : cell) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        out += c;
    }
  }
}

// Row security as our own tables have it.
void LoadPlain(const test::PostgresDatabase& database, WorkspaceId workspace,
               const Options& options) {
  test::PostgresClient owner(database.OwnerUrl());
  owner.Must(fmt::format(
      "CREATE TABLE plain (workspace_id bigint NOT NULL, document_id bigint"
      " NOT NULL, text text NOT NULL, tsv tsvector{},"
      " PRIMARY KEY (workspace_id, document_id))",
      options.terms ? "" : " GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED"));
  owner.Must("ALTER TABLE plain ENABLE ROW LEVEL SECURITY");
  constexpr const char* kOwn = "workspace_id = current_setting('satchel.workspace')::bigint";
  owner.Must(
      fmt::format("CREATE POLICY own_workspace ON plain USING ({}) WITH CHECK ({})", kOwn, kOwn));
  owner.Must(fmt::format("GRANT SELECT ON plain TO {}", database.app()));
  const std::string copy = fmt::format("COPY plain (workspace_id, document_id, text{}) FROM STDIN",
                                       options.terms ? ", tsv" : "");
  PGresult* started = PQexec(owner.connection(), copy.c_str());
  if (PQresultStatus(started) != PGRES_COPY_IN) Stop(PQresultErrorMessage(started));
  PQclear(started);
  std::ifstream in(options.documents);
  std::string row;
  std::size_t count = 0;
  for (std::string line; std::getline(in, line); ++count) {
    row = fmt::format("{}\t{}\t", workspace.value(), count);
    AddForCopy(row, line);
    if (options.terms) {
      row += '\t';
      AddForCopy(row, TsvectorOf(line));
    }
    row += '\n';
    if (PQputCopyData(owner.connection(), row.data(), static_cast<int>(row.size())) != 1) {
      Stop(PQerrorMessage(owner.connection()));
    }
  }
  PQputCopyEnd(owner.connection(), nullptr);
  while (PGresult* result = PQgetResult(owner.connection())) {
    if (PQresultStatus(result) != PGRES_COMMAND_OK) Stop(PQresultErrorMessage(result));
    PQclear(result);
  }
  owner.Must("CREATE INDEX plain_by_word ON plain USING gin (tsv)");
}

// A connection whose statement is prepared. As our driver does it, a query is a transaction of
// its own with a SET LOCAL for row security, and all of it one round trip.
class PlainSearch {
 public:
  PlainSearch(const std::string& url, WorkspaceId workspace, const Options& options)
      : client_(url), workspace_(std::to_string(workspace.value())) {
    constexpr Oid kBigint = 20;
    constexpr Oid kText = 25;
    constexpr Oid kTsquery = 3615;
    const std::string sql =
        fmt::format(fmt::runtime(kSelect), options.terms ? "(SELECT $2 AS query) AS asked"
                                                         : "to_tsquery('simple', $2) AS query");
    const std::array<Oid, 2> types = {kBigint, options.terms ? kTsquery : kText};
    PGresult* result = PQprepare(client_.connection(), "search", sql.c_str(), 2, types.data());
    if (PQresultStatus(result) != PGRES_COMMAND_OK) Stop(PQresultErrorMessage(result));
    PQclear(result);
  }

  // How the table is read, from EXPLAIN.
  std::string Plan(const std::string& tsquery) {
    client_.Must("BEGIN");
    client_.Must(Setting());
    std::string quoted;
    for (const char c : tsquery) quoted += c == '\'' ? std::string("''") : std::string(1, c);
    const auto plan = client_.Run(
        fmt::format("EXPLAIN (COSTS OFF) EXECUTE search ({}, '{}')", workspace_, quoted));
    client_.Must("COMMIT");
    std::string out;
    for (const auto& row : plan.rows) {
      const std::size_t at = row[0].find("Scan ");
      const std::size_t start = row[0].find_first_not_of(" ->");
      if (at != std::string::npos) out += (out.empty() ? "" : "; ") + row[0].substr(start);
    }
    return out.empty() ? plan.message : out;
  }

  std::size_t Search(const std::string& tsquery) {
    PGconn* connection = client_.connection();
    PQenterPipelineMode(connection);
    Send("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    Send(Setting());
    const std::array<const char*, 2> values = {workspace_.c_str(), tsquery.c_str()};
    PQsendQueryPrepared(connection, "search", 2, values.data(), nullptr, nullptr, 1);
    Send("COMMIT");
    PQpipelineSync(connection);
    std::size_t rows = 0;
    for (;;) {
      PGresult* result = PQgetResult(connection);
      if (result == nullptr) continue;  // between two statements
      const ExecStatusType status = PQresultStatus(result);
      if (status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED) {
        Stop(PQresultErrorMessage(result));
      }
      rows += static_cast<std::size_t>(PQntuples(result));
      PQclear(result);
      if (status == PGRES_PIPELINE_SYNC) return rows;
    }
  }

 private:
  std::string Setting() const { return "SET LOCAL satchel.workspace = '" + workspace_ + "'"; }
  void Send(const std::string& sql) {
    PQsendQueryParams(client_.connection(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
  }

  test::PostgresClient client_;
  const std::string workspace_;
};

// --- Measuring ---------------------------------------------------------------------------------

// A query of the file, by a thread: how many it found.
using Ask = std::function<std::size_t(std::size_t thread, std::size_t query)>;

struct Contender {
  std::string name;
  Ask ask;
  std::vector<double> rates = {};         // of each round
  std::vector<double> milliseconds = {};  // of each query
  std::size_t hits = 0;
};

double Quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

// Every thread asks until the time is over, and ends the query it is at.
void Measure(Contender& contender, const Options& options, std::size_t queries) {
  std::vector<std::vector<double>> times(options.connections);
  std::vector<std::size_t> hits(options.connections);
  const auto start = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < options.connections; ++thread) {
      threads.emplace_back([&, thread] {
        std::size_t query = thread * queries / options.connections;
        for (auto now = start; Seconds(now - start) < options.seconds; ++query) {
          const auto begin = Clock::now();
          hits[thread] += contender.ask(thread, query % queries);
          now = Clock::now();
          times[thread].push_back(Seconds(now - begin) * 1e3);
        }
      });
    }
  }
  const double seconds = Seconds(Clock::now() - start);
  std::size_t count = 0;
  for (std::size_t thread = 0; thread < options.connections; ++thread) {
    count += times[thread].size();
    contender.hits += hits[thread];
    std::ranges::copy(times[thread], std::back_inserter(contender.milliseconds));
  }
  contender.rates.push_back(static_cast<double>(count) / seconds);
}

void PrintMachine(std::string_view when) {
  std::array<double, 1> load{};
  getloadavg(load.data(), 1);
  fmt::print("{}: {} processors, load {:.1f}\n", when, std::thread::hardware_concurrency(),
             load[0]);
}

// The median over the rounds of how many times as fast one is.
double Ratio(const Contender& one, const Contender& other) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < one.rates.size(); ++round) {
    ratios.push_back(one.rates[round] / other.rates[round]);
  }
  return Quantile(ratios, 0.5);
}

// The last two are what the others are compared with.
void Print(const std::vector<Contender>& contenders) {
  const Contender& unsecured = contenders[contenders.size() - 2];
  fmt::print("{:28} {:>10} {:>9} {:>9} {:>6} {:>16} {:>16}  {}\n", "", "queries/s", "p50 ms",
             "p99 ms", "hits", "times unsecured", "times secured", "queries/s of each round");
  for (const Contender& contender : contenders) {
    fmt::print(
        "{:28} {:>10.1f} {:>9.2f} {:>9.2f} {:>6.1f} {:>16.2f} {:>16.2f}  {:.1f}\n", contender.name,
        Quantile(contender.rates, 0.5), Quantile(contender.milliseconds, 0.5),
        Quantile(contender.milliseconds, 0.99),
        static_cast<double>(contender.hits) / static_cast<double>(contender.milliseconds.size()),
        Ratio(contender, unsecured), Ratio(contender, contenders.back()),
        fmt::join(contender.rates, ", "));
  }
}

// Loads with `load`; says how long it took and what it made the database grow by.
void Timed(std::string_view what, const test::PostgresDatabase& database,
           const std::function<void()>& load) {
  test::PostgresClient admin(database.AdminUrl());
  const std::string size = fmt::format("SELECT pg_database_size('{}')", database.name());
  const double before = std::stod(admin.One(size));
  const auto start = Clock::now();
  load();
  const double seconds = Seconds(Clock::now() - start);
  admin.Must("VACUUM ANALYZE");
  fmt::print("{}: loaded in {:.1f} s, {:.1f} MB\n", what, seconds,
             (std::stod(admin.One(size)) - before) * 1e-6);
}

void Compare(const Options& options) {
  PrintMachine("start");
  const std::vector<std::string> queries = LinesOf(options.queries);
  // Memory for the tables; nothing that helps one query at the cost of the others.
  const test::PostgresServer server(
      {.settings = {"shared_buffers=1GB", "work_mem=64MB", "maintenance_work_mem=1GB", "jit=off",
                    "max_parallel_workers_per_gather=0"}});
  const test::PostgresDatabase place(server.directory());
  const auto database =
      Must(store::OpenPostgres({.url = place.AppUrl(), .most_connections = options.connections}));
  const WorkspaceId workspace =
      Must(database->AddWorkspace("bench", "bench", Time{1}, Deadline::Never()));
  const store::Scope scope{.workspace = workspace};
  std::size_t count = 0;
  Timed("lexical index", place, [&] {
    std::ifstream in(options.documents);
    count = bench::Load(*database, scope, in, kBatch);
  });
  Timed("tsvector", place, [&] { LoadPlain(place, workspace, options); });
  fmt::print("{} documents, {} queries, {} connections, {:g} s, {} rounds, {}\n", count,
             queries.size(), options.connections, options.seconds, options.rounds,
             options.terms ? "terms" : "simple");

  lexical::Index cached(*database, kSource, kRanking, bench::kLargeCache);
  lexical::Index rows(*database, kSource, kRanking, 0);
  PassOnce(cached, scope, queries, "cache, first pass", options.answers);
  PassOnce(cached, scope, queries, "cache", {});
  PassOnce(rows, scope, queries, "no cache", {});

  std::vector<std::vector<lexical::QueryTerm>> terms;
  std::vector<std::string> tsqueries;
  for (const std::string& query : queries) {
    terms.push_back(TermsOf(query));
    tsqueries.push_back(TsqueryOf(query));
  }
  std::vector<std::unique_ptr<PlainSearch>> app;
  std::vector<std::unique_ptr<PlainSearch>> owner;
  for (std::size_t i = 0; i < options.connections; ++i) {
    app.push_back(std::make_unique<PlainSearch>(place.AppUrl(), workspace, options));
    owner.push_back(std::make_unique<PlainSearch>(place.OwnerUrl(), workspace, options));
  }
  fmt::print("tsvector, row security: {}\n", app[0]->Plan(tsqueries[0]));
  fmt::print("tsvector, owner: {}\n", owner[0]->Plan(tsqueries[0]));

  const auto ours = [&](lexical::Index& index) {
    return [&](std::size_t, std::size_t query) {
      return Must(index.Search(scope, terms[query], {.limit = kLimit})).hits.size();
    };
  };
  const auto plain = [&](std::vector<std::unique_ptr<PlainSearch>>& clients) {
    return [&](std::size_t thread, std::size_t query) {
      return clients[thread]->Search(tsqueries[query]);
    };
  };
  std::vector<Contender> contenders;
  contenders.push_back({"lexical index, cache", ours(cached)});
  contenders.push_back({"lexical index, no cache", ours(rows)});
  contenders.push_back({"tsvector, no row security", plain(owner)});
  contenders.push_back({"tsvector, row security", plain(app)});
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (Contender& contender : contenders) Measure(contender, options, queries.size());
  }
  Print(contenders);
  PrintMachine("end");
}

}  // namespace
}  // namespace satchel

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2) {
    fmt::print(stderr,
               "usage: lexical_postgres DOCS QUERIES [CONNECTIONS=16] [SECONDS=10] "
               "[ROUNDS=3] [simple|terms] [ANSWERS]\n");
    return 2;
  }
  satchel::Options options{.documents = words[0], .queries = words[1]};
  if (words.size() > 2) options.connections = std::max<std::size_t>(std::stoull(words[2]), 1);
  if (words.size() > 3) options.seconds = std::stod(words[3]);
  if (words.size() > 4) options.rounds = std::max<std::size_t>(std::stoull(words[4]), 1);
  if (words.size() > 5) options.terms = words[5] == "terms";
  if (words.size() > 6) options.answers = words[6];
  satchel::Compare(options);
  return 0;
}
