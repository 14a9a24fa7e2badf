#include "packet/render/json_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::packet {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kToken = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");

TEST(JsonTextTest, EveryStringIsRedactedAndEscaped) {
  const std::string text =
      JsonText({{"symbol", "Holder " + kToken}, {"lines", {"a\u202eb"}}, {kToken, 1}});
  EXPECT_THAT(text, Not(HasSubstr(kToken)));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["symbol"], "Holder [redacted:github-token]");
  EXPECT_EQ(json["lines"][0], "a\\u{202E}b");
  EXPECT_EQ(json["schema_version"], 1);
}

// Two items of a packet may form together what looks like a secret.
TEST(JsonTextTest, APacketStaysAsItWasCounted) {
  const std::string packet = "- password:\n- hunter2 " + kToken + "\n";
  const Json json = Json::parse(JsonText({{"text", "another"}, {"id", kToken}}, packet));
  EXPECT_EQ(json["text"], packet);
  EXPECT_EQ(json["id"], "[redacted:github-token]");
  EXPECT_EQ(json["schema_version"], 1);
}

}  // namespace
}  // namespace satchel::packet
