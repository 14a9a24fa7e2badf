#include "surfaces/mcp/stdio/connection.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::mcp {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A tool that is done when it is cancelled, or told to be.
class Gate {
 public:
  Tool Slow() {
    return {.declaration = {{"name", "slow"}},
            .call = [this](const Json&, Exchange& exchange) -> Answer {
              std::unique_lock lock(mutex_);
              ++begun_;
              changed_.notify_all();
              while (!open_ && !exchange.deadline().Expired()) {
                changed_.wait_for(lock, std::chrono::milliseconds(5));
              }
              return Json{{"cancelled", exchange.deadline().Expired()}};
            }};
  }
  // A tool that waits until so many of the slow ones have begun, and opens the gate.
  Tool Opener(int after) {
    return {.declaration = {{"name", "open"}},
            .call = [this, after](const Json&, Exchange&) -> Answer {
              std::unique_lock lock(mutex_);
              changed_.wait(lock, [&] { return begun_ >= after; });
              open_ = true;
              changed_.notify_all();
              return Json{{"opened", true}};
            }};
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int begun_ = 0;
  bool open_ = false;
};

std::vector<Json> Talk(const std::string& input, std::vector<Tool> tools = {},
                       const StdioLimits& limits = {}) {
  Catalogue catalogue;
  catalogue.tools = std::move(tools);
  const Dispatcher dispatcher(std::move(catalogue));
  std::istringstream in(input);
  std::ostringstream out;
  StdioConnection(dispatcher, in, out, nullptr, limits).Run();
  std::vector<Json> replies;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) replies.push_back(Json::parse(line));
  return replies;
}

std::string Request(int id, const std::string& method, const Json& params = Json::object()) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump() + '\n';
}
std::string Call(int id, const std::string& tool) {
  return Request(id, "tools/call", {{"name", tool}});
}

const Json* ReplyTo(const std::vector<Json>& replies, int id) {
  for (const Json& reply : replies) {
    if (reply.contains("id") && reply["id"] == id) return &reply;
  }
  return nullptr;
}

TEST(StdioConnectionTest, AnswersLineByLineAndEndsWithItsInput) {
  const auto replies = Talk("\n" + Request(1, "ping") + "  \r\n" + Request(2, "ping"));
  ASSERT_THAT(replies, SizeIs(2));
  EXPECT_EQ(replies[0]["id"], 1);
  EXPECT_EQ(replies[1]["result"], Json::object());
}

TEST(StdioConnectionTest, TheNameOfAClientIsThatOfItsRequestOrElseOfTheConnection) {
  const Tool who = {.declaration = {{"name", "who"}},
                    .call = [](const Json&, Exchange& exchange) -> Answer {
                      return Json{{"client", exchange.client()}};
                    }};
  const auto initialize = [](int id, const Json& name) {
    return Request(id, "initialize",
                   {{"protocolVersion", "2025-06-18"}, {"clientInfo", {{"name", name}}}});
  };
  const Json modern = {{"name", "who"},
                       {"_meta",
                        {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                         {"io.modelcontextprotocol/clientCapabilities", Json::object()},
                         {"io.modelcontextprotocol/clientInfo", {{"name", "gemini"}}}}}};
  const auto replies = Talk(
      Call(1, "who") + initialize(2, "codex") + Call(3, "who") + Request(4, "tools/call", modern) +
          initialize(5, 7) + Call(6, "who") + initialize(7, std::string(300, 'x')) + Call(8, "who"),
      {who});
  EXPECT_EQ((*ReplyTo(replies, 1))["result"]["client"], "");
  EXPECT_EQ((*ReplyTo(replies, 3))["result"]["client"], "codex");
  EXPECT_EQ((*ReplyTo(replies, 4))["result"]["client"], "gemini");
  EXPECT_EQ((*ReplyTo(replies, 6))["result"]["client"], "") << "a name is a text";
  EXPECT_EQ((*ReplyTo(replies, 8))["result"]["client"], "") << "and not a long one";
}

TEST(StdioConnectionTest, ALastLineWithoutItsEndIsStillRead) {
  std::string input = Request(1, "ping");
  input.pop_back();
  EXPECT_THAT(Talk(input), SizeIs(1));
  const auto half = Talk(input.substr(0, input.size() / 2));
  ASSERT_THAT(half, SizeIs(1));
  EXPECT_EQ(half[0]["error"]["code"], -32'700);
}

TEST(StdioConnectionTest, WhatIsNoMessageIsRefusedAndTheNextIsRead) {
  const std::string batch = R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])";
  const std::string huge(3'000, 'x');
  const auto replies = Talk("garbage\n" + batch + "\n\xff\xfe\n" + huge + "\n" +
                                std::string(900, '[') + "\n" + Request(5, "ping"),
                            {}, {.line_bytes = 1'000});
  ASSERT_THAT(replies, SizeIs(6));
  const std::vector<int> codes = {-32'700, -32'600, -32'700, -32'600, -32'700};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(replies[i]["error"]["code"], codes[i]) << i;
    EXPECT_FALSE(replies[i].contains("id"));
  }
  EXPECT_EQ(replies[5]["id"], 5);
}

TEST(StdioConnectionTest, NotificationsAndResponsesAreNotAnswered) {
  EXPECT_THAT(
      Talk(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
           "\n"
           R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})"
           "\n"
           R"({"jsonrpc":"2.0","id":4,"result":{}})"
           "\n"),
      IsEmpty());
}

TEST(StdioConnectionTest, RequestsRunBesideEachOther) {
  Gate gate;
  const auto replies =
      Talk(Call(1, "slow") + Call(2, "slow") + Call(3, "open"), {gate.Slow(), gate.Opener(2)});
  ASSERT_THAT(replies, SizeIs(3));
  EXPECT_EQ((*ReplyTo(replies, 1))["result"]["cancelled"], false);
}

TEST(StdioConnectionTest, ACancelledRequestStopsAndHasNoAnswer) {
  Gate gate;
  const std::string cancel =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
      "\n";
  const auto replies = Talk(Call(1, "slow") + cancel + Request(2, "ping"), {gate.Slow()});
  ASSERT_THAT(replies, SizeIs(1));
  EXPECT_EQ(replies[0]["id"], 2);
}

TEST(StdioConnectionTest, AnIdThatIsInUseIsRefused) {
  Gate gate;
  const auto replies =
      Talk(Call(1, "slow") + Call(1, "slow") + Call(2, "open"), {gate.Slow(), gate.Opener(1)});
  ASSERT_THAT(replies, SizeIs(3));
  EXPECT_EQ(replies[0]["error"]["code"], -32'600);
  EXPECT_EQ(replies[0]["id"], 1);
  // Once it is answered, it may be used again.
  EXPECT_THAT(Talk(Request(1, "ping") + Request(1, "ping")), SizeIs(2));
}

TEST(StdioConnectionTest, TooManyRequestsAreRefusedAndTheOthersAnswered) {
  Gate gate;
  std::string input;
  for (int id = 1; id <= 5; ++id) input += Call(id, "slow");
  const auto replies = Talk(input, {gate.Slow()},
                            {.threads = 1, .waiting = 2, .grace = std::chrono::milliseconds(1)});
  std::size_t refused = 0;
  for (const Json& reply : replies) {
    if (reply.contains("error")) {
      ++refused;
      EXPECT_EQ(reply["error"]["code"], -32'603);
    }
  }
  EXPECT_GE(refused, 2U);
}

TEST(StdioConnectionTest, WhatNeedsNoWorkIsAnsweredWhileAllThreadsAreBusy) {
  Gate gate;
  const auto replies =
      Talk(Call(1, "slow") + Request(2, "tools/unknown") + Request(3, "ping"), {gate.Slow()},
           {.threads = 1, .waiting = 1, .grace = std::chrono::milliseconds(1)});
  ASSERT_THAT(replies, SizeIs(2));
  EXPECT_EQ(replies[0]["id"], 2);
  EXPECT_EQ(replies[0]["error"]["code"], -32'601);
  EXPECT_EQ(replies[1]["id"], 3);
}

TEST(StdioConnectionTest, WhatIsStillUnderWayWhenTheInputEndsIsGivenUpAfterAWhile) {
  Gate gate;
  EXPECT_THAT(Talk(Call(1, "slow"), {gate.Slow()}, {.grace = std::chrono::milliseconds(20)}),
              IsEmpty());
}

TEST(StdioConnectionTest, RequestsBeforeInitializeAreServedAsEveryOther) {
  Gate gate;
  const auto replies = Talk(Request(1, "tools/list"), {gate.Slow()});
  ASSERT_THAT(replies, SizeIs(1));
  EXPECT_THAT(replies[0]["result"]["tools"], SizeIs(1));
}

}  // namespace
}  // namespace satchel::mcp
