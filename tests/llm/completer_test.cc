// What each failure of a model's server ends in, over both protocols; the table in
// docs/design/models.md says the same.

#include <chrono>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "llm/model.h"
#include "tests/support/model_double.h"

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::HttpSeen;
using test::ModelDouble;
using test::ModelTurn;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Manner = ModelTurn::Manner;

Json OkSchema() {
  return {{"type", "object"},
          {"properties", {{"ok", {{"type", "boolean"}}}}},
          {"required", {"ok"}},
          {"additionalProperties", false}};
}

CompletionRequest Question(std::string prompt = "Is it so?") {
  return {.system = "You judge.",
          .prompt = std::move(prompt),
          .schema = OkSchema(),
          .max_tokens = 64,
          .deadline = Deadline::After(seconds(30))};
}

constexpr std::string_view kNow = "2026-05-04T12:00:00Z";

class CompleterTest : public testing::TestWithParam<Kind> {
 protected:
  ModelOptions Options(const ModelDouble& server) const {
    return {.base_url = GetParam() == Kind::kOllama ? server.OllamaUrl() : server.OpenAiUrl(),
            .model = "qwen3:8b",
            .kind = GetParam()};
  }
  std::unique_ptr<Completer> Open(const ModelOptions& options) {
    auto model = OpenModel(options, {.clock = &clock_, .pause = [this](auto wait, const auto&) {
                                       waits_.push_back(wait);
                                       return Status();
                                     }});
    EXPECT_TRUE(model) << model.error().text();
    return model ? *std::move(model) : nullptr;
  }
  Called Ask(const ModelDouble& server, const CompletionRequest& request = Question()) {
    return Open(Options(server))->Call(request);
  }
  // Asks a server that always does the same.
  Called AskOne(ModelTurn turn, const CompletionRequest& request = Question()) {
    const ModelDouble server({}, std::move(turn));
    return Ask(server, request);
  }

  std::vector<milliseconds> waits_;

 private:
  const FixedClock clock_{*ParseTime(kNow)};
};

INSTANTIATE_TEST_SUITE_P(Kinds, CompleterTest, testing::Values(Kind::kOllama, Kind::kOpenAi),
                         [](const auto& kind) { return std::string(Name(kind.param)); });

// Both parts of a failed call agree.
void ExpectFailed(const Called& called, Outcome outcome) {
  EXPECT_EQ(Name(called.record.outcome), Name(outcome)) << called.record.error;
  EXPECT_NE(called.record.error, "");
  ASSERT_FALSE(called.completion);
  EXPECT_EQ(called.completion.error().code(), CodeOf(outcome));
  EXPECT_THAT(called.completion.error().text(), HasSubstr(called.record.error));
}

TEST_P(CompleterTest, AnAnswerIsReadCheckedAndRecorded) {
  const ModelDouble server;
  const Called called = Ask(server);
  ASSERT_TRUE(called.completion) << called.completion.error().text();
  EXPECT_EQ(called.completion->text, R"({"ok":true})");
  EXPECT_EQ(called.completion->value, (Json{{"ok", true}}));
  EXPECT_EQ(called.completion->tokens, (TokenCount{.prompt = 26, .completion = 7}));
  const CallRecord& record = called.record;
  EXPECT_EQ(record.model, "qwen3:8b");
  EXPECT_EQ(record.system, "You judge.");
  EXPECT_EQ(record.prompt, "Is it so?");
  EXPECT_EQ(record.response, R"({"ok":true})");
  EXPECT_EQ(record.thinking, "hm");
  EXPECT_EQ(record.tokens, called.completion->tokens);
  EXPECT_EQ(record.attempts, 1);
  EXPECT_EQ(record.outcome, Outcome::kAnswered);
  EXPECT_EQ(record.error, "");
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_P(CompleterTest, WithoutASchemaAnyTextIsAnAnswer) {
  const ModelDouble server({{.content = "Yes."}});
  CompletionRequest request = Question();
  request.schema = nullptr;
  const Called called = Ask(server, request);
  ASSERT_TRUE(called.completion) << called.completion.error().text();
  EXPECT_EQ(called.completion->text, "Yes.");
  EXPECT_TRUE(called.completion->value.is_null());
  const Json sent = Json::parse(server.seen().at(0).body);
  EXPECT_FALSE(sent.contains("format"));
  EXPECT_FALSE(sent.contains("response_format"));
}

TEST_P(CompleterTest, ConnectionsAreKeptBetweenCalls) {
  const ModelDouble server;
  const auto model = Open(Options(server));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(model->Complete(Question()));
  EXPECT_EQ(server.connections(), 1);
}

TEST_P(CompleterTest, WhatFailsForAMomentIsTriedAgainAfterDoublingWaits) {
  const ModelDouble server({{.manner = Manner::kReset},
                            {.manner = Manner::kStatus, .status = 500},
                            {.manner = Manner::kErrorInside, .content = "loading"},
                            {.manner = Manner::kHalfLine}});
  const Called called = Ask(server);
  ASSERT_TRUE(called.completion) << called.completion.error().text();
  EXPECT_EQ(called.record.attempts, 5);
  EXPECT_EQ(called.record.error, "");
  EXPECT_THAT(waits_, ElementsAre(milliseconds(500), milliseconds(1000), milliseconds(2000),
                                  milliseconds(4000)));
}

TEST_P(CompleterTest, AServerSaysHowLongToWait) {
  const ModelDouble server(
      {{.manner = Manner::kStatus, .status = 429, .headers = {{"Retry-After", "3"}}},
       {.manner = Manner::kStatus,
        .status = 503,
        .headers = {{"Retry-After", "Mon, 04 May 2026 12:00:09 GMT"}}},
       {.manner = Manner::kStatus,
        .status = 429,
        .headers = {{"Retry-After-Ms", "250"}, {"Retry-After", "9"}}},
       {.manner = Manner::kStatus,
        .status = 429,
        .headers = {{"Retry-After", "Mon, 04 May 2026 11:00:00 GMT"}}}});
  const Called called = Ask(server);
  ASSERT_TRUE(called.completion) << called.completion.error().text();
  EXPECT_THAT(waits_, ElementsAre(seconds(3), seconds(9), milliseconds(250), milliseconds(0)));
}

TEST_P(CompleterTest, AServerThatWantsToBeLeftAloneForLongIsNotWaitedFor) {
  const ModelDouble server({}, {.manner = Manner::kStatus,
                                .content = "quota exceeded",
                                .status = 429,
                                .headers = {{"Retry-After", "3600"}}});
  const Called called = Ask(server);
  ExpectFailed(called, Outcome::kBusy);
  EXPECT_THAT(called.record.error,
              AllOf(HasSubstr("status 429"), HasSubstr("quota exceeded"), HasSubstr("3600 s")));
  EXPECT_EQ(called.record.attempts, 1);
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_P(CompleterTest, AWaitThatWouldEndTooLateIsNotBegun) {
  const ModelDouble server(
      {}, {.manner = Manner::kStatus, .status = 503, .headers = {{"Retry-After", "50"}}});
  const Called called = Ask(server);
  ExpectFailed(called, Outcome::kBusy);
  EXPECT_THAT(called.record.error, HasSubstr("no time for another try"));
  EXPECT_EQ(server.seen().size(), 1U);
}

TEST_P(CompleterTest, AServerThatStaysBusyIsGivenUp) {
  const Called called = AskOne({.manner = Manner::kStatus, .content = "slow down", .status = 429});
  ExpectFailed(called, Outcome::kBusy);
  EXPECT_EQ(called.record.attempts, 5);
  EXPECT_THAT(called.record.error, HasSubstr("slow down"));
}

TEST_P(CompleterTest, ErrorsOfTheServerAreTriedAgainAndThenSaid) {
  const Called status = AskOne({.manner = Manner::kStatus, .content = "out of memory"});
  ExpectFailed(status, Outcome::kServerError);
  EXPECT_EQ(status.record.attempts, 5);
  EXPECT_THAT(status.record.error, HasSubstr("status 500: out of memory"));
  const Called inside = AskOne({.manner = Manner::kErrorInside, .content = "runner stopped"});
  ExpectFailed(inside, Outcome::kServerError);
  EXPECT_EQ(inside.record.attempts, 5);
  EXPECT_THAT(inside.record.error, HasSubstr("holds an error: runner stopped"));
}

TEST_P(CompleterTest, AServerMaySayThatAnotherTryIsOfNoUse) {
  const Called called =
      AskOne({.manner = Manner::kStatus, .status = 500, .headers = {{"X-Should-Retry", "false"}}});
  ExpectFailed(called, Outcome::kServerError);
  EXPECT_EQ(called.record.attempts, 1);
}

TEST_P(CompleterTest, ConnectionsThatBreakOffAreTriedAgainAndThenSaid) {
  for (const Manner manner : {Manner::kReset, Manner::kHalfLine}) {
    const Called called = AskOne({.manner = manner});
    ExpectFailed(called, Outcome::kUnreachable);
    EXPECT_EQ(called.record.attempts, 5);
    EXPECT_THAT(called.record.error, HasSubstr("broke off"));
  }
}

TEST_P(CompleterTest, NobodyThereHasAHint) {
  std::optional<ModelOptions> options;
  {
    const ModelDouble gone;
    options = Options(gone);
  }
  const Called called = Open(*options)->Call(Question());
  ExpectFailed(called, Outcome::kUnreachable);
  EXPECT_THAT(called.completion.error().hint(), HasSubstr("llm.base_url"));
}

TEST_P(CompleterTest, WhatIsRefusedIsNotTriedAgain) {
  const auto ask = [&](int status) {
    return AskOne({.manner = Manner::kStatus, .content = "because", .status = status});
  };
  for (const auto& [status, outcome] :
       {std::pair(400, Outcome::kRejected), std::pair(401, Outcome::kDenied),
        std::pair(403, Outcome::kDenied), std::pair(404, Outcome::kNotFound),
        std::pair(413, Outcome::kRejected), std::pair(422, Outcome::kRejected)}) {
    const Called called = ask(status);
    ExpectFailed(called, outcome);
    EXPECT_EQ(called.record.attempts, 1);
    EXPECT_THAT(called.record.error, HasSubstr(std::to_string(status) + ": because"));
  }
}

TEST_P(CompleterTest, ATruncatedAnswerIsAnErrorThatSaysSo) {
  const Called called = AskOne({.manner = Manner::kTruncated, .content = R"({"ok":tr)"});
  ExpectFailed(called, Outcome::kTruncated);
  EXPECT_EQ(called.record.attempts, 1);
  EXPECT_EQ(called.record.response, R"({"ok":tr)") << "what came is in the record";
  EXPECT_EQ(called.record.tokens.completion, 7);
  EXPECT_THAT(called.record.error, HasSubstr("truncated at the limit of tokens"));
}

TEST_P(CompleterTest, ABodyThatIsNoJsonIsMalformed) {
  const Called called = AskOne({.manner = Manner::kInvalidJson});
  ExpectFailed(called, Outcome::kMalformed);
  EXPECT_EQ(called.record.attempts, 1);
}

TEST_P(CompleterTest, AModelThatSpeaksNoJsonIsMalformed) {
  const Called called = AskOne({.content = "Sure! Here it is: {\"ok\":true}"});
  ExpectFailed(called, Outcome::kMalformed);
  EXPECT_THAT(called.record.response, HasSubstr("Sure!"));
}

TEST_P(CompleterTest, AnAnswerOfAnotherFormNamesThePlace) {
  const Called called = AskOne({.content = R"({"ok":"yes"})"});
  ExpectFailed(called, Outcome::kWrongSchema);
  EXPECT_THAT(called.record.error, HasSubstr("$.ok: must be true or false"));
  EXPECT_EQ(called.record.attempts, 1);
}

TEST_P(CompleterTest, AnAnswerWithoutAnEndIsMalformed) {
  const Called called = AskOne({.manner = Manner::kHuge});
  ExpectFailed(called, Outcome::kMalformed);
  EXPECT_THAT(called.record.error, HasSubstr("larger than"));
  EXPECT_EQ(called.record.attempts, 1);
}

TEST_P(CompleterTest, ARedirectIsNotFollowed) {
  const ModelDouble other;
  const Called called = AskOne({.manner = Manner::kRedirect, .content = other.OllamaUrl()});
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_THAT(called.record.error, HasSubstr("redirect"));
  EXPECT_EQ(other.connections(), 0);
}

TEST_P(CompleterTest, WhatStallsOrDripsEndsAtTheDeadline) {
  for (const Manner manner : {Manner::kStall, Manner::kDrip}) {
    CompletionRequest request = Question();
    const auto begin = std::chrono::steady_clock::now();
    request.deadline = Deadline::After(milliseconds(120));
    const Called called = AskOne({.manner = manner, .content = std::string(10'000, 'x')}, request);
    ExpectFailed(called, Outcome::kDeadline);
    EXPECT_THAT(called.record.error, HasSubstr("out of time"));
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(took, milliseconds(120));
    EXPECT_LT(took, seconds(25));
  }
}

TEST_P(CompleterTest, ACallHasALimitOfItsOwn) {
  const ModelDouble server({}, {.manner = Manner::kStall});
  ModelOptions options = Options(server);
  options.timeout = milliseconds(80);
  CompletionRequest request = Question();
  request.deadline = Deadline::Never();
  ExpectFailed(Open(options)->Call(request), Outcome::kDeadline);
}

TEST_P(CompleterTest, ACancellationEndsTheWaitBeforeAnotherTry) {
  CancelSource cancel;
  const ModelDouble server({}, {.manner = Manner::kStatus, .status = 503});
  const auto model = OpenModel(Options(server));  // really waits
  ASSERT_TRUE(model);
  CompletionRequest request = Question();
  request.deadline = Deadline::Never().With(cancel);
  std::jthread canceller([&] {
    while (server.seen().empty()) std::this_thread::yield();
    cancel.Cancel();
  });
  const Called called = (*model)->Call(request);
  ExpectFailed(called, Outcome::kDeadline);
  EXPECT_THAT(called.record.error, HasSubstr("cancelled"));
  EXPECT_LT(called.record.latency_ms, 25'000);
}

// A made-up token in a form that the redactor knows.
std::string Token() { return "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ"); }

TEST_P(CompleterTest, SecretsAreNeitherSentNorLogged) {
  const ModelDouble server({{.content = "It is " + Token()}});
  CompletionRequest request = Question("token: " + Token());
  request.system = "Never tell " + Token();
  request.schema = nullptr;
  const Called called = Ask(server, request);
  ASSERT_TRUE(called.completion) << called.completion.error().text();
  EXPECT_THAT(server.seen().at(0).body, AllOf(Not(HasSubstr(Token())), HasSubstr("[redacted:")));
  EXPECT_THAT(ToJson(called.record).dump(), Not(HasSubstr(Token())));
  EXPECT_THAT(called.completion->text, Not(HasSubstr(Token())));
}

TEST_P(CompleterTest, TheKeyGoesIntoItsHeaderAndNowhereElse) {
  const std::string key = "an-odd-key-of-our-own-77";
  const ModelDouble server(
      {}, {.manner = Manner::kStatus, .content = "wrong key " + key, .status = 401});
  ModelOptions options = Options(server);
  options.api_key = key;
  const Called called = Open(options)->Call(Question("The file says " + key));
  ExpectFailed(called, Outcome::kDenied);
  const HttpSeen seen = server.seen().at(0);
  EXPECT_EQ(seen.headers.at("authorization"), "Bearer " + key);
  EXPECT_THAT(seen.body, Not(HasSubstr(key)));
  EXPECT_THAT(ToJson(called.record).dump(), Not(HasSubstr(key)));
  EXPECT_THAT(called.completion.error().text(), Not(HasSubstr(key)));
}

TEST_P(CompleterTest, WithoutAKeyNoneIsSent) {
  const ModelDouble server;
  Ask(server);
  EXPECT_FALSE(server.seen().at(0).headers.contains("authorization"));
}

TEST_P(CompleterTest, ARequestThatCannotBeCheckedIsNotSent) {
  const ModelDouble server;
  CompletionRequest request = Question();
  request.schema = {{"type", "string"}, {"pattern", "a+"}};
  ExpectFailed(Ask(server, request), Outcome::kInvalidRequest);
  request.schema = {{"type", "string"}, {"enum", {Token()}}};
  const Called secret = Ask(server, request);
  ExpectFailed(secret, Outcome::kInvalidRequest);
  EXPECT_THAT(secret.record.error, Not(HasSubstr(Token())));
  EXPECT_EQ(server.connections(), 0);
}

}  // namespace
}  // namespace satchel::llm
