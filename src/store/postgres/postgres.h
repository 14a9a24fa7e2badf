#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/database.h"

// The store of a team: plain PostgreSQL from 15 on, without extensions. See
// docs/design/store_postgres.md.
namespace satchel::store {

// Beside the tables of the schema: a key stands for one workspace.
inline constexpr const char* kDirectoryIndex =
    "CREATE UNIQUE INDEX workspace_by_key ON workspace (key)";

struct PostgresOptions {
  std::string url;       // postgresql://ROLE@HOST[,HOST…]/DATABASE; never logged
  std::string password;  // goes before the one in the URL; never logged
  std::size_t most_connections = 8;
  // Prepared statements with names save the server's parsing, but do not pass
  // pgbouncer before 1.21 in transaction mode.
  bool named_statements = false;
  std::chrono::milliseconds connect_timeout{5'000};  // for each host
  // For one round trip, if the request has no earlier deadline.
  std::chrono::milliseconds statement_timeout{30'000};
  // What a server may send in answer to one round trip, and for one row.
  std::size_t most_answer_bytes = std::size_t{256} << 20U;
  std::size_t most_row_bytes = std::size_t{64} << 20U;
};

// Connects and checks that the database is ready for use: the schema's version,
// row security, and a role that it holds for.
Result<std::unique_ptr<Database>> OpenPostgres(const PostgresOptions& options);

// What is wrong with a database or its role, and what to do about it.
struct Finding {
  Errc code = Errc::kInvalidInput;
  std::string reason;
  std::string fix;
};

// All findings, as the role of the URL sees them; none: OpenPostgres would work.
Result<std::vector<Finding>> CheckPostgres(const PostgresOptions& options);

// The tables, row security and the role of the application, in one transaction.
// Run by the owner of the database. A role that is missing is made: it may log
// in, but has no password until somebody gives it one. May be repeated.
Status InitPostgres(const PostgresOptions& owner, const std::string& app_role, Time now);

// From an older version of the schema to this one, in one transaction; then
// rights and policies as InitPostgres. Any number may run at once.
struct Migrated {
  int from = 0;
  int to = 0;
};
Result<Migrated> MigratePostgres(const PostgresOptions& owner, const std::string& app_role,
                                 Time now);

}  // namespace satchel::store
