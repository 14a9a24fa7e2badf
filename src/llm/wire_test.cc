#include "llm/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "llm/server_body.h"

namespace satchel::llm {
namespace {

using testing::HasSubstr;

std::string Endpoint(Kind kind, std::string_view base) {
  return EndpointOf(kind, *net::ParseUrl(base)).Text();
}

CompletionRequest Request() {
  return {.system = "S", .prompt = "P", .schema = {{"type", "boolean"}}, .max_tokens = 64};
}

TEST(WireTest, EndpointsAreFoundBelowAnyAddressThatPeopleSet) {
  for (const char* base : {"http://h:11434", "http://h:11434/", "http://h:11434/api/"}) {
    EXPECT_EQ(Endpoint(Kind::kOllama, base), "http://h:11434/api/chat");
  }
  EXPECT_EQ(Endpoint(Kind::kOllama, "http://h/proxy"), "http://h/proxy/api/chat");
  for (const char* base : {"http://h", "http://h/", "http://h/v1", "http://h/v1/"}) {
    EXPECT_EQ(Endpoint(Kind::kOpenAi, base), "http://h/v1/chat/completions");
  }
  EXPECT_EQ(Endpoint(Kind::kOpenAi, "https://h/api/v1"), "https://h/api/v1/chat/completions");
  EXPECT_EQ(Endpoint(Kind::kOpenAi, "https://h/v1beta/openai"),
            "https://h/v1beta/openai/chat/completions");
}

TEST(WireTest, ARequestToOllama) {
  EXPECT_EQ(RequestBody(Kind::kOllama, {.model = "m"}, Request()), Json::parse(R"({
    "model": "m",
    "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "P"}],
    "stream": false,
    "options": {"num_predict": 64, "num_ctx": 8192, "temperature": 0, "seed": 0},
    "format": {"type": "boolean"}
  })"));
}

TEST(WireTest, ARequestToOpenAi) {
  EXPECT_EQ(RequestBody(Kind::kOpenAi, {.model = "m"}, Request()), Json::parse(R"({
    "model": "m",
    "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "P"}],
    "stream": false,
    "max_tokens": 64,
    "temperature": 0,
    "seed": 0,
    "response_format": {
      "type": "json_schema",
      "json_schema": {"name": "answer", "schema": {"type": "boolean"}, "strict": true}
    }
  })"));
}

TEST(WireTest, WhatIsNotWantedIsNotInARequest) {
  CompletionRequest plain = Request();
  plain.system.clear();
  plain.schema = nullptr;
  const WireOptions options{.model = "m", .fixed_temperature = false, .newer_limit = true};
  EXPECT_EQ(RequestBody(Kind::kOpenAi, options, plain), Json::parse(R"({
    "model": "m",
    "messages": [{"role": "user", "content": "P"}],
    "stream": false,
    "max_completion_tokens": 64
  })"));
  const Json ollama = RequestBody(Kind::kOllama, options, plain);
  EXPECT_FALSE(ollama.contains("format"));
  EXPECT_FALSE(ollama["options"].contains("temperature"));
}

TEST(WireTest, ALongPromptGetsAContextThatHoldsIt) {
  CompletionRequest request = Request();
  request.prompt = std::string(100'000, 'p');
  EXPECT_EQ(RequestBody(Kind::kOllama, {.model = "m"}, request)["options"]["num_ctx"], 65'536);
}

TEST(WireTest, AnAnswerOfOllama) {
  const Answer answer = ReadAnswer(Kind::kOllama, R"({
    "model": "m", "message": {"role": "assistant", "content": "yes", "thinking": "hm"},
    "done": true, "done_reason": "stop", "prompt_eval_count": 5, "eval_count": 2})");
  EXPECT_EQ(answer.outcome, Outcome::kAnswered);
  EXPECT_EQ(answer.error, "");
  EXPECT_EQ(answer.text, "yes");
  EXPECT_EQ(answer.thinking, "hm");
  EXPECT_EQ(answer.tokens, (TokenCount{.prompt = 5, .completion = 2}));
}

TEST(WireTest, AnAnswerOfOpenAi) {
  const Answer answer = ReadAnswer(Kind::kOpenAi, R"({
    "choices": [{"message": {"content": "yes", "reasoning": "hm"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 5, "completion_tokens": 2}, "error": null})");
  EXPECT_EQ(answer.outcome, Outcome::kAnswered);
  EXPECT_EQ(answer.text, "yes");
  EXPECT_EQ(answer.thinking, "hm");
  EXPECT_EQ(answer.tokens, (TokenCount{.prompt = 5, .completion = 2}));
}

TEST(WireTest, CountsMayBeMissingOrAbsurd) {
  for (const char* count : {"-1", "null", "1.5", "\"7\"", "18446744073709551615"}) {
    const Answer answer = ReadAnswer(
        Kind::kOllama,
        std::string(R"({"message":{"content":""},"done":true,"eval_count":)") + count + "}");
    EXPECT_EQ(answer.outcome, Outcome::kAnswered) << count;
    EXPECT_EQ(answer.tokens, TokenCount{}) << count;
  }
}

struct Case {
  Kind kind;
  const char* body;
  Outcome outcome;
};

TEST(WireTest, EveryOtherBodyHasItsOutcome) {
  using enum Outcome;
  const Kind ollama = Kind::kOllama;
  const Kind openai = Kind::kOpenAi;
  for (const auto& [kind, body, outcome] : {
           Case{ollama, "", kMalformed},
           Case{ollama, "null", kMalformed},
           Case{ollama, "[]", kMalformed},
           Case{ollama, "{}", kMalformed},
           Case{ollama, R"({"message":"x","done":true})", kMalformed},
           Case{ollama, R"({"message":{"content":5},"done":true})", kMalformed},
           Case{ollama, R"({"message":{"content":"x"}})", kMalformed},
           Case{ollama, R"({"message":{"content":"x"},"done":false})", kMalformed},
           Case{ollama, R"({"message":{"content":"x"},"done":true,"done_reason":"unload"})",
                kMalformed},
           Case{ollama, R"({"message":{"content":"x"},"done":true,"done_reason":"length"})",
                kTruncated},
           Case{ollama, R"({"error":"no"})", kServerError},
           Case{ollama, "{\"message\":{\"content\":\"a\"}}\n{\"error\":\"no\"}", kMalformed},
           Case{openai, "{}", kMalformed},
           Case{openai, R"({"choices":[]})", kMalformed},
           Case{openai, R"({"choices":{}})", kMalformed},
           Case{openai, R"({"choices":[null]})", kMalformed},
           Case{openai, R"({"choices":[{"message":{"content":null},"finish_reason":"stop"}]})",
                kMalformed},
           Case{openai, R"({"choices":[{"message":{"content":"x"},"finish_reason":"tool_calls"}]})",
                kMalformed},
           Case{openai, R"({"choices":[{"message":{"content":null},"finish_reason":"length"}]})",
                kTruncated},
           Case{openai,
                R"({"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]})",
                kRefused},
           Case{openai, R"({"choices":[{"message":{"content":null,"refusal":"I must not"}}]})",
                kRefused},
           Case{openai, R"({"choices":[{"message":{"content":"x"},"finish_reason":null}]})",
                kAnswered},
           Case{openai, R"({"error":{"message":"no","code":429}})", kServerError},
           Case{openai, R"({"error":{}})", kServerError},
       }) {
    const Answer answer = ReadAnswer(kind, body);
    EXPECT_EQ(Name(answer.outcome), Name(outcome)) << body;
    EXPECT_EQ(answer.error.empty(), outcome == kAnswered) << body;
  }
}

TEST(WireTest, DeepBodiesAreRefused) {
  const std::string deep = std::string(5'000, '[') + std::string(5'000, ']');
  EXPECT_EQ(ReadAnswer(Kind::kOllama, deep).outcome, Outcome::kMalformed);
}

TEST(WireTest, ErrorsAreFoundInTheFormsOfAllServers) {
  EXPECT_EQ(ErrorMessage(R"({"error":"a"})"), "a");
  EXPECT_EQ(ErrorMessage(R"({"error":{"message":"b"}})"), "b");
  EXPECT_EQ(ErrorMessage(R"({"message":"c"})"), "c");
  EXPECT_EQ(ErrorMessage(R"({"detail":"d"})"), "d");
  EXPECT_EQ(ErrorMessage("<html>"), "");
  EXPECT_EQ(ErrorMessage("7"), "");
}

TEST(WireTest, AnErrorIsOneShortLineWithoutSecrets) {
  const std::string token = "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ");
  const std::string message =
      ErrorMessage(Json{{"error", "a\nb\x1b[0m " + token + " " + std::string(9'000, 'x')}}.dump());
  EXPECT_LT(message.size(), 400U);
  EXPECT_EQ(message.find_first_of("\n\x1b"), std::string::npos);
  EXPECT_EQ(message.find(token), std::string::npos);
}

}  // namespace
}  // namespace satchel::llm
