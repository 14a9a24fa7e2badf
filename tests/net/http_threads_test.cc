// The HTTP server and several clients at once: some ask on and on, several requests at a time, some
// go away while they are served, and the server stops while they ask. TSan watches.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/deadline.h"
#include "net/http_server.h"
#include "tests/support/random.h"
#include "tests/support/wire.h"

namespace satchel::net {
namespace {

using test::Wire;
using testing::HasSubstr;

constexpr std::chrono::seconds kPatience(60);

// "/echo" answers with the body, "/stream" in pieces that two threads write, "/wait" not until the
// client has gone.
void Serve(const ServedRequest& request, Responder& responder) {
  if (request.target == "/wait") {
    const Deadline gone = Deadline::Never().With(responder.gone());
    while (!gone.Expired()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return;
  }
  if (request.target == "/echo") return responder.Answer(200, {}, request.body);
  responder.Begin(200, {{"Content-Type", "text/event-stream"}});
  const std::jthread other([&] { responder.Write("data: other\n\n"); });
  responder.Write("data: one\n\n");
}

std::string Post(const std::string& target, const std::string& body) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}", target,
                     body.size(), body);
}

class HttpThreadsTest : public testing::Test {
 protected:
  HttpThreadsTest() {
    HttpServerLimits limits;
    limits.per_second = 1'000'000;
    limits.requests = 512;  // nobody is to hear 503 here, however slow the machine
    server_ = HttpServer::Listen("127.0.0.1", 0, limits).value();
    port_ = server_->port();
    thread_ = std::jthread([this] { server_->Run(Serve, Deadline::Never().With(stop_)); });
  }
  void TearDown() override { stop_.Cancel(); }

  // Several requests at a time; each answer is that of its request.
  void AskOnAndOn(int client, int rounds) const {
    Wire wire(port_);
    for (int round = 0; round < rounds; ++round) {
      const auto body = [&](int i) { return fmt::format("{}.{}.{}", client, round, i); };
      std::string bytes;
      const int at_once = 1 + (round % 3);
      for (int i = 0; i < at_once; ++i) bytes += Post("/echo", body(i));
      ASSERT_TRUE(wire.Send(bytes, kPatience));
      for (int i = 0; i < at_once; ++i) {
        const test::WireAnswer answer = wire.Next(kPatience);
        ASSERT_EQ(answer.status, 200) << answer.head;
        ASSERT_EQ(answer.body, body(i));
      }
    }
  }
  // Comes and goes, in the middle of a request or of an answer.
  void ComeAndGo(std::uint64_t seed, int rounds) const {
    test::Random random(seed);
    for (int round = 0; round < rounds; ++round) {
      Wire wire(port_);
      static const std::vector<std::string> kTargets = {"/wait", "/echo", "/stream"};
      const std::string bytes = Post(random.Pick(kTargets), "body");
      wire.Send(bytes.substr(0, random.OneIn(2) ? bytes.size() : random.Below(bytes.size())),
                kPatience);
      if (random.OneIn(2)) std::this_thread::yield();
      if (random.OneIn(2)) wire.Reset();
    }
  }

  CancelSource stop_;
  std::unique_ptr<HttpServer> server_;
  int port_ = 0;
  std::jthread thread_;
};

TEST_F(HttpThreadsTest, EachClientHasItsOwnAnswersWhileOthersComeAndGo) {
  const int rounds = static_cast<int>(test::CaseCount(150));
  std::vector<std::jthread> clients;
  for (int i = 0; i < 4; ++i) clients.emplace_back([this, i, rounds] { AskOnAndOn(i, rounds); });
  for (std::uint64_t i = 0; i < 3; ++i) {
    clients.emplace_back([this, i, rounds] { ComeAndGo(test::FirstSeed() + i, rounds); });
  }
  clients.clear();
  AskOnAndOn(9, 3);
}

TEST_F(HttpThreadsTest, SeveralThreadsWriteOneAnswer) {
  for (int i = 0; i < 20; ++i) {
    Wire wire(port_);
    ASSERT_TRUE(wire.Send(Post("/stream", ""), kPatience));
    const std::string heard = wire.ToTheEnd(kPatience);
    EXPECT_THAT(heard, HasSubstr("data: one\n\n"));
    EXPECT_THAT(heard, HasSubstr("data: other\n\n"));
  }
}

TEST_F(HttpThreadsTest, StopsWhileClientsAsk) {
  std::atomic<bool> over = false;
  std::atomic<int> answered = 0;
  std::vector<std::jthread> clients;
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back([this, &over, &answered] {
      while (!over) {
        Wire wire(port_);
        while (wire.connected() && wire.Send(Post("/echo", "a"), kPatience) &&
               wire.Next(kPatience).status == 200) {
          ++answered;
        }
      }
    });
  }
  while (answered < 100) std::this_thread::yield();
  stop_.Cancel();
  thread_.join();
  over = true;
  server_.reset();  // who still waits to be let in hears of it
}

}  // namespace
}  // namespace satchel::net
