#include "surfaces/mcp/protocol/dispatcher.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"

namespace satchel::mcp {
namespace {

using testing::ElementsAre;

Catalogue Offers() {
  Catalogue catalogue;
  catalogue.server_info = {{"name", "test"}, {"version", "1"}};
  catalogue.instructions = "Say hello.";
  catalogue.tools.push_back(
      {.declaration = {{"name", "echo"}, {"inputSchema", {{"type", "object"}}}},
       .call = [](const Json& arguments, Exchange& exchange) -> Answer {
         exchange.ReportProgress(1, 2, "half");
         exchange.ReportProgress(1, 2, "half again");
         exchange.ReportProgress(2, 2, "");
         return Json{{"content", Json::array()}, {"structuredContent", arguments}};
       }});
  catalogue.tools.push_back(
      {.declaration = {{"name", "broken"}}, .call = [](const Json&, Exchange&) -> Answer {
         throw std::runtime_error("password=hunter2");
       }});
  catalogue.resources.push_back(
      {.declaration = {{"uri", "test://one"}, {"name", "one"}},
       .read = [](Exchange&) -> Answer { return Json{{"contents", 1}}; }});
  catalogue.templates.push_back(
      {.declaration = {{"uriTemplate", "test://item/{id}"}, {"name", "item"}},
       .read = [](const std::string& id, Exchange&) -> Answer { return Json{{"contents", id}}; }});
  catalogue.prompts.push_back(
      {.declaration = {{"name", "greet"},
                       {"arguments", Json::array({{{"name", "who"}, {"required", true}}})}},
       .get = [](const Json& arguments, Exchange&) -> Answer {
         return Json{{"messages", arguments}};
       }});
  return catalogue;
}

// What a server answers, and what it said before.
struct Heard {
  Json reply;
  std::vector<Json> before;
};

Heard Ask(const std::string& method, Json params, Catalogue catalogue = Offers()) {
  const Dispatcher dispatcher(std::move(catalogue));
  const Message request{
      .kind = Message::Kind::kRequest, .id = 7, .method = method, .params = std::move(params)};
  Heard heard;
  const SendMessage send = [&](const Json& message) { heard.before.push_back(message); };
  Exchange exchange(request, Deadline::Never(), send);
  heard.reply = ReplyTo(dispatcher, request, exchange);
  return heard;
}

Json Modern(Json params = Json::object()) {
  params["_meta"] = {{kMetaRevision, kModernRevision}, {kMetaCapabilities, Json::object()}};
  return params;
}

int CodeOf(const Json& reply) {
  return reply.contains("error") ? reply["error"]["code"].get<int>() : 0;
}

TEST(DispatcherTest, InitializeAgreesOnARevisionThatBothKnow) {
  for (const std::string_view revision : LegacyRevisions()) {
    const Json reply = Ask("initialize", {{"protocolVersion", revision}}).reply;
    EXPECT_EQ(reply["result"]["protocolVersion"], revision);
  }
  const Json reply = Ask("initialize", {{"protocolVersion", "2099-01-01"}}).reply;
  EXPECT_EQ(reply["id"], 7);
  EXPECT_EQ(reply["result"]["protocolVersion"], "2025-11-25");
  EXPECT_EQ(reply["result"]["instructions"], "Say hello.");
  EXPECT_EQ(reply["result"]["serverInfo"]["name"], "test");
  EXPECT_TRUE(reply["result"]["capabilities"].contains("tools"));
  EXPECT_FALSE(reply["result"].contains("resultType"));
  EXPECT_EQ(CodeOf(Ask("initialize", Json::object()).reply), -32'602);
}

TEST(DispatcherTest, ModernResultsSayWhatTheyAre) {
  const Json found = Ask("server/discover", Modern()).reply["result"];
  EXPECT_EQ(found["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(found["resultType"], "complete");
  EXPECT_EQ(found["_meta"][kMetaServerInfo]["version"], "1");
  EXPECT_EQ(found["cacheScope"], "public");
  EXPECT_GT(found["ttlMs"], 0);
  const Json read = Ask("resources/read", Modern({{"uri", "test://one"}})).reply["result"];
  EXPECT_EQ(read["cacheScope"], "private");
  EXPECT_EQ(read["ttlMs"], 0);
}

TEST(DispatcherTest, AModernRequestMustCarryItsMeta) {
  EXPECT_EQ(CodeOf(Ask("server/discover", Json::object()).reply), -32'602);
  Json params = Modern();
  params["_meta"].erase(kMetaCapabilities);
  EXPECT_EQ(CodeOf(Ask("tools/list", params).reply), -32'602);
  params = Modern();
  params["_meta"][kMetaRevision] = 3;
  EXPECT_EQ(CodeOf(Ask("tools/list", params).reply), -32'602);
  params["_meta"][kMetaRevision] = "2025-11-25";
  const Json reply = Ask("tools/list", params).reply;
  EXPECT_EQ(CodeOf(reply), -32'022);
  EXPECT_EQ(reply["error"]["data"]["supported"], Json::array({"2026-07-28"}));
  EXPECT_EQ(reply["error"]["data"]["requested"], "2025-11-25");
}

TEST(DispatcherTest, WhatTheModernEraTookAwayIsGone) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe"}) {
    EXPECT_EQ(CodeOf(Ask(method, Modern({{"protocolVersion", "2025-11-25"}})).reply), -32'601)
        << method;
  }
  EXPECT_EQ(Ask("ping", Json::object()).reply["result"], Json::object());
}

TEST(DispatcherTest, ListsInBothEras) {
  EXPECT_EQ(Ask("tools/list", Json::object()).reply["result"]["tools"][0]["name"], "echo");
  EXPECT_EQ(Ask("tools/list", Modern()).reply["result"]["tools"][1]["name"], "broken");
  EXPECT_EQ(Ask("resources/templates/list", Modern()).reply["result"]["resourceTemplates"].size(),
            1U);
  EXPECT_EQ(Ask("prompts/list", Json::object()).reply["result"]["prompts"].size(), 1U);
  EXPECT_EQ(CodeOf(Ask("tools/list", {{"cursor", "x"}}).reply), -32'602);
}

TEST(DispatcherTest, WhatIsNotOfferedHasNoMethods) {
  EXPECT_EQ(CodeOf(Ask("tools/list", Modern(), Catalogue()).reply), -32'601);
  EXPECT_EQ(CodeOf(Ask("prompts/get", {{"name", "x"}}, Catalogue()).reply), -32'601);
  EXPECT_EQ(Ask("initialize", {{"protocolVersion", "2025-06-18"}}, Catalogue())
                .reply["result"]["capabilities"],
            Json::object());
}

TEST(DispatcherTest, CallsATool) {
  const Json result =
      Ask("tools/call", {{"name", "echo"}, {"arguments", {{"a", 1}}}}).reply["result"];
  EXPECT_EQ(result["structuredContent"]["a"], 1);
  EXPECT_EQ(CodeOf(Ask("tools/call", {{"name", "nothing"}}).reply), -32'602);
  EXPECT_EQ(CodeOf(Ask("tools/call", {{"name", 5}}).reply), -32'602);
  EXPECT_EQ(CodeOf(Ask("tools/call", {{"name", "echo"}, {"arguments", "x"}}).reply), -32'602);
}

TEST(DispatcherTest, ProgressIsForThoseWhoAskAndOnlyGrows) {
  EXPECT_TRUE(Ask("tools/call", {{"name", "echo"}}).before.empty());
  Json params = {{"name", "echo"}, {"_meta", {{"progressToken", "t"}}}};
  const auto before = Ask("tools/call", params).before;
  ASSERT_EQ(before.size(), 2U);
  EXPECT_EQ(before[0]["params"],
            Json::parse(R"({"progressToken": "t", "progress": 1, "total": 2, "message": "half"})"));
  EXPECT_EQ(before[1]["params"]["progress"], 2);
}

TEST(DispatcherTest, ReadsResourcesByAddressAndByTemplate) {
  EXPECT_EQ(Ask("resources/read", {{"uri", "test://one"}}).reply["result"]["contents"], 1);
  EXPECT_EQ(Ask("resources/read", {{"uri", "test://item/42"}}).reply["result"]["contents"], "42");
  for (const char* uri :
       {"test://item/", "test://item/a/b", "test://item/../x", "file:///etc/passwd"}) {
    EXPECT_EQ(CodeOf(Ask("resources/read", {{"uri", uri}}).reply), -32'002) << uri;
    EXPECT_EQ(CodeOf(Ask("resources/read", Modern({{"uri", uri}})).reply), -32'602) << uri;
  }
}

TEST(DispatcherTest, APromptNeedsItsArguments) {
  EXPECT_EQ(CodeOf(Ask("prompts/get", {{"name", "greet"}}).reply), -32'602);
  EXPECT_EQ(Ask("prompts/get", {{"name", "greet"}, {"arguments", {{"who", "you"}}}})
                .reply["result"]["messages"]["who"],
            "you");
}

TEST(DispatcherTest, AMistakeOfOursIsAnErrorThatQuotesNothing) {
  const Json reply = Ask("tools/call", {{"name", "broken"}}).reply;
  EXPECT_EQ(CodeOf(reply), -32'603);
  EXPECT_EQ(reply.dump().find("hunter2"), std::string::npos);
}

}  // namespace
}  // namespace satchel::mcp
