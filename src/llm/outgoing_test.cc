#include "llm/outgoing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"

namespace satchel::llm {
namespace {

using testing::HasSubstr;

CompletionRequest Request() {
  return {.system = "S", .prompt = "P", .schema = {{"type", "boolean"}}, .max_tokens = 64};
}

TEST(OutgoingTest, TheKeyIsTakenOutWhereverItStands) {
  const Outgoing outgoing("odd-key-1");
  EXPECT_EQ(outgoing.Clean("odd-key-1 and odd-key-1odd-key-1"),
            "[redacted:api-key] and [redacted:api-key][redacted:api-key]");
  EXPECT_EQ(Outgoing("key").Clean("a key is no monkey"), "a key is no monkey")
      << "three letters are no secret";
  EXPECT_EQ(Outgoing().Clean("nothing to hide"), "nothing to hide");
}

TEST(OutgoingTest, BoundsAreChecked) {
  const Outgoing outgoing;
  EXPECT_TRUE(outgoing.Prepare(Request()));
  CompletionRequest request = Request();
  for (const std::int64_t tokens : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX}) {
    request.max_tokens = tokens;
    EXPECT_FALSE(outgoing.Prepare(request)) << tokens;
  }
  request = Request();
  request.prompt = std::string((16U << 20U) + 1, 'p');
  const auto prepared = outgoing.Prepare(request);
  ASSERT_FALSE(prepared);
  EXPECT_THAT(prepared.error().text(), HasSubstr("larger than"));
}

TEST(OutgoingTest, AKeyOfARequestFollowsFromModelSystemPromptAndSchemaAlone) {
  const std::string key = RequestKey("m", Request());
  EXPECT_EQ(
      key, Sha256Of(R"({"model":"m","prompt":"P","schema":{"type":"boolean"},"system":"S"})").Hex())
      << "stored in recordings: never changes";
  CompletionRequest same = Request();
  same.max_tokens = 9;
  same.deadline = Deadline::After(std::chrono::seconds(1));
  EXPECT_EQ(RequestKey("m", same), key);
  CompletionRequest other = Request();
  other.system = "P";
  EXPECT_NE(RequestKey("m", other), key);
  other = Request();
  other.prompt = "S";
  EXPECT_NE(RequestKey("m", other), key);
  other = Request();
  other.schema = nullptr;
  EXPECT_NE(RequestKey("m", other), key);
  EXPECT_NE(RequestKey("n", Request()), key);
}

}  // namespace
}  // namespace satchel::llm
