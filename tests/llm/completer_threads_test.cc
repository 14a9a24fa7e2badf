#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "llm/model.h"
#include "llm/recording.h"
#include "tests/support/model_double.h"

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::HttpReply;
using test::HttpSeen;
using test::ModelDouble;
using test::ModelTurn;

constexpr int kThreads = 8;
constexpr int kCalls = 12;

void InThreads(const std::function<void(int)>& work) {
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread);
}

// Some answers come, some fail and are tried again, some callers give up; whoever is answered is
// answered what it asked.
TEST(CompleterThreadsTest, EightThreadsShareOneModelWhileTheServerFails) {
  std::deque<ModelTurn> turns;
  for (int i = 0; i < kThreads * kCalls; ++i) {
    using Manner = ModelTurn::Manner;
    turns.push_back({});
    if (i % 5 == 1) turns.push_back({.manner = Manner::kReset});
    if (i % 7 == 2) turns.push_back({.manner = Manner::kStatus, .status = 503});
    if (i % 11 == 3) turns.push_back({.manner = Manner::kStall});
  }
  const ModelDouble server(std::move(turns));
  auto model = OpenModel({.base_url = server.OpenAiUrl(),
                          .model = "m",
                          .most_calls = 3,
                          .retry = {.first_wait = milliseconds(1)}});
  ASSERT_TRUE(model) << model.error().text();
  const RecordingCompleter completer(*std::move(model));
  std::atomic<int> answered = 0;
  std::atomic<int> ended = 0;
  InThreads([&](int thread) {
    for (int i = 0; i < kCalls; ++i) {
      // Half of the questions are asked by two threads.
      const std::string prompt = fmt::format("{} {}", i % 2 == 0 ? thread : thread / 2, i);
      CompletionRequest request{.system = "",
                                .prompt = prompt,
                                .schema = nullptr,
                                .deadline = Deadline::After(milliseconds(400))};
      const Called called = completer.Call(request);
      (called.completion ? answered : ended)++;
      EXPECT_EQ(called.record.prompt, prompt);
    }
  });
  EXPECT_EQ(answered + ended, kThreads * kCalls);
  EXPECT_GT(answered, 0);
  EXPECT_EQ(completer.recording().size(), std::size_t{kThreads * kCalls * 3 / 4});
}

TEST(CompleterThreadsTest, NoMoreRequestsAreUnderWayThanAreAllowed) {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  const test::HttpDouble server([&](const HttpSeen&) {
    const int here = ++now;
    int seen = most;
    while (here > seen && !most.compare_exchange_weak(seen, here)) {
    }
    std::this_thread::sleep_for(milliseconds(3));  // so that others could come in
    --now;
    return HttpReply{.body = R"({"message":{"content":"x"},"done":true})"};
  });
  const auto model =
      OpenModel({.base_url = server.Url(""), .model = "m", .kind = Kind::kOllama, .most_calls = 2});
  ASSERT_TRUE(model) << model.error().text();
  InThreads([&](int) {
    for (int i = 0; i < kCalls; ++i) {
      const auto answer = (*model)->Complete({.system = "",
                                              .prompt = "?",
                                              .schema = nullptr,
                                              .deadline = Deadline::After(seconds(60))});
      EXPECT_TRUE(answer) << answer.error().text();
    }
  });
  EXPECT_LE(most, 2);
  EXPECT_LE(server.connections(), 2) << "connections are kept";
  EXPECT_EQ(server.seen().size(), std::size_t{kThreads * kCalls});
}

}  // namespace
}  // namespace satchel::llm
