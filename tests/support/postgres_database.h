#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <libpq-fe.h>

#include "base/result.h"
#include "store/postgres/postgres.h"
#include "tests/support/postgres_server.h"

namespace satchel::test {

// Plain SQL over libpq, for what Satchel's own interface does not do.
class PostgresClient {
 public:
  struct Outcome {
    std::string sqlstate;  // empty: it worked
    std::string message;
    std::vector<std::vector<std::string>> rows;  // as text; NULL is empty
  };

  explicit PostgresClient(const std::string& url);
  ~PostgresClient();
  PostgresClient(const PostgresClient&) = delete;
  PostgresClient& operator=(const PostgresClient&) = delete;

  bool connected() const;
  Outcome Run(const std::string& sql);      // of several statements the last one's outcome
  Outcome CopyOut(const std::string& sql);  // one line a row
  void Must(const std::string& sql);        // ends the program when it fails
  std::string One(const std::string& sql);  // the first cell; must be there
  PGconn* connection() { return connection_; }

 private:
  PGconn* connection_;
};

// A database of its own on a server, set up for Satchel, with an owner and a role
// for the application of its own. Gone with the object.
class PostgresDatabase {
 public:
  enum class Schema : unsigned char { kInitialised, kNone };

  PostgresDatabase() : PostgresDatabase(SharedPostgres()) {}
  explicit PostgresDatabase(const std::filesystem::path& server,
                            Schema schema = Schema::kInitialised);
  ~PostgresDatabase();
  PostgresDatabase(const PostgresDatabase&) = delete;
  PostgresDatabase& operator=(const PostgresDatabase&) = delete;

  const std::string& name() const { return name_; }
  std::string owner() const { return name_ + "_owner"; }
  std::string app() const { return name_ + "_app"; }
  std::string AdminUrl() const { return PostgresUrl(server_, "postgres", name_); }
  std::string OwnerUrl() const { return PostgresUrl(server_, owner(), name_); }
  std::string AppUrl() const { return PostgresUrl(server_, app(), name_); }

 private:
  std::filesystem::path server_;
  std::string name_;
};

}  // namespace satchel::test
