// What the stores cost beside the bare engines, as ratios in one run: our interface
// and sqlite3 or libpq alone do the same work on the same schema, in turns, and the
// medians are compared. Run it in the release preset:
//
//   build/release/bench/bench_store [sqlite|postgres]

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include "bench/must.h"
#include "store/curated.h"
#include "store/ddl.h"
#include "store/postgres/postgres.h"
#include "store/raw_log.h"
#include "store/schema.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/postgres_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::store {
namespace {

using bench::Must;
using bench::Stop;

constexpr int kRounds = 7;
constexpr std::int64_t kBulkRows = 20'000;
constexpr int kReads = 3'000;

double Seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return bench::Seconds(std::chrono::steady_clock::now() - start);
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Both in turns, so that a busy moment of the machine meets both.
void Compare(std::string_view what, std::string_view unit, double count,
             const std::function<void()>& ours, const std::function<void()>& bare) {
  std::vector<double> mine;
  std::vector<double> theirs;
  std::vector<double> ratios;
  for (int i = 0; i < kRounds; ++i) {
    theirs.push_back(Seconds(bare));
    mine.push_back(Seconds(ours));
    ratios.push_back(mine.back() / theirs.back());
  }
  fmt::print("{:44} {:>12.0f} {:>12.0f}  {:5.2f}\n", fmt::format("{} ({}/s)", what, unit),
             count / Median(mine), count / Median(theirs), Median(ratios));
}

std::vector<DocumentRow> MakeDocuments() {
  std::vector<DocumentRow> documents;
  for (std::int64_t id = 1; id <= kBulkRows; ++id) {
    documents.push_back({.source = "code",
                         .id = id,
                         .path = fmt::format("src/folder_{}/file_{}.cc", id % 97, id),
                         .digest = std::string(32, static_cast<char>(id % 251)),
                         .kind = "file",
                         .role = "source",
                         .language = "cpp",
                         .title = fmt::format("file_{}.cc", id),
                         .size = id * 13,
                         .time = Time{id},
                         .attributes = "{}"});
  }
  return documents;
}

constexpr const char* kSelect =
    "SELECT source, document_id, path, digest, kind, role, language, title, size, time, attributes"
    " FROM document WHERE workspace_id = $1 AND source = $2 AND document_id = $3";

void PutAll(Database& database, const Scope& scope, const std::vector<DocumentRow>& documents) {
  auto change = Must(CuratedChange::Begin(database, scope));
  Must(change.PutDocuments(documents));
  Must(std::move(change).Commit());
}

void ReadEach(Database& database, const Scope& scope) {
  const CuratedReader reader(database);
  for (std::int64_t i = 0; i < kReads; ++i) {
    const std::array<std::int64_t, 1> id = {1 + (i * 7'919 % kBulkRows)};
    if (Must(reader.DocumentsById(scope, "code", id)).size() != 1) Stop("a row is missing");
  }
}

// --- SQLite ------------------------------------------------------------------------------------

class BareSqlite {
 public:
  explicit BareSqlite(const std::string& file) {
    if (sqlite3_open(file.c_str(), &db_) != SQLITE_OK) Stop("cannot open");
    Execute("PRAGMA journal_mode = WAL");
    Execute("PRAGMA synchronous = NORMAL");
    insert_ = Prepare(InsertSql(Dialect::kSqlite, kDocumentTable, OnConflict::kReplace));
    select_ = Prepare(kSelect);
  }
  ~BareSqlite() {
    sqlite3_finalize(insert_);
    sqlite3_finalize(select_);
    sqlite3_close(db_);
  }
  BareSqlite(const BareSqlite&) = delete;
  BareSqlite& operator=(const BareSqlite&) = delete;

  void PutAll(const std::vector<DocumentRow>& documents) {
    Execute("BEGIN IMMEDIATE");
    for (const DocumentRow& row : documents) {
      int at = 1;
      sqlite3_bind_int64(insert_, at++, 1);
      Bind(insert_, at++, row.source);
      sqlite3_bind_int64(insert_, at++, row.id);
      Bind(insert_, at++, row.path);
      sqlite3_bind_blob(insert_, at++, row.digest.data(), static_cast<int>(row.digest.size()),
                        SQLITE_STATIC);
      for (const std::string* text : {&row.kind, &row.role, &row.language, &row.title}) {
        Bind(insert_, at++, *text);
      }
      sqlite3_bind_int64(insert_, at++, row.size);
      sqlite3_bind_int64(insert_, at++, row.time.value_or(Time{}).micros);
      Bind(insert_, at++, row.attributes);
      if (sqlite3_step(insert_) != SQLITE_DONE) Stop(sqlite3_errmsg(db_));
      sqlite3_reset(insert_);
    }
    Execute("COMMIT");
  }

  void ReadEach() {
    for (std::int64_t i = 0; i < kReads; ++i) {
      sqlite3_bind_int64(select_, 1, 1);
      Bind(select_, 2, "code");
      sqlite3_bind_int64(select_, 3, 1 + (i * 7'919 % kBulkRows));
      if (sqlite3_step(select_) != SQLITE_ROW) Stop("a row is missing");
      const DocumentRow row{.source = Column(0),
                            .id = sqlite3_column_int64(select_, 1),
                            .path = Column(2),
                            .digest = Column(3),
                            .kind = Column(4),
                            .role = Column(5),
                            .language = Column(6),
                            .title = Column(7),
                            .size = sqlite3_column_int64(select_, 8),
                            .time = Time{sqlite3_column_int64(select_, 9)},
                            .attributes = Column(10)};
      if (row.path.empty()) Stop("an empty row");
      sqlite3_reset(select_);
    }
  }

 private:
  void Execute(const char* sql) {
    if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) Stop(sqlite3_errmsg(db_));
  }
  sqlite3_stmt* Prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      Stop(sqlite3_errmsg(db_));
    }
    return statement;
  }
  static void Bind(sqlite3_stmt* statement, int at, std::string_view text) {
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  std::string Column(int at) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(select_, at));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(select_, at))};
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  sqlite3_stmt* select_ = nullptr;
};

std::unique_ptr<Database> OpenFile(const std::string& file, bool full_sync) {
  auto database = Must(
      OpenSqlite({.file = file, .mode = SqliteOptions::Mode::kCreate, .full_sync = full_sync}));
  Must(database->AddWorkspace("key", "name", Time{1}, Deadline::Never()));
  return database;
}

void CompareSqlite(const std::vector<DocumentRow>& documents) {
  const test::TempDir dir;
  const Scope scope{.workspace = WorkspaceId(1)};
  const std::string our_file = (dir.path() / "ours.db").string();
  const std::string bare_file = (dir.path() / "bare.db").string();
  const auto database = OpenFile(our_file, false);
  OpenFile(bare_file, false).reset();
  BareSqlite bare(bare_file);
  Compare(
      "SQLite, 20,000 rows in a transaction", "rows", kBulkRows,
      [&] { PutAll(*database, scope, documents); }, [&] { bare.PutAll(documents); });
  Compare(
      "SQLite, a row by its key", "reads", kReads, [&] { ReadEach(*database, scope); },
      [&] { bare.ReadEach(); });
}

// --- The log -----------------------------------------------------------------------------------

void CompareLog(std::string_view engine, Database& database, WorkspaceId workspace) {
  constexpr std::int64_t kRows = 1'024;
  StoreCount count;
  const Scope scope{.workspace = workspace, .count = &count};
  int run = 0;
  const auto write = [&](bool grouped) {
    RunLog log(database, RunId(fmt::format("run{}", ++run)));
    for (std::int64_t i = 0; i < kRows; ++i) {
      Must(log.Add(scope, EventRow{.ordinal = i, .kind = "index", .body = std::string(120, 'x')}));
      if (!grouped) Must(log.Flush(scope));
    }
    Must(log.Flush(scope));
  };
  std::vector<double> ratios;
  std::vector<double> group;
  std::vector<double> single;
  for (int i = 0; i < 3; ++i) {
    single.push_back(Seconds([&] { write(false); }));
    group.push_back(Seconds([&] { write(true); }));
    ratios.push_back(single.back() / group.back());
  }
  fmt::print("{:44} {:>12.0f} {:>12.0f}  {:5.1f} times\n",
             fmt::format("{}, log rows in groups, and single", engine), kRows / Median(group),
             kRows / Median(single), Median(ratios));
}

// --- PostgreSQL --------------------------------------------------------------------------------

class BarePostgres {
 public:
  explicit BarePostgres(const std::string& url) : connection_(PQconnectdb(url.c_str())) {
    if (PQstatus(connection_) != CONNECTION_OK) Stop(PQerrorMessage(connection_));
    PQenterPipelineMode(connection_);
    insert_ = InsertSql(Dialect::kPostgres, kDocumentTable, OnConflict::kReplace);
  }
  ~BarePostgres() { PQfinish(connection_); }
  BarePostgres(const BarePostgres&) = delete;
  BarePostgres& operator=(const BarePostgres&) = delete;

  // Arrays as text, quoted by the rules of PostgreSQL.
  void PutAll(WorkspaceId workspace, const std::vector<DocumentRow>& documents) {
    std::vector<std::string> arrays(11, "{");
    const auto add = [](std::string& array, std::string_view value) {
      array += array.size() == 1 ? "\"" : ",\"";
      for (const char c : value) {
        if (c == '"' || c == '\\') array += '\\';
        array += c;
      }
      array += '"';
    };
    std::string hex;
    for (const DocumentRow& row : documents) {
      hex = "\\x";
      for (const char c : row.digest) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
      const std::string id = std::to_string(row.id);
      const std::string size = std::to_string(row.size);
      const std::string time = std::to_string(row.time.value_or(Time{}).micros);
      std::size_t at = 0;
      for (const std::string_view value :
           {std::string_view(row.source), std::string_view(id), std::string_view(row.path),
            std::string_view(hex), std::string_view(row.kind), std::string_view(row.role),
            std::string_view(row.language), std::string_view(row.title), std::string_view(size),
            std::string_view(time), std::string_view(row.attributes)}) {
        add(arrays[at++], value);
      }
    }
    for (std::string& array : arrays) array += '}';
    const std::string id = std::to_string(workspace.value());
    std::vector<const char*> values = {id.c_str()};
    for (const std::string& array : arrays) values.push_back(array.c_str());
    constexpr std::array<Oid, 12> kTypes = {20,   1009, 1016, 1009, 1001, 1009,
                                            1009, 1009, 1009, 1016, 1016, 1009};
    Begin(id);
    PQsendQueryParams(connection_, insert_.c_str(), 12, kTypes.data(), values.data(), nullptr,
                      nullptr, 0);
    End();
  }

  void ReadEach(WorkspaceId workspace) {
    const std::string id = std::to_string(workspace.value());
    for (std::int64_t i = 0; i < kReads; ++i) {
      const std::string document = std::to_string(1 + (i * 7'919 % kBulkRows));
      const std::array<const char*, 3> values = {id.c_str(), "code", document.c_str()};
      constexpr std::array<Oid, 3> kTypes = {20, 25, 20};
      Begin(id);
      PQsendQueryParams(connection_, kSelect, 3, kTypes.data(), values.data(), nullptr, nullptr, 1);
      if (End() != 1) Stop("a row is missing");
    }
  }

 private:
  void Begin(const std::string& workspace) {
    Send("BEGIN");
    Send("SET LOCAL satchel.workspace = '" + workspace + "'");
  }
  void Send(const std::string& sql) {
    PQsendQueryParams(connection_, sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0);
  }
  // The number of rows, whose cells are copied as ours are.
  int End() {
    Send("COMMIT");
    PQpipelineSync(connection_);
    int rows = 0;
    for (;;) {
      PGresult* result = PQgetResult(connection_);
      if (result == nullptr) continue;  // between two statements
      const ExecStatusType status = PQresultStatus(result);
      if (status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED) {
        Stop(PQresultErrorMessage(result));
      }
      for (int row = 0; row < PQntuples(result); ++row, ++rows) {
        cells_.clear();
        for (int column = 0; column < PQnfields(result); ++column) {
          cells_.emplace_back(PQgetvalue(result, row, column),
                              static_cast<std::size_t>(PQgetlength(result, row, column)));
        }
      }
      PQclear(result);
      if (status == PGRES_PIPELINE_SYNC) return rows;
    }
  }

  PGconn* connection_;
  std::string insert_;
  std::vector<std::string> cells_;
};

void ComparePostgres(const std::vector<DocumentRow>& documents) {
  const test::PostgresDatabase server;
  const auto database = Must(OpenPostgres({.url = server.AppUrl()}));
  const auto add = [&](std::string_view key) {
    return Must(database->AddWorkspace(key, "name", Time{1}, Deadline::Never()));
  };
  const WorkspaceId ours = add("ours");
  const WorkspaceId theirs = add("bare");
  const WorkspaceId unsecured = add("owner");
  const Scope scope{.workspace = ours};
  BarePostgres app(server.AppUrl());
  BarePostgres owner(server.OwnerUrl());  // row security does not hold for the owner
  Compare(
      "PostgreSQL, 20,000 rows in a transaction", "rows", kBulkRows,
      [&] { PutAll(*database, scope, documents); }, [&] { app.PutAll(theirs, documents); });
  Compare(
      "PostgreSQL, a row by its key", "reads", kReads, [&] { ReadEach(*database, scope); },
      [&] { app.ReadEach(theirs); });
  Compare(
      "libpq alone, row security and none: rows", "rows", kBulkRows,
      [&] { app.PutAll(theirs, documents); }, [&] { owner.PutAll(unsecured, documents); });
  Compare(
      "libpq alone, row security and none: reads", "reads", kReads, [&] { app.ReadEach(theirs); },
      [&] { owner.ReadEach(unsecured); });
  CompareLog("PostgreSQL", *database, ours);
  StoreCount count;
  const Scope counted{.workspace = ours, .count = &count};
  const std::vector<std::int64_t> ids = {1, 2, 3};
  Must(CuratedReader(*database).DocumentsById(counted, "code", ids));
  fmt::print("round trips of a read: {}", count.round_trips);
  count = {};
  Must(RawWriter(*database).Start(counted, {.id = RunId("one"), .recipe = "notes"}));
  fmt::print("; of a row into the log: {}", count.round_trips);
  count = {};
  PutAll(*database, counted, {documents.begin(), documents.begin() + 10});
  fmt::print("; of a change of ten documents: {}\n", count.round_trips);
}

void CompareAll(std::string_view only) {
  const std::vector<DocumentRow> documents = MakeDocuments();
  fmt::print("{:44} {:>12} {:>12}  {}\n", "", "ours", "bare", "ratio of times, median of 7");
  if (only != "postgres") {
    CompareSqlite(documents);
    const test::TempDir dir;
    const auto log = OpenFile((dir.path() / "log.db").string(), true);
    CompareLog("SQLite", *log, WorkspaceId(1));
  }
  if (only != "sqlite") ComparePostgres(documents);
}

}  // namespace
}  // namespace satchel::store

int main(int argc, char** argv) {
  satchel::store::CompareAll(argc > 1 ? argv[1] : "");
  return 0;
}
