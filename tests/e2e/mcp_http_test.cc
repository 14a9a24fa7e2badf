// `satchel mcp --http` as a client on this machine meets it: the real binary on a real repository.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "net/http_client.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Json = nlohmann::json;

class McpHttpTest : public CliFixture {
 protected:
  McpHttpTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/web/weather.py", "def forecast():\n    return 'rain tomorrow'\n");
    Git({"init", "-q"});
  }
};

std::string Bearer(const std::string& token) { return "Bearer " + token; }

// What the server answers to a message.
net::HttpResponse Post(const std::string& url, const Json& message,
                       std::vector<net::HttpHeader> more = {},
                       const std::string& token = kHttpToken) {
  static const auto client = net::HttpClient::Open({}).value();
  net::HttpRequest request{.url = url, .headers = std::move(more), .body = message.dump()};
  request.headers.push_back({"Content-Type", "application/json"});
  request.headers.push_back({"Accept", "application/json, text/event-stream"});
  if (!token.empty()) request.headers.push_back({"Authorization", Bearer(token)});
  const auto response = client->Send(request, Deadline::After(std::chrono::seconds(60)));
  EXPECT_TRUE(response) << response.error().text();
  return response ? *response : net::HttpResponse();
}
Json Request(int id, const std::string& method, const Json& params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
}

TEST_F(McpHttpTest, ServesSeveralClientsAndEndsWithASignal) {
  Running server(HttpServer());
  const std::string url = server.NextLine(std::chrono::seconds(60)).value_or("");
  ASSERT_THAT(url, StartsWith("http://127.0.0.1:"));
  const net::HttpResponse started =
      Post(url, Request(1, "initialize", {{"protocolVersion", "2025-11-25"}}));
  EXPECT_EQ(started.status, 200);
  EXPECT_THAT(started.body, HasSubstr(R"("name":"satchel")"));
  {
    std::vector<std::jthread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&url, i] {
        const net::HttpResponse found = Post(
            url,
            Request(i, "tools/call", {{"name", "search"}, {"arguments", {{"query", "forecast"}}}}));
        const Json reply = Json::parse(found.body, nullptr, false);
        EXPECT_EQ(reply["id"], i);
        EXPECT_EQ(reply["result"]["structuredContent"]["results"][0]["path"], "web/weather.py");
      });
    }
  }
  EXPECT_EQ(
      Post(url, Request(1, "tools/list", Json::object()), {{"Origin", "http://evil.example.com"}})
          .status,
      403);
  server.Send(SIGTERM);
  const Finished ended = server.Finish();
  EXPECT_EQ(ended.code, 0) << ended.err;
}

Json Remember(const std::string& text) {
  return Request(1, "tools/call", {{"name", "remember"}, {"arguments", {{"text", text}}}});
}

TEST_F(McpHttpTest, AsksForTheTokenInTheUsersStateDirectory) {
  const auto file = dir_.path() / "home/.local/state/satchel/mcp.token";
  Running server(Command({"mcp", "--http", "127.0.0.1:0"}));
  const std::string url = server.NextLine(std::chrono::seconds(60)).value_or("");
  const Json list = Request(1, "tools/list", Json::object());
  EXPECT_EQ(Post(url, list, {}, "").status, 401);
  EXPECT_EQ(Post(url, list, {}, kHttpToken).status, 401);
  std::string token = TempDir::ReadFile(file);
  ASSERT_THAT(token, testing::MatchesRegex("[0-9a-f]{32}\n"));
  token.pop_back();
  EXPECT_EQ(Post(url, list, {}, token).status, 200);
  server.Send(SIGTERM);
  const Finished ended = server.Finish();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr(file.string()));
  EXPECT_THAT(ended.out + ended.err, testing::Not(HasSubstr(token)));
}

TEST_F(McpHttpTest, WritesAMemoryOnlyWhenTheUserAllowsIt) {
  const Json list = Request(1, "tools/list", Json::object());
  for (const bool allowed : {false, true}) {
    Running server(HttpServer(allowed ? Args{"--allow-write"} : Args{}));
    const std::string url = server.NextLine(std::chrono::seconds(60)).value_or("");
    EXPECT_EQ(Post(url, list).body.find("\"remember\"") != std::string::npos, allowed);
    const Json answer = Json::parse(Post(url, Remember("The relay listens on 7010")).body);
    EXPECT_EQ(answer.contains("error"), !allowed) << answer;
    server.Send(SIGTERM);
    EXPECT_EQ(server.Finish().code, 0);
    const Finished found = Satchel({"memory", "list"});
    EXPECT_EQ(found.out.find("7010") != std::string::npos, allowed) << found.out;
  }
}

TEST_F(McpHttpTest, FlagsOfHttpNeedHttp) {
  for (const Args& args : {Args{"mcp", "--allow-write"}, Args{"mcp", "--token-file", "x"},
                           Args{"mcp", "--allow-origin", "http://localhost"}}) {
    const Finished ended = Satchel(args);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("need --http"));
  }
  const auto readable = dir_.Write("readable.token", std::string(40, 'x'));
  std::filesystem::permissions(readable, std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  const Finished ended =
      Satchel({"mcp", "--http", "127.0.0.1:0", "--token-file", readable.string()});
  EXPECT_EQ(ended.code, 2) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("other users"));
}

TEST_F(McpHttpTest, ListensOnThisMachineAlone) {
  for (const char* address : {"0.0.0.0:0", "192.0.2.1:80", "127.0.0.1", "x:y"}) {
    const Finished ended = Satchel({"mcp", "--http", address});
    EXPECT_EQ(ended.code, 2) << address << ended.err;
    EXPECT_THAT(ended.err, HasSubstr("hint: "));
  }
}

}  // namespace
}  // namespace satchel::test
