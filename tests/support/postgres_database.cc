#include "tests/support/postgres_database.h"

#include <atomic>
#include <cstdlib>
#include <unistd.h>

#include <fmt/format.h>

namespace satchel::test {
namespace {

[[noreturn]] void GiveUp(std::string_view what) {
  fmt::print(stderr, "PostgreSQL for the tests: {}\n", what);
  std::abort();
}

PostgresClient::Outcome OutcomeOf(PGresult* result) {
  PostgresClient::Outcome outcome;
  const ExecStatusType status = ::PQresultStatus(result);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && status != PGRES_COPY_OUT) {
    const char* state = ::PQresultErrorField(result, PG_DIAG_SQLSTATE);
    outcome.sqlstate = state == nullptr ? "lost" : state;
    outcome.message = ::PQresultErrorMessage(result);
  }
  for (int row = 0; row < ::PQntuples(result); ++row) {
    auto& cells = outcome.rows.emplace_back();
    for (int column = 0; column < ::PQnfields(result); ++column) {
      cells.emplace_back(::PQgetvalue(result, row, column));
    }
  }
  return outcome;
}

}  // namespace

PostgresClient::PostgresClient(const std::string& url) : connection_(::PQconnectdb(url.c_str())) {
  ::PQsetNoticeReceiver(connection_, [](void*, const PGresult*) {}, nullptr);
}

PostgresClient::~PostgresClient() { ::PQfinish(connection_); }

bool PostgresClient::connected() const { return ::PQstatus(connection_) == CONNECTION_OK; }

PostgresClient::Outcome PostgresClient::Run(const std::string& sql) {
  PGresult* result = ::PQexec(connection_, sql.c_str());
  Outcome outcome = OutcomeOf(result);
  ::PQclear(result);
  return outcome;
}

PostgresClient::Outcome PostgresClient::CopyOut(const std::string& sql) {
  PGresult* result = ::PQexec(connection_, sql.c_str());
  Outcome outcome = OutcomeOf(result);
  const bool copying = ::PQresultStatus(result) == PGRES_COPY_OUT;
  ::PQclear(result);
  if (!copying) return outcome;
  char* line = nullptr;
  while (::PQgetCopyData(connection_, &line, 0) > 0) {
    outcome.rows.push_back({line});
    ::PQfreemem(line);
  }
  while ((result = ::PQgetResult(connection_)) != nullptr) {
    if (const Outcome end = OutcomeOf(result); !end.sqlstate.empty()) {
      outcome.sqlstate = end.sqlstate;
      outcome.message = end.message;
    }
    ::PQclear(result);
  }
  return outcome;
}

void PostgresClient::Must(const std::string& sql) {
  const Outcome outcome = Run(sql);
  if (!outcome.sqlstate.empty()) GiveUp(sql + ": " + outcome.message);
}

std::string PostgresClient::One(const std::string& sql) {
  const Outcome outcome = Run(sql);
  if (!outcome.sqlstate.empty() || outcome.rows.empty()) GiveUp(sql + ": " + outcome.message);
  return outcome.rows[0][0];
}

PostgresDatabase::PostgresDatabase(const std::filesystem::path& server, Schema schema)
    : server_(server) {
  static std::atomic<int> number = 0;
  name_ = fmt::format("t{}_{}", ::getpid(), ++number);
  PostgresClient admin(PostgresUrl(server_, "postgres", "postgres"));
  admin.Must(fmt::format("CREATE ROLE {} LOGIN CREATEROLE", owner()));
  admin.Must(fmt::format("CREATE DATABASE {} OWNER {}", name_, owner()));
  if (schema == Schema::kNone) return;
  const auto status = store::InitPostgres({.url = OwnerUrl()}, app(), Time{1});
  if (!status) GiveUp(status.error().text());
}

PostgresDatabase::~PostgresDatabase() {
  PostgresClient admin(PostgresUrl(server_, "postgres", "postgres"));
  if (!admin.connected()) return;  // a server that a test stopped
  admin.Run(fmt::format("DROP DATABASE {} WITH (FORCE)", name_));
  admin.Run(fmt::format("DROP ROLE IF EXISTS {}", app()));
  admin.Run(fmt::format("DROP ROLE {}", owner()));
}

}  // namespace satchel::test
