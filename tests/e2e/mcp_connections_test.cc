// `satchel mcp --http` with many connections: most of them idle, some that ask a dozen times a
// second. Nobody hears an error, and neither memory nor descriptors grow. SATCHEL_CASES is the
// number of seconds; `scripts/soak http_connections` takes ten minutes, with 1,000 idle connections
// and 64 busy ones.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <thread>
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

using testing::HasSubstr;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr std::chrono::seconds kPatience(60);
constexpr std::size_t kMebibyte = 1U << 20U;

std::string Post(const Json& message) {
  const std::string body = message.dump();
  return fmt::format(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{}",
      kHttpToken, body.size(), body);
}

const std::string& Ping() {
  static const std::string bytes = Post({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "ping"}});
  return bytes;
}
std::string Search(const std::string& word) {
  return Post({{"jsonrpc", "2.0"},
               {"id", 1},
               {"method", "tools/call"},
               {"params", {{"name", "search"}, {"arguments", {{"query", word}}}}}});
}

// Descriptors for our own side of the connections.
bool MakeRoom(std::size_t connections) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, connections + 256);
  return limit.rlim_cur >= connections + 256 && ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

class McpConnectionsTest : public CliFixture {
 protected:
  McpConnectionsTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    for (int i = 0; i < 50; ++i) {
      dir_.Write(fmt::format("app/web/part{}.py", i),
                 fmt::format("def forecast{}():\n    return 'rain tomorrow'\n", i));
    }
    Git({"init", "-q"});
  }

  // What a client that asks on and on hears, until it is told to stop.
  static std::string AskOnAndOn(int port, std::size_t number, const std::atomic<bool>& stop,
                                std::atomic<std::uint64_t>& answered) {
    Wire wire(port);
    // So that all of them together stay below what a second may have.
    constexpr std::chrono::milliseconds kPace(75);
    for (std::size_t i = 0; !stop; ++i) {
      const auto next = Clock::now() + kPace;
      const bool easy = i % 8 == 7;
      wire.Send(easy ? Ping() : Search(fmt::format("forecast{}", (number + i) % 50)), kPatience);
      const WireAnswer answer = wire.Next(kPatience);
      if (answer.status != 200) return fmt::format("{}: {}", number, answer.head);
      const std::string wanted =
          easy ? R"("result":{})" : fmt::format("web/part{}.py", (number + i) % 50);
      if (answer.body.find(wanted) == std::string::npos) return answer.body;
      ++answered;
      std::this_thread::sleep_until(next);
    }
    return {};
  }
};

TEST_F(McpConnectionsTest, NobodyHearsAnErrorAndNothingGrows) {
  const std::uint64_t span = CaseCount(4);
  const std::size_t idle_count = span > 30 ? 1'000 : 300;
  const std::size_t busy_count = span > 30 ? 64 : 16;
  if (!MakeRoom(idle_count + busy_count)) GTEST_SKIP() << "too few descriptors are allowed here";
  Running server(HttpServer());
  const int port = PortOf(server.NextLine(std::chrono::minutes(1)).value_or(""));
  ASSERT_NE(port, 0);

  std::vector<Wire> idle;
  for (std::size_t i = 0; i < idle_count; ++i) {
    idle.emplace_back(port);
    ASSERT_TRUE(idle.back().connected()) << i;
  }
  const auto use = [&](std::size_t i) {
    ASSERT_TRUE(idle[i].Send(Ping(), kPatience));
    const WireAnswer answer = idle[i].Next(kPatience);
    ASSERT_EQ(answer.status, 200) << i << answer.head;
  };
  for (std::size_t i = 0; i < idle_count; ++i) ASSERT_NO_FATAL_FAILURE(use(i));
  // These were what a second may have.
  std::this_thread::sleep_for(std::chrono::milliseconds(1'100));

  std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> answered = 0;
  std::vector<std::string> wrong(busy_count);
  std::size_t resident = 0;
  std::size_t descriptors = 0;
  {
    std::vector<std::jthread> busy;
    for (std::size_t i = 0; i < busy_count; ++i) {
      busy.emplace_back([&, i] { wrong[i] = AskOnAndOn(port, i, stop, answered); });
    }
    // Memory is what it will be after a fifth of the time. Each idle connection is used now and
    // then, within what the server allows.
    const auto begun = Clock::now();
    const auto end = begun + std::chrono::seconds(span);
    for (std::size_t i = 0; Clock::now() < end; i = (i + 1) % idle_count) {
      if (resident == 0 && Clock::now() > begun + (end - begun) / 5) {
        resident = ResidentBytesOf(server.pid());
        descriptors = DescriptorsOf(server.pid());
      }
      EXPECT_NO_FATAL_FAILURE(use(i));
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
    }
    stop = true;
  }
  for (const std::string& one : wrong) EXPECT_EQ(one, "");
  for (std::size_t i = 0; i < idle_count; ++i) ASSERT_NO_FATAL_FAILURE(use(i));
  RecordProperty("answered", std::to_string(answered));
  fmt::print("{} answers, {} MiB after a fifth, {} MiB at the end\n", answered.load(),
             resident / kMebibyte, ResidentBytesOf(server.pid()) / kMebibyte);
  EXPECT_LT(ResidentBytesOf(server.pid()), resident + (32 * kMebibyte));
  // The busy ones have gone. A file or two may be open at either moment.
  EXPECT_LE(DescriptorsOf(server.pid()), descriptors + 8);
  idle.clear();
  const auto until = Clock::now() + kPatience;
  while (DescriptorsOf(server.pid()) + idle_count > descriptors && Clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_LE(DescriptorsOf(server.pid()) + idle_count, descriptors);
  server.Send(SIGTERM);
  EXPECT_EQ(server.Finish().code, 0);
}

}  // namespace
}  // namespace satchel::test
