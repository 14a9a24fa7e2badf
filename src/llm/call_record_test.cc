#include "llm/call_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::llm {
namespace {

using testing::HasSubstr;

CallRecord Example() {
  return {.model = "m",
          .system = "S",
          .prompt = "P",
          .response = "R",
          .thinking = "T",
          .tokens = {.prompt = 5, .completion = std::nullopt},
          .latency_ms = 17,
          .attempts = 2,
          .outcome = Outcome::kTruncated,
          .error = "cut off"};
}

TEST(CallRecordTest, IsTheBodyOfAnEvent) {
  EXPECT_EQ(ToJson(Example()), Json::parse(R"({
    "model": "m", "system": "S", "prompt": "P", "response": "R", "thinking": "T",
    "prompt_tokens": 5, "completion_tokens": null, "latency_ms": 17, "attempts": 2,
    "outcome": "truncated", "error": "cut off"})"));
}

TEST(CallRecordTest, IsReadBack) {
  const auto record = ParseCallRecord(ToJson(Example()));
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_EQ(*record, Example());
}

TEST(CallRecordTest, ADamagedOneNamesWhatIsWrong) {
  const Json whole = ToJson(Example());
  for (const auto& [name, value] : whole.items()) {
    Json damaged = whole;
    damaged[name] = Json::array();
    const auto record = ParseCallRecord(damaged);
    ASSERT_FALSE(record) << name;
    EXPECT_EQ(record.error().code(), Errc::kCorrupt);
    EXPECT_THAT(record.error().text(), HasSubstr(name));
    damaged.erase(name);
    EXPECT_FALSE(ParseCallRecord(damaged)) << name;
  }
  Json damaged = ToJson(Example());
  damaged["outcome"] = "splendid";
  EXPECT_FALSE(ParseCallRecord(damaged));
  damaged = ToJson(Example());
  damaged["latency_ms"] = nullptr;
  EXPECT_FALSE(ParseCallRecord(damaged));
  EXPECT_FALSE(ParseCallRecord(Json::array()));
}

TEST(CallRecordTest, NamesOfOutcomesAreReadBack) {
  for (int i = 0; i <= static_cast<int>(Outcome::kNotRecorded); ++i) {
    const auto outcome = static_cast<Outcome>(i);
    EXPECT_EQ(ParseOutcome(Name(outcome)), outcome);
  }
  EXPECT_EQ(ParseOutcome(""), std::nullopt);
}

}  // namespace
}  // namespace satchel::llm
