#include "net/http_server.h"

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/deadline.h"

namespace satchel::net {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// A connection whose bytes are the test's own.
class Wire {
 public:
  explicit Wire(int port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof(to)), 0);
  }
  ~Wire() { Close(); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void Send(const std::string& bytes) const {
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t sent = ::send(fd_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
      if (sent <= 0) return;
      at += static_cast<std::size_t>(sent);
    }
  }
  // What comes until the text was seen, or the connection is closed.
  std::string Until(const std::string& text) const {
    std::string read;
    while (text.empty() || read.find(text) == read.npos) {
      std::array<char, 4'096> bytes{};
      const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), 0);
      if (got <= 0) break;
      read.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return read;
  }
  std::string ToTheEnd() const { return Until(""); }
  int fd() const { return fd_; }
  void Close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

// A server that runs while the object is there.
class Served {
 public:
  explicit Served(ServeRequest serve, const HttpServerLimits& limits = {})
      : serve_(std::move(serve)) {
    auto listening = HttpServer::Listen("127.0.0.1", 0, limits);
    EXPECT_TRUE(listening);
    server_ = *std::move(listening);
    thread_ = std::jthread([this] { server_->Run(serve_, Deadline::Never().With(stop_)); });
  }
  ~Served() { stop_.Cancel(); }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  int port() const { return server_->port(); }
  void Stop() {
    stop_.Cancel();
    thread_.join();
  }

 private:
  ServeRequest serve_;
  CancelSource stop_;
  std::unique_ptr<HttpServer> server_;
  std::jthread thread_;
};

void Echo(const ServedRequest& request, Responder& responder) {
  responder.Answer(200, {{"X-Target", request.target}}, request.method + " " + request.body);
}

const std::string kPost = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";

TEST(HttpServerTest, ServesRequestsOneAfterTheOtherOnAConnection) {
  const Served served(Echo);
  const Wire wire(served.port());
  for (int i = 0; i < 3; ++i) {
    wire.Send(kPost);
    const std::string answer = wire.Until("POST hello");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(answer, HasSubstr("X-Target: /a\r\n"));
  }
  // Two at once, and in pieces.
  wire.Send(kPost + kPost.substr(0, 30));
  wire.Send(kPost.substr(30));
  std::string answers = wire.Until("POST hello");
  if (answers.find("POST hello") == answers.rfind("POST hello"))
    answers += wire.Until("POST hello");
  EXPECT_NE(answers.find("POST hello"), answers.rfind("POST hello"));
}

TEST(HttpServerTest, ClosesWhenAsked) {
  const Served served(Echo);
  const Wire wire(served.port());
  wire.Send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(wire.ToTheEnd(), AllOf(HasSubstr("Connection: close"), EndsWith("GET ")));
}

TEST(HttpServerTest, RefusesWhatIsTooLargeOrNoHttp) {
  const Served served(Echo, {.header_bytes = 1'000, .body_bytes = 100});
  const auto answer = [&](const std::string& bytes) {
    const Wire wire(served.port());
    wire.Send(bytes);
    return wire.ToTheEnd();
  };
  EXPECT_THAT(answer("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n"), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(answer("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n" +
                     std::string(101, 'x')),
              StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(answer("GET / HTTP/1.1\r\nX: " + std::string(2'000, 'x')),
              StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(answer("nonsense\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), StartsWith("HTTP/1.1 400"));
}

TEST(HttpServerTest, DoesNotWaitForeverForTheRestOfARequest) {
  const Served served(Echo, {.arrive = std::chrono::milliseconds(100)});
  const Wire wire(served.port());
  wire.Send("POST / HTTP/1.1\r\nHo");
  EXPECT_THAT(wire.ToTheEnd(), StartsWith("HTTP/1.1 408"));
}

TEST(HttpServerTest, ClosesAConnectionThatNobodyUses) {
  const Served served(Echo, {.idle = std::chrono::milliseconds(50)});
  const Wire wire(served.port());
  EXPECT_THAT(wire.ToTheEnd(), IsEmpty());
}

TEST(HttpServerTest, TheConnectionThatIsIdleLongestMakesRoom) {
  const Served served(Echo, {.connections = 2});
  const Wire first(served.port());
  const Wire second(served.port());
  const Wire third(served.port());
  EXPECT_THAT(first.ToTheEnd(), IsEmpty());
  for (const Wire* wire : {&second, &third}) {
    wire->Send(kPost);
    EXPECT_THAT(wire->Until("hello"), StartsWith("HTTP/1.1 200"));
  }
}

// Serves nobody until it is told to.
class Gate {
 public:
  ServeRequest Guarded() {
    return [this](const ServedRequest& request, Responder& responder) {
      std::unique_lock lock(mutex_);
      ++begun_;
      changed_.notify_all();
      changed_.wait(lock, [&] { return open_; });
      Echo(request, responder);
    };
  }
  void AwaitOne() { Await(1); }
  void Await(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ == count; });
  }
  void Open() {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  int begun() {
    const std::scoped_lock lock(mutex_);
    return begun_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int begun_ = 0;
  bool open_ = false;
};

// A connection that was turned away may ask again, until a thread is free.
void AskUntilServed(const Wire& wire) {
  std::string answer;
  while (!answer.starts_with("HTTP/1.1 200")) {
    wire.Send(kPost);
    answer = wire.Until("\r\n\r\n");
    ASSERT_THAT(answer, StartsWith("HTTP/1.1 "));
  }
}

TEST(HttpServerTest, TurnsAwayThoseThatAreTooMany) {
  Gate gate;
  const Served served(gate.Guarded(), {.connections = 2});
  const Wire first(served.port());
  const Wire second(served.port());
  first.Send(kPost);
  second.Send(kPost);
  gate.Await(2);
  const Wire third(served.port());
  EXPECT_THAT(third.ToTheEnd(), StartsWith("HTTP/1.1 503"));
  gate.Open();
  for (const Wire* wire : {&first, &second}) {
    EXPECT_THAT(wire->Until("hello"), StartsWith("HTTP/1.1 200"));
  }
}

// The server says that the header is there and waits for the body.
void SendHeaderAlone(const Wire& wire) {
  wire.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(wire.Until("\r\n\r\n"), StartsWith("HTTP/1.1 100"));
}

TEST(HttpServerTest, TheOldestOfTheSlowSendersMakesRoom) {
  const Served served(Echo, {.connections = 2});
  const Wire first(served.port());
  SendHeaderAlone(first);
  const Wire second(served.port());
  SendHeaderAlone(second);
  const Wire third(served.port());
  EXPECT_THAT(first.ToTheEnd(), StartsWith("HTTP/1.1 503"));
  third.Send(kPost);
  EXPECT_THAT(third.Until("hello"), StartsWith("HTTP/1.1 200"));
  second.Send("hello");
  EXPECT_THAT(second.Until("hello"), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServerTest, ASlowHeaderMakesRoomBeforeASlowBody) {
  const Served served(Echo, {.connections = 2});
  const Wire body(served.port());
  SendHeaderAlone(body);
  const Wire header(served.port());
  header.Send(kPost.substr(0, 30));
  const Wire third(served.port());
  third.Send(kPost);
  EXPECT_THAT(third.Until("hello"), StartsWith("HTTP/1.1 200"));
  body.Send("hello");
  EXPECT_THAT(body.Until("hello"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(header.ToTheEnd(), Not(HasSubstr("200")));
}

TEST(HttpServerTest, ManyNewConnectionsDoNotCloseEachOther) {
  const Served served(Echo, {.connections = 8});
  std::vector<std::unique_ptr<Wire>> slow;
  for (int i = 0; i < 8; ++i) {
    slow.push_back(std::make_unique<Wire>(served.port()));
    slow.back()->Send(kPost.substr(0, 30));
    // Each is one that sends a half header before the next one connects.
    const Wire look(served.port());
    look.Send(kPost);
    look.Until("hello");
  }
  std::vector<std::unique_ptr<Wire>> others;
  for (int i = 0; i < 4; ++i) others.push_back(std::make_unique<Wire>(served.port()));
  for (const auto& other : others) {
    other->Send(kPost);
    EXPECT_THAT(other->Until("hello"), StartsWith("HTTP/1.1 200"));
  }
}

TEST(HttpServerTest, ManySlowSendersLockNobodyOut) {
  const Served served(Echo, {.connections = 8});
  std::vector<std::unique_ptr<Wire>> slow;
  for (int i = 0; i < 100; ++i) {
    slow.push_back(std::make_unique<Wire>(served.port()));
    slow.back()->Send(kPost.substr(0, 30));
    if (i % 10 != 9) continue;
    const Wire other(served.port());
    other.Send(kPost);
    EXPECT_THAT(other.Until("hello"), StartsWith("HTTP/1.1 200")) << i;
  }
}

TEST(HttpServerTest, ARequestWaitsForItsTurn) {
  Gate gate;
  const Served served(gate.Guarded(), {.requests = 1});
  const Wire first(served.port());
  first.Send(kPost);
  gate.AwaitOne();
  const Wire second(served.port());
  second.Send(kPost);
  const Wire third(served.port());
  third.Send(kPost);
  gate.Open();
  for (const Wire* wire : {&first, &second, &third}) {
    EXPECT_THAT(wire->Until("hello"), StartsWith("HTTP/1.1 200"));
  }
}

TEST(HttpServerTest, TurnsAwayRequestsThatAreTooMany) {
  Gate gate;
  const Served served(gate.Guarded(), {.requests = 1, .waiting = 0});
  const Wire first(served.port());
  first.Send(kPost);
  gate.AwaitOne();
  const Wire second(served.port());
  second.Send(kPost);
  EXPECT_THAT(second.Until("\r\n\r\n"), StartsWith("HTTP/1.1 503"));
  gate.Open();
  EXPECT_THAT(first.Until("hello"), StartsWith("HTTP/1.1 200"));
  AskUntilServed(second);
}

TEST(HttpServerTest, NobodyWaitsForATurnForEver) {
  Gate gate;
  const Served served(gate.Guarded(), {.requests = 1, .turn = std::chrono::milliseconds(50)});
  const Wire first(served.port());
  first.Send(kPost);
  gate.AwaitOne();
  const Wire second(served.port());
  second.Send(kPost);
  EXPECT_THAT(second.Until("\r\n\r\n"), StartsWith("HTTP/1.1 503"));
  EXPECT_EQ(gate.begun(), 1);
  gate.Open();
  EXPECT_THAT(first.Until("hello"), StartsWith("HTTP/1.1 200"));
  AskUntilServed(second);
}

TEST(HttpServerTest, WhoGoesAwayLosesItsTurn) {
  Gate gate;
  const Served served(gate.Guarded(), {.requests = 1, .waiting = 1});
  const Wire first(served.port());
  first.Send(kPost);
  gate.AwaitOne();
  {
    const Wire gone(served.port());
    gone.Send(kPost);
  }
  // There is one place to wait, so this one is served only if the other has left it.
  const Wire second(served.port());
  second.Send(kPost);
  pollfd refused{.fd = second.fd(), .events = POLLIN, .revents = 0};
  while (::poll(&refused, 1, 200) == 1) {
    EXPECT_THAT(second.Until("\r\n\r\n"), StartsWith("HTTP/1.1 503"));
    second.Send(kPost);
  }
  gate.Open();
  EXPECT_THAT(first.Until("hello"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(second.Until("hello"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(gate.begun(), 2);
}

TEST(HttpServerTest, AllRequestsTogetherTakeNoMoreMemoryThanTheyMay) {
  const Served served(Echo, {.arriving_bytes = 150});
  const std::string half =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 80\r\n\r\n" + std::string(40, 'a');
  const Wire first(served.port());
  const Wire second(served.port());
  first.Send(half);
  second.Send(half);
  pollfd either[] = {{.fd = first.fd(), .events = POLLIN, .revents = 0},
                     {.fd = second.fd(), .events = POLLIN, .revents = 0}};
  ASSERT_EQ(::poll(either, 2, 10'000), 1);
  const Wire& refused = either[0].revents != 0 ? first : second;
  const Wire& other = either[0].revents != 0 ? second : first;
  EXPECT_THAT(refused.ToTheEnd(), StartsWith("HTTP/1.1 503"));
  // Its bytes were let go of, and the other one may end.
  other.Send(std::string(40, 'a'));
  EXPECT_THAT(other.Until("aaaa"), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServerTest, WhoStillSendsHearsWhyItWasRefused) {
  const Served served(Echo, {.body_bytes = 100});
  const Wire wire(served.port());
  wire.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n");
  for (int i = 0; i < 90; ++i) wire.Send(std::string(100'000, 'a'));
  EXPECT_THAT(wire.ToTheEnd(), StartsWith("HTTP/1.1 413"));
}

TEST(HttpServerTest, ARequestThatIsCutOffIsABadOne) {
  const Served served(Echo);
  const Wire wire(served.port());
  wire.Send(kPost.substr(0, 30));
  ::shutdown(wire.fd(), SHUT_WR);
  EXPECT_THAT(wire.ToTheEnd(), StartsWith("HTTP/1.1 400"));
}

TEST(HttpServerTest, TurnsAwayThoseThatComeTooOften) {
  const Served served(Echo, {.per_second = 2});
  const Wire wire(served.port());
  std::string answers;
  for (int i = 0; i < 20; ++i) wire.Send(kPost);
  answers = wire.Until("HTTP/1.1 429");
  EXPECT_THAT(answers, HasSubstr("HTTP/1.1 429 Too Many Requests"));
}

TEST(HttpServerTest, StreamsUntilTheHandlerEnds) {
  const Served served([](const ServedRequest&, Responder& responder) {
    responder.Begin(200, {{"Content-Type", "text/event-stream"}});
    responder.Write("one\n");
    responder.Write("two\n");
  });
  const Wire wire(served.port());
  wire.Send(kPost);
  EXPECT_THAT(wire.ToTheEnd(),
              AllOf(HasSubstr("Connection: close\r\n"), EndsWith("\r\n\r\none\ntwo\n")));
}

TEST(HttpServerTest, CancelsWhatNobodyWaitsForAnyMore) {
  std::mutex mutex;
  std::condition_variable changed;
  bool begun = false;
  bool cancelled = false;
  const Served served([&](const ServedRequest&, Responder& responder) {
    const Deadline gone = Deadline::After(std::chrono::seconds(60)).With(responder.gone());
    {
      const std::scoped_lock lock(mutex);
      begun = true;
    }
    changed.notify_all();
    while (!gone.Expired()) std::this_thread::yield();
    const std::scoped_lock lock(mutex);
    cancelled = Deadline::Never().With(responder.gone()).Expired();
    changed.notify_all();
  });
  Wire wire(served.port());
  wire.Send(kPost);
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return begun; });
  wire.Close();
  changed.wait(lock, [&] { return cancelled; });
  EXPECT_TRUE(cancelled);
}

TEST(HttpServerTest, WhatIsUnderWayIsAnsweredBeforeItStops) {
  std::mutex mutex;
  std::condition_variable changed;
  bool begun = false;
  bool may_end = false;
  Served served([&](const ServedRequest&, Responder& responder) {
    std::unique_lock lock(mutex);
    begun = true;
    changed.notify_all();
    changed.wait(lock, [&] { return may_end; });
    responder.Answer(200, {}, "late");
  });
  const Wire wire(served.port());
  wire.Send(kPost);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return begun; });
  }
  std::jthread stopper([&] { served.Stop(); });
  {
    const std::scoped_lock lock(mutex);
    may_end = true;
  }
  changed.notify_all();
  EXPECT_THAT(wire.ToTheEnd(), EndsWith("late"));
}

TEST(HttpServerTest, ListensOnThisMachineAlone) {
  for (const char* address : {"0.0.0.0", "::", "192.0.2.1", "example.com", ""}) {
    const auto listening = HttpServer::Listen(address, 0, {});
    ASSERT_FALSE(listening) << address;
    EXPECT_EQ(listening.error().code(), Errc::kInvalidInput);
  }
  const auto one = HttpServer::Listen("127.0.0.1", 0, {});
  ASSERT_TRUE(one);
  const auto again = HttpServer::Listen("127.0.0.1", (*one)->port(), {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), Errc::kSystem);
}

TEST(ParseListenAddressTest, TakesAnAddressWithItsPort) {
  EXPECT_EQ(ParseListenAddress("127.0.0.1:8080")->port, 8080);
  EXPECT_EQ(ParseListenAddress("[::1]:0")->address, "::1");
  EXPECT_EQ(ParseListenAddress("localhost:1")->address, "localhost");
  for (const char* text : {"", "8080", ":8080", "a:", "a:x", "a:70000", "a:-1", "::1:80", "a:1x"}) {
    EXPECT_FALSE(ParseListenAddress(text)) << text;
  }
}

}  // namespace
}  // namespace satchel::net
