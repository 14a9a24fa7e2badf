#include "tests/e2e/cli_fixture.h"

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/support/postgres_server.h"

namespace satchel::test {

std::string SatchelBinary() { return SATCHEL_BINARY; }

std::string ServerUrl(const std::string& role, const std::string& database) {
  return fmt::format("postgresql://{}@/{}?host={}", role, database, SharedPostgres().string());
}

std::string AppUrl(const PostgresDatabase& database) {
  return ServerUrl(database.app(), database.name());
}

CliFixture::CliFixture(std::string place) : place_(std::move(place)) {
  dir_.MakeDirectory("home");
  dir_.MakeDirectory(place_);
  // A test may run the binary as somebody else.
  std::filesystem::permissions(dir_.path(), std::filesystem::perms::all);
  environment_ = {{"HOME", (dir_.path() / "home").string()}};
}

Process CliFixture::Command(Args args) const {
  return {.program = SatchelBinary(),
          .args = std::move(args),
          .environment = environment_,
          .directory = dir_.path() / place_};
}

Process CliFixture::HttpServer(Args more) const {
  namespace fs = std::filesystem;
  const fs::path token = dir_.Write("http.token", std::string(kHttpToken) + "\n");
  fs::permissions(token, fs::perms::owner_read | fs::perms::owner_write);
  Args args = {"mcp", "--http", "127.0.0.1:0", "--token-file", token.string()};
  args.insert(args.end(), more.begin(), more.end());
  return Command(std::move(args));
}

nlohmann::json CliFixture::JsonOf(Args args) const {
  args.insert(args.end(), {"--format", "json"});
  const Finished finished = Satchel(args);
  EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
  return nlohmann::json::parse(finished.out, nullptr, false);
}

void CliFixture::Git(Args args, const std::string& folder) const {
  args.insert(args.begin(), {"-c", "user.name=n", "-c", "user.email=e@example.org"});
  const Finished finished = Execute({.program = FindProgram("git"),
                                     .args = std::move(args),
                                     .environment = environment_,
                                     .directory = dir_.path() / folder});
  ASSERT_EQ(finished.code, 0) << finished.err;
}

}  // namespace satchel::test
