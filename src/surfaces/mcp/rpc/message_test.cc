#include "surfaces/mcp/rpc/message.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::mcp {
namespace {

using testing::HasSubstr;

RpcCode CodeOf(std::string_view text) {
  const auto message = ParseMessage(text);
  EXPECT_FALSE(message) << text;
  return message ? RpcCode::kInternalError : message.error().error.code;
}

TEST(ParseMessageTest, ReadsRequestsNotificationsAndResponses) {
  const auto request = ParseMessage(R"({"jsonrpc":"2.0","id":0,"method":"ping"})");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, Message::Kind::kRequest);
  EXPECT_EQ(request->id, Json(0));
  EXPECT_EQ(request->params, Json::object());

  const auto named = ParseMessage(R"({"jsonrpc":"2.0","id":"a-1","method":"m","params":{"k":1}})");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->id, Json("a-1"));
  EXPECT_EQ(named->params["k"], 1);

  const auto notification = ParseMessage(R"({"jsonrpc":"2.0","method":"notifications/x"})");
  ASSERT_TRUE(notification);
  EXPECT_EQ(notification->kind, Message::Kind::kNotification);

  const auto response = ParseMessage(R"({"jsonrpc":"2.0","id":3,"result":{}})");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->kind, Message::Kind::kResponse);
}

TEST(ParseMessageTest, RefusesWhatIsNoMessage) {
  EXPECT_EQ(CodeOf("{"), RpcCode::kParseError);
  EXPECT_EQ(CodeOf(""), RpcCode::kParseError);
  EXPECT_EQ(CodeOf("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"), RpcCode::kParseError);
  EXPECT_EQ(CodeOf("7"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"id":1,"method":"ping"})"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1})"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1,"method":["a"]})"), RpcCode::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1,"method":"m","params":[1]})"),
            RpcCode::kInvalidParams);
}

TEST(ParseMessageTest, KeepsTheIdOfWhatItRefusesForTheAnswer) {
  const auto message = ParseMessage(R"({"jsonrpc":"1.0","id":"x","method":"ping"})");
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().id, Json("x"));
}

TEST(ParseMessageTest, RefusesWhatIsTooDeepOrTooLarge) {
  const std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":)" +
                           std::string(100'000, '[') + std::string(100'000, ']') + "}}";
  EXPECT_EQ(CodeOf(deep), RpcCode::kParseError);
  const std::string large =
      R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(kMostMessageBytes, 'a') + "\"}";
  EXPECT_EQ(CodeOf(large), RpcCode::kParseError);
}

TEST(ErrorMessageTest, HasNoIdWhereThereWasNone) {
  const RpcError error{.code = RpcCode::kParseError, .message = "no JSON"};
  EXPECT_FALSE(ErrorMessage(nullptr, error).contains("id"));
  EXPECT_EQ(ErrorMessage(4, error)["id"], 4);
  EXPECT_EQ(ErrorMessage(4, error)["error"]["code"], -32'700);
}

}  // namespace
}  // namespace satchel::mcp
