#include "surfaces/mcp/http/endpoint.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "surfaces/mcp/protocol/era.h"

namespace satchel::mcp {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Heard final : public net::Responder {
 public:
  void Answer(int code, const std::vector<net::HttpHeader>& fields,
              std::string_view bytes) override {
    status = code;
    headers = fields;
    body = bytes;
  }
  void Begin(int code, const std::vector<net::HttpHeader>& fields) override {
    status = code;
    headers = fields;
    streamed = true;
  }
  void Write(std::string_view bytes) override { body += bytes; }
  const CancelSource& gone() const override { return gone_source; }

  Json Message() const { return Json::parse(body, nullptr, false); }
  int Code() const {
    const Json message = Message();
    return message.contains("error") ? message["error"]["code"].get<int>() : 0;
  }

  int status = 0;
  std::vector<net::HttpHeader> headers;
  std::string body;
  bool streamed = false;
  CancelSource gone_source;
};

Catalogue Offers() {
  Catalogue catalogue;
  catalogue.server_info = {{"name", "test"}, {"version", "1"}};
  catalogue.tools.push_back({.declaration = {{"name", "echo"}},
                             .call = [](const Json& arguments, Exchange& exchange) -> Answer {
                               exchange.ReportProgress(1, 2, "");
                               return Json{{"content", Json::array()},
                                           {"structuredContent", arguments}};
                             }});
  return catalogue;
}

net::ServedRequest Post(const Json& message) {
  return {.method = "POST",
          .target = "/mcp",
          .headers = {{"host", "127.0.0.1:8080"},
                      {"content-type", "application/json"},
                      {"accept", "application/json, text/event-stream"}},
          .body = message.dump()};
}
net::ServedRequest Legacy(const std::string& method, const Json& params = Json::object()) {
  return Post({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
}
net::ServedRequest Modern(const std::string& method, Json params = Json::object()) {
  params["_meta"][kMetaRevision] = kModernRevision;
  params["_meta"][kMetaCapabilities] = Json::object();
  net::ServedRequest request =
      Post({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
  request.headers.push_back({"mcp-protocol-version", std::string(kModernRevision)});
  request.headers.push_back({"mcp-method", method});
  if (params.contains("name")) request.headers.push_back({"mcp-name", params["name"]});
  return request;
}
void Set(net::ServedRequest& request, const std::string& name,
         const std::optional<std::string>& value) {
  std::erase_if(request.headers,
                [&](const net::HttpHeader& header) { return header.name == name; });
  if (value) request.headers.push_back({name, *value});
}

Heard& Serve(Heard& heard, const net::ServedRequest& request, const HttpAccess& access = {}) {
  const Dispatcher dispatcher(Offers());
  HttpEndpoint(dispatcher, access, nullptr).Serve(request, heard);
  return heard;
}
int StatusOf(const net::ServedRequest& request, const HttpAccess& access = {}) {
  Heard heard;
  return Serve(heard, request, access).status;
}

TEST(HttpEndpointTest, AnswersBothErasWithJson) {
  Heard legacy;
  Serve(legacy, Legacy("initialize", {{"protocolVersion", "2025-11-25"}}));
  EXPECT_EQ(legacy.status, 200);
  EXPECT_EQ(legacy.Message()["result"]["protocolVersion"], "2025-11-25");
  Heard modern;
  Serve(modern, Modern("server/discover"));
  EXPECT_EQ(modern.status, 200);
  EXPECT_EQ(modern.Message()["result"]["resultType"], "complete");
}

TEST(HttpEndpointTest, StreamsWhenThereIsSomethingToSayBefore) {
  Heard heard;
  Serve(heard, Modern("tools/call", {{"name", "echo"}, {"_meta", {{"progressToken", 1}}}}));
  EXPECT_TRUE(heard.streamed);
  EXPECT_THAT(heard.body, StartsWith("event: message\ndata: {"));
  EXPECT_THAT(heard.body, HasSubstr("notifications/progress"));
  EXPECT_THAT(heard.body, HasSubstr(R"("structuredContent":{})"));
  Heard plain;
  Serve(plain, Modern("tools/call", {{"name", "echo"}}));
  EXPECT_FALSE(plain.streamed);
}

TEST(HttpEndpointTest, RefusesAForeignHost) {
  for (const char* host :
       {"evil.example.com", "localhost.evil.com", "127.0.0.1.evil.com", "", "[::2]:80", "[::1",
        "0.0.0.0", "[::1]evil.com", "127.0.0.1:80@evil.com", "localhost:", "localhost:x",
        "localhost:123456", "localhost:80:80", "localhost 80"}) {
    net::ServedRequest request = Modern("server/discover");
    Set(request, "host", host);
    EXPECT_EQ(StatusOf(request), 403) << host;
  }
  for (const char* host :
       {"localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:80", "[::1]", "localhost:65535"}) {
    net::ServedRequest request = Modern("server/discover");
    Set(request, "host", host);
    EXPECT_EQ(StatusOf(request), 200) << host;
  }
}

TEST(HttpEndpointTest, RefusesEveryOriginThatIsNotAllowed) {
  const HttpAccess access{.origins = {"http://localhost:3000", "https://app.example.org"}};
  for (const char* origin :
       {"http://evil.example.com", "null", "file://", "", "http://localhost", "http://127.0.0.1",
        "http://localhost:3000/", "http://localhost:80@evil.com", "http://[::1]evil.com"}) {
    net::ServedRequest request = Modern("server/discover");
    Set(request, "origin", origin);
    EXPECT_EQ(StatusOf(request), 403) << origin;
    EXPECT_EQ(StatusOf(request, access), 403) << origin;
  }
  for (const std::string& origin : access.origins) {
    net::ServedRequest request = Modern("server/discover");
    Set(request, "origin", origin);
    EXPECT_EQ(StatusOf(request, access), 200) << origin;
    request.headers.push_back({"origin", "http://evil.example.com"});
    EXPECT_EQ(StatusOf(request, access), 403) << origin;
  }
}

TEST(HttpEndpointTest, AsksForItsToken) {
  const HttpAccess access{.token = "0123456789abcdef0123456789abcdef"};
  net::ServedRequest request = Modern("server/discover");
  Heard refused;
  EXPECT_EQ(Serve(refused, request, access).status, 401);
  EXPECT_THAT(refused.body, HasSubstr("Authorization: Bearer"));
  EXPECT_THAT(refused.body, Not(HasSubstr(access.token)));
  EXPECT_THAT(refused.headers, Contains(AllOf(Field(&net::HttpHeader::name, "WWW-Authenticate"),
                                              Field(&net::HttpHeader::value, "Bearer"))));
  for (const std::string& wrong :
       {std::string(), std::string("Bearer"), std::string("Bearer "), access.token,
        "Basic " + access.token, "Bearer " + access.token + "0", "Bearer " + access.token.substr(1),
        "Bearer 1" + access.token.substr(1), "Bearer  " + access.token}) {
    Set(request, "authorization", wrong);
    EXPECT_EQ(StatusOf(request, access), 401) << wrong;
  }
  for (const std::string scheme : {"Bearer ", "bearer "}) {
    Set(request, "authorization", scheme + access.token);
    EXPECT_EQ(StatusOf(request, access), 200);
  }
  request.headers.push_back({"authorization", "Bearer " + access.token});
  EXPECT_EQ(StatusOf(request, access), 401) << "two tokens";
}

TEST(HttpEndpointTest, TakesMessagesByPostAtOneAddress) {
  net::ServedRequest request = Modern("server/discover");
  request.target = "/other";
  EXPECT_EQ(StatusOf(request), 404);
  request.target = "/mcp?x=1";
  EXPECT_EQ(StatusOf(request), 200);
  for (const char* method : {"GET", "DELETE", "PUT", "OPTIONS"}) {
    request.method = method;
    EXPECT_EQ(StatusOf(request), 405) << method;
  }
  request = Modern("server/discover");
  Set(request, "content-type", "text/plain");
  EXPECT_EQ(StatusOf(request), 415);
  Set(request, "content-type", "application/json; charset=utf-8");
  Set(request, "accept", "text/html");
  EXPECT_EQ(StatusOf(request), 406);
}

TEST(HttpEndpointTest, NotificationsAreTaken) {
  Heard heard;
  Serve(heard, Post({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}));
  EXPECT_EQ(heard.status, 202);
  EXPECT_THAT(heard.body, IsEmpty());
  EXPECT_EQ(StatusOf(Post({{"jsonrpc", "2.0"}, {"id", 4}, {"result", Json::object()}})), 202);
}

TEST(HttpEndpointTest, WhatIsNoMessageIsABadRequest) {
  net::ServedRequest request = Modern("server/discover");
  for (const char* body : {"", "{", "[]", "7"}) {
    request.body = body;
    EXPECT_EQ(StatusOf(request), 400) << body;
  }
}

TEST(HttpEndpointTest, AModernRequestSaysTheSameInItsHeaders) {
  const auto refusal = [](net::ServedRequest request, const std::string& header,
                          const std::optional<std::string>& value) {
    Set(request, header, value);
    Heard heard;
    Serve(heard, request);
    EXPECT_EQ(heard.status, 400) << header;
    return heard.Code();
  };
  const net::ServedRequest call = Modern("tools/call", {{"name", "echo"}});
  EXPECT_EQ(StatusOf(call), 200);
  EXPECT_EQ(refusal(call, "mcp-protocol-version", std::nullopt), -32'020);
  EXPECT_EQ(refusal(call, "mcp-protocol-version", "2025-11-25"), -32'020);
  EXPECT_EQ(refusal(call, "mcp-method", std::nullopt), -32'020);
  EXPECT_EQ(refusal(call, "mcp-method", "tools/list"), -32'020);
  EXPECT_EQ(refusal(call, "mcp-name", std::nullopt), -32'020);
  EXPECT_EQ(refusal(call, "mcp-name", "other"), -32'020);
  EXPECT_EQ(refusal(call, "mcp-name", "=?base64?!!?="), -32'020);
  net::ServedRequest encoded = call;
  Set(encoded, "mcp-name", "=?base64?ZWNobw==?=");
  EXPECT_EQ(StatusOf(encoded), 200);
  Set(encoded, "mcp-name", " echo ");
  EXPECT_EQ(StatusOf(encoded), 200);
}

TEST(HttpEndpointTest, StatusesGoWithModernErrors) {
  Heard unknown;
  Serve(unknown, Modern("ping"));
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.Code(), -32'601);
  Heard missing;
  net::ServedRequest without = Legacy("tools/list");
  Set(without, "mcp-protocol-version", std::string(kModernRevision));
  Serve(missing, without);
  EXPECT_EQ(missing.status, 400);
  EXPECT_EQ(missing.Code(), -32'602);
  Heard future;
  net::ServedRequest later = Modern("tools/list", {{"_meta", {{kMetaRevision, "x"}}}});
  Json body = Json::parse(later.body);
  body["params"]["_meta"][kMetaRevision] = "2099-01-01";
  later.body = body.dump();
  Set(later, "mcp-protocol-version", "2099-01-01");
  Serve(future, later);
  EXPECT_EQ(future.status, 400);
  EXPECT_EQ(future.Code(), -32'022);
  // Legacy errors are answers like others.
  Heard legacy;
  Serve(legacy, Legacy("nothing"));
  EXPECT_EQ(legacy.status, 200);
  EXPECT_EQ(legacy.Code(), -32'601);
  net::ServedRequest odd = Legacy("tools/list");
  Set(odd, "mcp-protocol-version", "1999-01-01");
  EXPECT_EQ(StatusOf(odd), 400);
}

TEST(HttpEndpointTest, NobodyIsAnsweredWhoHasGone) {
  Heard heard;
  heard.gone_source.Cancel();
  Serve(heard, Modern("tools/list"));
  EXPECT_EQ(heard.status, 0);
}

}  // namespace
}  // namespace satchel::mcp
