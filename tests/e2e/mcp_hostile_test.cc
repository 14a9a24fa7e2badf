// `satchel mcp --http` among clients that mean no good, or are broken: whatever arrives is refused
// with the status that it deserves, in bounded time and memory, and whoever asks properly meanwhile
// is answered. SATCHEL_CASES is the number of hostile requests; `scripts/soak http_hostile` makes
// 10,000.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/random.h"
#include "tests/support/wire.h"

namespace satchel::test {
namespace {

using std::chrono::seconds;
using testing::AnyOf;
using testing::AnyOfArray;
using testing::HasSubstr;

using Json = nlohmann::json;

constexpr seconds kPatience(30);  // longer than every limit of the server
constexpr std::size_t kMebibyte = 1U << 20U;

std::string Message(int id, const std::string& method) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}}.dump();
}

// A request that is right, or wrong in what is given.
struct Shape {
  std::string start = "POST /mcp HTTP/1.1\r\n";
  std::string host = "Host: localhost\r\n";
  std::string token = fmt::format("Authorization: Bearer {}\r\n", kHttpToken);
  std::string type = "Content-Type: application/json\r\n";
  std::string more = {};  // further headers
  std::string body = Message(1, "ping");
  std::string length = "*";  // "*": as long as the body is

  std::string Bytes() const {
    const std::string framing =
        length == "*" ? fmt::format("Content-Length: {}\r\n", body.size()) : length;
    return start + host + token + type + more + framing + "\r\n" + body;
  }
};

// What is sent, how, and which statuses are right. 0: the end of the connection without an answer.
struct Attack {
  enum class How : std::uint8_t { kPieces, kHalfClose, kReset };

  std::string bytes;
  std::vector<int> statuses;
  How how = How::kPieces;
  std::size_t answers = 1;
};

std::string Noise(Random& random, std::size_t most) {
  std::string noise(random.Below(most + 1), ' ');
  for (char& c : noise) c = static_cast<char>(random.Below(256));
  return noise;
}

Attack Framing(Random& random) {
  static const std::vector<std::string> kFramings = {
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
      "Content-Length: 3\r\nContent-Length: 4\r\n",
      "Content-Length: 3\r\nContent-Length: 3\r\n",
      "Content-Length: 3, 4\r\n",
      "Content-Length: -1\r\n",
      "Content-Length: 1e3\r\n",
      "Content-Length: 18446744073709551616\r\n",
      "Content-Length : 3\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
  };
  return {
      .bytes =
          Shape{.body = "0\r\n\r\n" + Shape().Bytes(), .length = random.Pick(kFramings)}.Bytes(),
      .statuses = {400}};
}

Attack Encoding(Random& random) {
  static const std::vector<std::string> kEncodings = {"gzip", "identity", "chunked, gzip",
                                                      "gzip, chunked", "xchunked"};
  return {.bytes = Shape{.body = "0\r\n\r\n" + Shape().Bytes(),
                         .length = "Transfer-Encoding: " + random.Pick(kEncodings) + "\r\n"}
                       .Bytes(),
          .statuses = {501}};
}

Attack Chunks(Random& random) {
  static const std::vector<std::string> kChunks = {
      "x\r\n", "-5\r\n",     "ffffffffffffffffff\r\n", "1\r\nabc\r\n", "1\nab\r\n",
      "\r\n",  "5;\x01\r\n",
  };
  return {
      .bytes =
          Shape{.body = random.Pick(kChunks), .length = "Transfer-Encoding: chunked\r\n"}.Bytes(),
      .statuses = {400}};
}

Attack TooLarge(Random& random) {
  const std::string much(random.Between(20'000, kMebibyte), 'a');
  switch (random.Below(5)) {
    case 0:
      return {.bytes = Shape{.more = "X: " + much + "\r\n"}.Bytes(), .statuses = {431}};
    case 1:
      return {.bytes = "POST /" + much + " HTTP/1.1\r\nHost: x\r\n\r\n", .statuses = {431}};
    case 2:
      return {
          .bytes = Shape{.body = "1;" + much, .length = "Transfer-Encoding: chunked\r\n"}.Bytes(),
          .statuses = {431}};
    case 3:
      return {.bytes = Shape{.body = much, .length = "Content-Length: 4194305\r\n"}.Bytes(),
              .statuses = {413}};
    default:
      return {
          .bytes = Shape{.body = "fffffff\r\n" + much, .length = "Transfer-Encoding: chunked\r\n"}
                       .Bytes(),
          .statuses = {413}};
  }
}

Attack FromElsewhere(Random& random) {
  static const std::vector<std::string> kForeign = {"evil.example.com", "localhost.evil.com", "0",
                                                    "127.0.0.1.evil.com", "[::2]:80"};
  switch (random.Below(6)) {
    case 0:
      return {.bytes = Shape{.host = "Host: " + random.Pick(kForeign) + "\r\n"}.Bytes(),
              .statuses = {403}};
    case 1:
      return {.bytes = Shape{.more = "Origin: http://" + random.Pick(kForeign) + "\r\n"}.Bytes(),
              .statuses = {403}};
    case 2:
      return {.bytes = Shape{.host = ""}.Bytes(), .statuses = {400}};
    case 3:
      return {.bytes = Shape{.token = ""}.Bytes(), .statuses = {401}};
    case 4:
      return {
          .bytes = Shape{.token = "Authorization: Bearer " + std::string(32, '0') + "\r\n"}.Bytes(),
          .statuses = {401}};
    default:
      return {.bytes = Shape{.more = "Host: localhost\r\n"}.Bytes(), .statuses = {400}};
  }
}

Attack WrongAddress(Random& random) {
  static const std::vector<std::pair<std::string, int>> kStarts = {
      {"GET /mcp HTTP/1.1\r\n", 405},
      {"DELETE /mcp HTTP/1.1\r\n", 405},
      {"CONNECT /mcp HTTP/1.1\r\n", 405},
      {"BREW /mcp HTTP/1.1\r\n", 405},
      {"POST /other HTTP/1.1\r\n", 404},
      {"POST http://evil.example/mcp HTTP/1.1\r\n", 404},
      {"POST /mcp HTTP/1.9\r\n", 505},
      {"POST /mcp HTTP/2.0\r\n", 505},
      {"POST /mcp\r\n", 400},
      {"\x16\x03\x01\x02", 400},
  };
  const auto& [start, status] = random.Pick(kStarts);
  return {.bytes = Shape{.start = start}.Bytes(), .statuses = {status}};
}

Attack WrongMessage(Random& random) {
  static const std::vector<std::string> kBodies = {
      "",
      "{",
      "7",
      "null",
      "[]",
      "[" + Message(1, "ping") + "]",
      std::string(100'000, '['),
      std::string(5'000, '{'),
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}",
      std::string("\0\0\0", 3),
      "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[" +
          std::string(3'000'000, '1') + "]}"};
  if (random.OneIn(4)) return {.bytes = Shape{.type = ""}.Bytes(), .statuses = {415}};
  if (random.OneIn(8))
    return {.bytes = Shape{.more = "Accept: text/html\r\n"}.Bytes(), .statuses = {406}};
  return {.bytes = Shape{.body = random.Pick(kBodies)}.Bytes(), .statuses = {400}};
}

Attack CutOff(Random& random) {
  const std::string whole = Shape().Bytes();
  const std::string part = whole.substr(0, random.Between(1, whole.size() - 1));
  if (random.OneIn(2)) return {.bytes = part, .statuses = {0}, .how = Attack::How::kReset};
  return {.bytes = part, .statuses = {400}, .how = Attack::How::kHalfClose};
}

// What is right although it looks strange.
Attack Odd(Random& random) {
  switch (random.Below(4)) {
    case 0: {
      Attack many{.bytes = "", .statuses = {200}, .answers = random.Between(2, 20)};
      for (std::size_t i = 0; i < many.answers; ++i) many.bytes += Shape().Bytes();
      return many;
    }
    case 1:
      return {
          .bytes =
              Shape{.more = "Mcp-Session-Id: " + std::to_string(random.Next()) + "\r\n"}.Bytes(),
          .statuses = {200}};
    case 2:
      return {.bytes = Shape{.more = "Expect: 100-continue\r\nX: \xff\xfe\r\n"}.Bytes(),
              .statuses = {200}};
    default:
      // It may be taken for one that has gone away.
      return {.bytes = Shape().Bytes(), .statuses = {200, 0}, .how = Attack::How::kHalfClose};
  }
}

Attack Broken(Random& random) {
  Attack attack{.bytes = Shape().Bytes(),
                .statuses = {0, 200, 202, 400, 401, 403, 404, 405, 406, 413, 415, 431, 501, 505},
                .how = Attack::How::kHalfClose};
  if (random.OneIn(2)) {
    attack.bytes = Noise(random, 2'000);
    return attack;
  }
  for (std::uint64_t i = random.Between(1, 5); i > 0; --i) {
    random.Pick(attack.bytes) = static_cast<char>(random.Below(256));
  }
  return attack;
}

Attack AnyAttack(Random& random) {
  static const std::vector<std::function<Attack(Random&)>> kAttacks = {
      Framing,      Encoding,     Chunks, TooLarge, FromElsewhere,
      WrongAddress, WrongMessage, CutOff, Odd,      Broken};
  return random.Pick(kAttacks)(random);
}

class McpHostileTest : public CliFixture {
 protected:
  McpHostileTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/web/weather.py", "def forecast():\n    return 'rain tomorrow'\n");
    Git({"init", "-q"});
    server_ = std::make_unique<Running>(HttpServer());
    port_ = PortOf(server_->NextLine(std::chrono::minutes(1)).value_or(""));
  }

  void Commit(const Attack& attack, Random& random) const {
    Wire wire(port_);
    ASSERT_TRUE(wire.connected());
    // All at once, each byte for itself, or anything between.
    const std::size_t piece = attack.bytes.size() > 4'000 || random.OneIn(2) ? attack.bytes.size()
                              : random.OneIn(4)                              ? 1
                                                : random.Between(1, 100);
    for (std::size_t at = 0; at < attack.bytes.size(); at += piece) {
      // A server that has refused it need not take the rest.
      if (!wire.Send(attack.bytes.substr(at, piece), kPatience)) break;
    }
    if (attack.how == Attack::How::kReset) return wire.Reset();
    if (attack.how == Attack::How::kHalfClose) wire.HalfClose();
    for (std::size_t i = 0; i < attack.answers; ++i) {
      const WireAnswer answer = wire.Next(kPatience);
      // Whoever asks too often is told that first.
      ASSERT_THAT(answer.status, AnyOf(429, AnyOfArray(attack.statuses)))
          << attack.bytes.substr(0, 500) << "\n"
          << answer.head << answer.body;
    }
  }

  // A client that asks properly on a connection that it keeps.
  void AskProperly() {
    if (!proper_) proper_.emplace(port_);
    WireAnswer answer;
    do {  // nobody may ask more than a thousand times a second
      ASSERT_TRUE(proper_->Send(Shape().Bytes(), kPatience));
      answer = proper_->Next(kPatience);
    } while (answer.status == 429);
    ASSERT_EQ(answer.status, 200) << answer.head;
    ASSERT_THAT(answer.body, HasSubstr(R"("result":{})"));
  }
  void Search() const {
    Wire wire(port_);
    const Json call = {{"jsonrpc", "2.0"},
                       {"id", 1},
                       {"method", "tools/call"},
                       {"params", {{"name", "search"}, {"arguments", {{"query", "forecast"}}}}}};
    WireAnswer answer;
    do {
      ASSERT_TRUE(wire.Send(Shape{.body = call.dump()}.Bytes(), kPatience));
      answer = wire.Next(kPatience);
    } while (answer.status == 429);
    ASSERT_THAT(answer.body, HasSubstr("web/weather.py")) << answer.head;
  }

  std::unique_ptr<Running> server_;
  int port_ = 0;
  std::optional<Wire> proper_;
};

TEST_F(McpHostileTest, WhateverArrivesIsRefusedAndOthersAreServed) {
  ASSERT_NE(port_, 0);
  constexpr std::uint64_t kWarm = 200;  // cases until memory is what it will be
  const std::uint64_t count = CaseCount(1'000);
  Search();
  AskProperly();
  const std::size_t descriptors = DescriptorsOf(server_->pid());
  std::size_t resident = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t seed = FirstSeed() + i;
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    Random random(seed);
    ASSERT_NO_FATAL_FAILURE(Commit(AnyAttack(random), random));
    ASSERT_NO_FATAL_FAILURE(AskProperly());
    if (i % 100 == 0) {
      ASSERT_NO_FATAL_FAILURE(Search());
    }
    if (i + 1 == std::min(kWarm, count)) resident = ResidentBytesOf(server_->pid());
  }
  ASSERT_TRUE(server_->IsThere());
  EXPECT_LT(ResidentBytesOf(server_->pid()), resident + (160 * kMebibyte));
  // Clients that were told to go have a second for it.
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (DescriptorsOf(server_->pid()) > descriptors && std::chrono::steady_clock::now() < end) {
    AskProperly();
  }
  EXPECT_LE(DescriptorsOf(server_->pid()), descriptors);
  server_->Send(SIGTERM);
  EXPECT_EQ(server_->Finish().code, 0);
}

TEST_F(McpHostileTest, WhoSendsSlowlyIsToldSoAndKeepsNobodyWaiting) {
  ASSERT_NE(port_, 0);
  const std::string whole = Shape().Bytes();
  std::vector<Wire> slow;
  for (int i = 0; i < 100; ++i) {
    slow.emplace_back(port_);
    ASSERT_TRUE(slow.back().Send(whole.substr(0, 1), kPatience));
  }
  const auto begun = std::chrono::steady_clock::now();
  std::size_t at = 1;
  while (!slow.front().HasSomething() && at + 1 < whole.size()) {
    for (Wire& wire : slow) wire.Send(whole.substr(at, 1), kPatience);
    ++at;
    ASSERT_NO_FATAL_FAILURE(AskProperly());
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    while (std::chrono::steady_clock::now() < until && !slow.front().HasSomething()) AskProperly();
  }
  for (Wire& wire : slow) EXPECT_EQ(wire.Next(kPatience).status, 408);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kPatience);
  ASSERT_NO_FATAL_FAILURE(Search());
}

TEST_F(McpHostileTest, ManyLargeBodiesAtOnceTakeNoMoreMemoryThanTheyMay) {
  ASSERT_NE(port_, 0);
  Search();
  const std::size_t resident = ResidentBytesOf(server_->pid());
  const std::string most(4 * kMebibyte - 1, 'a');
  const std::string bytes = Shape{.body = most, .length = "Content-Length: 4194304\r\n"}.Bytes();
  std::vector<Wire> large;
  for (int i = 0; i < 60; ++i) {
    large.emplace_back(port_);
    large.back().Send(bytes, kPatience);
    ASSERT_NO_FATAL_FAILURE(AskProperly());
    // Bodies grow by doubling.
    ASSERT_LT(ResidentBytesOf(server_->pid()), resident + (150 * kMebibyte));
  }
  EXPECT_EQ(large.back().Next(kPatience).status, 503);
}

}  // namespace
}  // namespace satchel::test
