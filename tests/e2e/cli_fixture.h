#pragma once

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {

using Args = std::vector<std::string>;

// The moment that suites give as `--now`.
inline constexpr const char* kNow = "2026-01-10T12:00:00Z";

// What a client of CliFixture::HttpServer() sends.
inline constexpr const char* kHttpToken = "0123456789abcdef0123456789abcdef";

// The built binary's path.
std::string SatchelBinary();

// The address, as a user writes it, of a database on the server that all tests share.
std::string ServerUrl(const std::string& role, const std::string& database);
std::string AppUrl(const PostgresDatabase& database);

// The built binary in a directory of its own, with an empty home and an environment that has
// nothing but HOME. A suite adds what its workspace `app` holds.
class CliFixture : public testing::Test {
 protected:
  // Commands stand in `place`, a path below the directory.
  explicit CliFixture(std::string place = "app/src");

  // How a command is run; a test may change it before Execute().
  Process Command(Args args) const;
  // `satchel mcp --http` on any free port, with more flags. Its token is kHttpToken.
  Process HttpServer(Args more = {}) const;
  Finished Satchel(Args args) const { return Execute(Command(std::move(args))); }
  // What the command prints with `--format json`; it must end with 0.
  nlohmann::json JsonOf(Args args) const;
  // Must end with 0.
  void Git(Args args, const std::string& folder = "app") const;

  TempDir dir_;
  std::map<std::string, std::string> environment_;

 private:
  std::string place_;
};

}  // namespace satchel::test
