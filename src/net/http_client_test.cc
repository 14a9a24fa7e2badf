#include "net/http_client.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <latch>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/http_double.h"
#include "tests/support/tls_double.h"

namespace satchel::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::HttpDouble;
using test::HttpReply;
using test::HttpSeen;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::unique_ptr<HttpClient> Client(const HttpOptions& options = {}) {
  auto client = HttpClient::Open(options);
  EXPECT_TRUE(client) << client.error().text();
  return client ? *std::move(client) : nullptr;
}

HttpRequest Post(std::string url, std::string body = "{}") {
  return {.url = std::move(url), .headers = {}, .body = std::move(body), .wanted = {}};
}

HttpDouble::Handler Always(const HttpReply& reply) {
  return [reply](const HttpSeen&) { return reply; };
}

Deadline Soon() { return Deadline::After(seconds(20)); }

// The error of a request to a server that always does the same.
Error Failure(const HttpReply& reply, const Deadline& deadline = Soon()) {
  const HttpDouble server(Always(reply));
  const auto response = Client()->Send(Post(server.Url("/x")), deadline);
  EXPECT_FALSE(response);
  return response ? Error(Errc::kInternal, "answered") : response.error();
}

TEST(HttpClientTest, SendsWhatItIsGivenAndReturnsTheAnswer) {
  const HttpDouble server(Always({.status = 418,
                                  .headers = {{"Retry-After", " 7 "}, {"X-Other", "1"}},
                                  .body = "short and stout"}));
  HttpRequest request = Post(server.Url("/a/b?c=d"), std::string("bytes\0\n", 7));
  request.headers = {{"X-Mine", "yes"}, {"Content-Type", "application/json"}, {"X-Empty", ""}};
  request.wanted = {"retry-after", "x-missing"};
  const auto response = Client()->Send(request, Soon());
  ASSERT_TRUE(response) << response.error().text();
  EXPECT_EQ(response->status, 418);
  EXPECT_EQ(response->body, "short and stout");
  EXPECT_THAT(response->headers, ElementsAre(HttpHeader{.name = "retry-after", .value = "7"}));
  ASSERT_NE(response->Find("retry-after"), nullptr);
  EXPECT_EQ(response->Find("x-other"), nullptr);
  ASSERT_EQ(server.seen().size(), 1U);
  const HttpSeen seen = server.seen()[0];
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/a/b?c=d");
  EXPECT_EQ(seen.body, std::string("bytes\0\n", 7));
  EXPECT_EQ(seen.headers.at("x-mine"), "yes");
  EXPECT_EQ(seen.headers.at("content-type"), "application/json");
  EXPECT_EQ(seen.headers.at("user-agent"), "satchel");
  EXPECT_FALSE(seen.headers.contains("expect"));
  EXPECT_FALSE(seen.headers.contains("accept-encoding")) << "nothing is to be unpacked";
}

TEST(HttpClientTest, AGetHasNoBody) {
  const HttpDouble server(Always({.body = "here"}));
  HttpRequest request = Post(server.Url("/"), "not sent");
  request.method = Method::kGet;
  const auto response = Client()->Send(request, Soon());
  ASSERT_TRUE(response) << response.error().text();
  EXPECT_EQ(response->body, "here");
  EXPECT_EQ(server.seen()[0].method, "GET");
  EXPECT_EQ(server.seen()[0].body, "");
}

TEST(HttpClientTest, ALongBodyArrivesWhole) {
  const HttpDouble server(Always({.body = "ok"}));
  const std::string body(3U << 20U, 'b');
  const auto response = Client()->Send(Post(server.Url("/"), body), Soon());
  ASSERT_TRUE(response) << response.error().text();
  EXPECT_EQ(server.seen()[0].body, body);
}

TEST(HttpClientTest, KeepsItsConnection) {
  const HttpDouble server(Always({.body = "ok"}));
  const auto client = Client();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(client->Send(Post(server.Url("/")), Soon()));
  EXPECT_EQ(server.connections(), 1);
}

TEST(HttpClientTest, AnAnswerWithoutAnEndIsCutOffAtItsBound) {
  const HttpDouble server(Always({.manner = HttpReply::Manner::kEndless}));
  HttpRequest request = Post(server.Url("/"));
  request.max_body = 100'000;
  const auto response = Client()->Send(request, Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(response.error().text(), HasSubstr("larger than 100000 bytes"));
}

TEST(HttpClientTest, AnAnswerMayBeExactlyAsLargeAsItsBound) {
  const HttpDouble server(Always({.body = "12345678"}));
  HttpRequest request = Post(server.Url("/"));
  request.max_body = 8;
  EXPECT_TRUE(Client()->Send(request, Soon()));
  request.max_body = 7;
  EXPECT_FALSE(Client()->Send(request, Soon()));
}

TEST(HttpClientTest, HeadersWithoutAnEndAreCutOff) {
  HttpReply reply;
  for (int i = 0; i < 400; ++i) reply.headers.emplace_back("X-Long", std::string(1000, 'h'));
  EXPECT_EQ(Failure(reply).code(), Errc::kInvalidInput);
}

TEST(HttpClientTest, ABrokenConnectionIsWorthAnotherTry) {
  using Manner = HttpReply::Manner;
  for (const Manner manner :
       {Manner::kReset, Manner::kHalfHead, Manner::kHalfBody, Manner::kGarbage}) {
    const Error error = Failure({.manner = manner, .body = "half of this"});
    EXPECT_EQ(error.code(), Errc::kUnavailable) << error.text();
  }
}

TEST(HttpClientTest, NobodyThereIsSaid) {
  int port = 0;
  {
    const HttpDouble gone(Always({}));
    port = gone.port();
  }
  const auto response =
      Client()->Send(Post("http://127.0.0.1:" + std::to_string(port) + "/x?key=hunter2"), Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kUnavailable);
  EXPECT_THAT(response.error().text(),
              AllOf(HasSubstr("POST http://127.0.0.1:"), HasSubstr("/x: connection refused"),
                    Not(HasSubstr("hunter2"))));
}

TEST(HttpClientTest, AServerWithoutTlsIsNoHttpsServer) {
  const HttpDouble server(Always({.body = "plain"}));
  const auto response =
      Client({.connect_timeout = milliseconds(100)})
          ->Send(Post("https://127.0.0.1:" + std::to_string(server.port()) + "/"), Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kUnavailable);
  EXPECT_THAT(response.error().text(), HasSubstr("no connection within 100 ms"));
}

TEST(HttpClientTest, ACertificateThatNobodyVouchesForIsRefusedBeforeAnythingIsSent) {
  const test::TlsDouble server("IP:127.0.0.1");
  const auto response = Client()->Send(Post(server.Url("/x")), Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kSystem);
  EXPECT_THAT(response.error().text(), HasSubstr("certificate is not trusted"));
  EXPECT_EQ(server.requests(), 0);
}

TEST(HttpClientTest, ACertificateThatIsTrustedOpensTheWay) {
  const test::TlsDouble server("IP:127.0.0.1");
  const auto response =
      Client({.ca_file = server.certificate()})->Send(Post(server.Url("/x")), Soon());
  ASSERT_TRUE(response) << response.error().text();
  EXPECT_EQ(response->body, "secret");
  EXPECT_EQ(server.requests(), 1);
}

TEST(HttpClientTest, ACertificateForAnotherHostIsRefused) {
  const test::TlsDouble server("DNS:example.org");
  const auto response =
      Client({.ca_file = server.certificate()})->Send(Post(server.Url("/x")), Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kSystem);
  EXPECT_EQ(server.requests(), 0);
}

TEST(HttpClientTest, StopsAtItsDeadline) {
  using Manner = HttpReply::Manner;
  for (const Manner manner : {Manner::kStall, Manner::kDrip}) {
    const auto begin = std::chrono::steady_clock::now();
    const Error error = Failure({.manner = manner, .body = std::string(100'000, 'd')},
                                Deadline::After(milliseconds(150)));
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(error.code(), Errc::kDeadline);
    EXPECT_THAT(error.text(), HasSubstr("out of time"));
    EXPECT_GE(took, milliseconds(150));
    EXPECT_LT(took, seconds(5));
  }
}

TEST(HttpClientTest, SeesACancellationSoon) {
  std::latch asked(1);
  const HttpDouble server([&](const HttpSeen&) {
    asked.count_down();
    return HttpReply{.manner = HttpReply::Manner::kStall};
  });
  CancelSource cancel;
  const auto client = Client();
  std::chrono::steady_clock::time_point cancelled;
  std::jthread canceller([&] {
    asked.wait();
    cancelled = std::chrono::steady_clock::now();
    cancel.Cancel();
  });
  const auto response = client->Send(Post(server.Url("/")), Deadline::Never().With(cancel));
  const auto seen = std::chrono::steady_clock::now();
  canceller.join();
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kDeadline);
  EXPECT_THAT(response.error().text(), HasSubstr("cancelled"));
  EXPECT_LT(seen - cancelled, seconds(2)) << "50 ms on a machine that is not busy";
}

TEST(HttpClientTest, NothingIsSentWhenTheTimeIsOver) {
  const HttpDouble server(Always({}));
  const auto response = Client()->Send(Post(server.Url("/")), Deadline::After(seconds(0)));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kDeadline);
  EXPECT_EQ(server.connections(), 0);
}

TEST(HttpClientTest, NoRedirectIsFollowed) {
  const HttpDouble other(Always({.body = "stolen"}));
  for (const Method method : {Method::kGet, Method::kPost}) {
    for (const int status : {301, 302, 303, 307, 308}) {
      const HttpDouble server(
          Always({.status = status, .headers = {{"Location", other.Url("/")}}}));
      HttpRequest request = Post(server.Url("/"));
      request.method = method;
      request.wanted = {"location"};
      const auto response = Client()->Send(request, Soon());
      ASSERT_TRUE(response) << response.error().text();
      EXPECT_EQ(response->status, status);
      EXPECT_NE(response->Find("location"), nullptr);
    }
  }
  EXPECT_EQ(other.connections(), 0);
}

// Of the environment; it is put back when the test ends.
class ProxyVariable {
 public:
  explicit ProxyVariable(const std::string& url) {
    ::setenv("http_proxy", url.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): no thread runs yet
  }
  ~ProxyVariable() {
    ::unsetenv("http_proxy");  // NOLINT(concurrency-mt-unsafe): no thread runs any more
  }
  ProxyVariable(const ProxyVariable&) = delete;
  ProxyVariable& operator=(const ProxyVariable&) = delete;
};

TEST(HttpClientTest, AProxyOfTheEnvironmentCountsOnlyWhenAsked) {
  const HttpDouble server(Always({.body = "server"}));
  const HttpDouble proxy(Always({.body = "proxy"}));
  const ProxyVariable variable(proxy.Url(""));
  const auto direct = Client()->Send(Post(server.Url("/")), Soon());
  ASSERT_TRUE(direct) << direct.error().text();
  EXPECT_EQ(direct->body, "server");
  EXPECT_EQ(proxy.connections(), 0);
  const auto through =
      Client({.proxy_from_environment = true})->Send(Post(server.Url("/")), Soon());
  ASSERT_TRUE(through) << through.error().text();
  EXPECT_EQ(through->body, "proxy");
}

TEST(HttpClientTest, WhatCannotBeAHeaderIsRefusedAndNotShown) {
  const HttpDouble server(Always({}));
  const auto client = Client();
  for (const HttpHeader& header :
       {HttpHeader{"Authorization", "Bearer hunter2\r\nX: y"}, HttpHeader{"A", "hunter2\n"},
        HttpHeader{"A", std::string("hunter2\0", 8)}, HttpHeader{"a b", "hunter2"},
        HttpHeader{"", "hunter2"}, HttpHeader{"A:", "hunter2"}}) {
    HttpRequest request = Post(server.Url("/"));
    request.headers = {header};
    const auto response = client->Send(request, Soon());
    ASSERT_FALSE(response);
    EXPECT_EQ(response.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(response.error().text(), Not(HasSubstr("hunter2")));
  }
  EXPECT_EQ(server.connections(), 0);
}

TEST(HttpClientTest, AnAddressWithAPasswordIsRefusedAndNotShown) {
  const auto response = Client()->Send(Post("http://user:hunter2@127.0.0.1/"), Soon());
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(response.error().text(), Not(HasSubstr("hunter2")));
}

TEST(HttpClientTest, WhoeverWaitsForATurnKeepsItsDeadline) {
  std::latch asked(1);
  const HttpDouble server([&](const HttpSeen&) {
    asked.count_down();
    return HttpReply{.manner = HttpReply::Manner::kStall};
  });
  const auto client = Client({.most = 1});
  CancelSource cancel;
  std::jthread first(
      [&] { EXPECT_FALSE(client->Send(Post(server.Url("/")), Deadline::Never().With(cancel))); });
  asked.wait();
  const auto second = client->Send(Post(server.Url("/")), Deadline::After(milliseconds(60)));
  cancel.Cancel();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Errc::kDeadline);
  first.join();
  EXPECT_EQ(server.connections(), 1) << "the second one never came to ask";
}

}  // namespace
}  // namespace satchel::net
