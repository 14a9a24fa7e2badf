#include "llm/retry.h"

#include <gtest/gtest.h>

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;

net::HttpResponse Answer(int status, std::vector<net::HttpHeader> headers = {}) {
  return {.status = status, .headers = std::move(headers), .body = ""};
}

const Time kNow = *ParseTime("1994-11-06T08:49:00Z");

std::optional<milliseconds> Hint(std::string name, std::string value) {
  return WaitHint(Answer(429, {{.name = std::move(name), .value = std::move(value)}}), kNow);
}

TEST(RetryTest, OnlyWhatMayPassIsTriedAgain) {
  for (const int status : {408, 409, 425, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(IsWorthRetrying(Answer(status))) << status;
  }
  for (const int status : {301, 307, 400, 401, 403, 404, 413, 422, 501, 505}) {
    EXPECT_FALSE(IsWorthRetrying(Answer(status))) << status;
  }
}

TEST(RetryTest, AServerSaysThatATextIsTooLong) {
  // As llama.cpp's server says it, then Ollama, OpenAI and Text Embeddings Inference.
  EXPECT_TRUE(SaysTooLong(500,
                          "input (600 tokens) is too large to process. increase the physical batch "
                          "size (current batch size: 512)"));
  EXPECT_TRUE(SaysTooLong(400, "request (600 tokens) exceeds the available context size (512)"));
  EXPECT_TRUE(SaysTooLong(400, "the input length exceeds the context length"));
  EXPECT_TRUE(SaysTooLong(400, "This model's Maximum Context Length is 8192 tokens"));
  EXPECT_TRUE(SaysTooLong(413, "`inputs` must have less than 512 tokens. Given: 600"));
  EXPECT_FALSE(SaysTooLong(500, "out of memory"));
  EXPECT_FALSE(SaysTooLong(400, "no such model"));
  EXPECT_FALSE(SaysTooLong(503, "the context size is being loaded"));
}

TEST(RetryTest, TheServersOpinionCounts) {
  EXPECT_FALSE(IsWorthRetrying(Answer(503, {{.name = "x-should-retry", .value = "false"}})));
  EXPECT_TRUE(IsWorthRetrying(Answer(400, {{.name = "x-should-retry", .value = "true"}})));
  EXPECT_TRUE(IsWorthRetrying(Answer(503, {{.name = "x-should-retry", .value = "perhaps"}})));
}

TEST(RetryTest, HintsAreReadInAllTheirForms) {
  EXPECT_EQ(Hint("retry-after", "0"), milliseconds(0));
  EXPECT_EQ(Hint("retry-after", "120"), milliseconds(120'000));
  EXPECT_EQ(Hint("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"), milliseconds(37'000));
  EXPECT_EQ(Hint("retry-after", "Sun, 06 Nov 1994 08:48:37 GMT"), milliseconds(0));
  EXPECT_EQ(Hint("retry-after-ms", "1500"), milliseconds(1'500));
  EXPECT_EQ(WaitHint(Answer(429, {{.name = "retry-after", .value = "9"},
                                  {.name = "retry-after-ms", .value = "20"}}),
                     kNow),
            milliseconds(20));
}

TEST(RetryTest, WhatCannotBeReadIsNoHint) {
  for (const char* text : {"", "soon", "-1", "1.5", "9999999999", "1e9", " 1", "+1",
                           "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
                           "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 31 Feb 1994 08:49:37 GMT",
                           "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
                           "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, xx Nov 1994 08:49:37 GMT"}) {
    EXPECT_EQ(Hint("retry-after", text), std::nullopt) << text;
  }
  EXPECT_EQ(WaitHint(Answer(429), kNow), std::nullopt);
}

TEST(RetryTest, ACallHasFiveTriesAndWaitsForAMinuteAtMost) {
  EXPECT_EQ(RetryOptions().most_attempts, 5);
  EXPECT_EQ(RetryOptions().longest_hint, milliseconds(60'000));
}

TEST(RetryTest, WaitsDoubleUpToTheLongest) {
  const RetryOptions options;
  EXPECT_EQ(BackOff(options, 1), milliseconds(500));
  EXPECT_EQ(BackOff(options, 2), milliseconds(1'000));
  EXPECT_EQ(BackOff(options, 4), milliseconds(4'000));
  EXPECT_EQ(BackOff(options, 5), milliseconds(8'000));
  EXPECT_EQ(BackOff(options, 1'000'000), milliseconds(8'000));
}

}  // namespace
}  // namespace satchel::llm
