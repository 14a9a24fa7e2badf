// What each failure of a server of embeddings ends in, over all three protocols; the tables in
// docs/design/models.md say the same.

#include <bit>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/time.h"
#include "llm/model.h"
#include "tests/support/model_double.h"

namespace satchel::llm {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using test::ModelDouble;
using test::ModelTurn;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;
using testing::SizeIs;
using testing::StartsWith;
using Manner = ModelTurn::Manner;

constexpr std::string_view kNow = "2026-05-04T12:00:00Z";

EmbeddingRequest Texts(std::vector<std::string> texts = {"open the door", "close a window"}) {
  return {.texts = std::move(texts), .deadline = Deadline::After(seconds(30))};
}

// `count` texts of which no two are alike.
EmbeddingRequest Many(std::size_t count, std::size_t bytes = 0) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(fmt::format("word{} {}", i, std::string(bytes, 'x')));
  }
  return Texts(std::move(texts));
}

std::vector<float> Normalised(std::string_view text) {
  const std::vector<double> vector = test::VectorOf(text);
  double squares = 0;
  for (const double number : vector) squares += number * number;
  std::vector<float> result;
  for (const double number : vector) {
    result.push_back(static_cast<float>(number / std::sqrt(squares)));
  }
  return result;
}

class EmbedderTest : public testing::TestWithParam<EmbeddingKind> {
 protected:
  EmbedderOptions Options(const ModelDouble& server) const {
    return {.base_url = GetParam() == EmbeddingKind::kOpenAi ? server.OpenAiUrl() : server.TeiUrl(),
            .model = "all-minilm",
            .kind = GetParam()};
  }
  std::unique_ptr<Embedder> Open(const EmbedderOptions& options) {
    auto embedder =
        OpenEmbedder(options, {.clock = &clock_, .pause = [this](auto wait, const auto&) {
                                 waits_.push_back(wait);
                                 return Status();
                               }});
    EXPECT_TRUE(embedder) << embedder.error().text();
    return embedder ? *std::move(embedder) : nullptr;
  }
  Embedded Ask(const ModelDouble& server, const EmbeddingRequest& request = Texts()) {
    return Open(Options(server))->Call(request);
  }
  // Asks a server that always does the same.
  Embedded AskOne(ModelTurn turn, const EmbeddingRequest& request = Texts()) {
    const ModelDouble server({}, std::move(turn));
    return Ask(server, request);
  }
  // An answer of this kind with these vectors, as they stand in JSON.
  ModelTurn With(const std::vector<std::string>& vectors) const {
    std::string body = fmt::format("[{}]", fmt::join(vectors, ","));
    if (GetParam() == EmbeddingKind::kOllama) body = R"({"embeddings":)" + body + "}";
    if (GetParam() == EmbeddingKind::kOpenAi) {
      std::vector<std::string> entries;
      for (const std::string& vector : vectors) {
        entries.push_back(fmt::format(R"({{"index":{},"embedding":{}}})", entries.size(), vector));
      }
      body = fmt::format(R"({{"data":[{}]}})", fmt::join(entries, ","));
    }
    return {.manner = Manner::kBody, .content = body};
  }
  // How many texts each request had.
  std::vector<std::size_t> Asked(const ModelDouble& server) const {
    std::vector<std::size_t> counts;
    for (const test::HttpSeen& seen : server.seen()) counts.push_back(TextsIn(seen).size());
    return counts;
  }
  Json TextsIn(const test::HttpSeen& seen) const {
    return Json::parse(seen.body).at(GetParam() == EmbeddingKind::kTei ? "inputs" : "input");
  }

  std::vector<milliseconds> waits_;

 private:
  const FixedClock clock_{*ParseTime(kNow)};
};

INSTANTIATE_TEST_SUITE_P(Kinds, EmbedderTest,
                         testing::Values(EmbeddingKind::kOllama, EmbeddingKind::kOpenAi,
                                         EmbeddingKind::kTei),
                         [](const auto& kind) { return std::string(Name(kind.param)); });

// Both parts of a failed call agree.
void ExpectFailed(const Embedded& called, Outcome outcome) {
  EXPECT_EQ(Name(called.record.outcome), Name(outcome)) << called.record.error;
  EXPECT_NE(called.record.error, "");
  ASSERT_FALSE(called.embeddings);
  EXPECT_EQ(called.embeddings.error().code(), CodeOf(outcome));
  EXPECT_THAT(called.embeddings.error().text(), HasSubstr(called.record.error));
}

TEST_P(EmbedderTest, VectorsHaveTheOrderOfTheirTextsAndLengthOne) {
  const ModelDouble server;
  const Embedded called = Ask(server);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(called.embeddings->vectors,
              ElementsAre(Normalised("open the door"), Normalised("close a window")));
  EXPECT_EQ(called.record.model, "all-minilm");
  EXPECT_EQ(called.record.prompt, "2 texts of 27 bytes to embed, each as a document");
  EXPECT_EQ(called.record.response, "2 vectors of 32 numbers");
  EXPECT_EQ(called.record.attempts, 1);
  EXPECT_EQ(called.record.outcome, Outcome::kAnswered);
  EXPECT_EQ(called.record.error, "");
  if (GetParam() == EmbeddingKind::kTei) {
    EXPECT_EQ(called.embeddings->tokens.prompt, std::nullopt);
  } else {
    EXPECT_THAT(called.embeddings->tokens.prompt, Optional(2));
  }
  EXPECT_EQ(called.record.tokens, called.embeddings->tokens);
}

TEST_P(EmbedderTest, NobodyIsAskedForNoTexts) {
  const ModelDouble server;
  const Embedded called = Ask(server, Texts({}));
  ASSERT_TRUE(called.embeddings);
  EXPECT_THAT(called.embeddings->vectors, IsEmpty());
  EXPECT_EQ(called.record.attempts, 0);
  EXPECT_EQ(server.connections(), 0);
}

TEST_P(EmbedderTest, ManyTextsAreAskedForInBatches) {
  const ModelDouble server;
  const EmbeddingRequest request = Many(70);
  const Embedded called = Ask(server, request);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(Asked(server), ElementsAre(32U, 32U, 6U));
  ASSERT_THAT(called.embeddings->vectors, SizeIs(70));
  for (std::size_t i = 0; i < 70; ++i) {
    EXPECT_EQ(called.embeddings->vectors[i], Normalised(request.texts[i])) << i;
  }
  EXPECT_EQ(called.record.attempts, 3);
  if (GetParam() != EmbeddingKind::kTei) {
    EXPECT_THAT(called.embeddings->tokens.prompt, Optional(70));
  }
}

TEST_P(EmbedderTest, ABatchIsBoundedByItsBytesToo) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  options.batch.bytes = 250;
  const Embedded called = Open(options)->Call(Many(5, 100));
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(Asked(server), ElementsAre(2U, 2U, 1U));
}

TEST_P(EmbedderTest, ATextBeyondTheBoundIsCutBetweenCharacters) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  options.most_text_bytes = 65;
  std::string text(64, 'a');
  text += "ä and more";
  ASSERT_TRUE(Open(options)->Embed(Texts({text})));
  EXPECT_EQ(TextsIn(server.seen().at(0)), Json({std::string(64, 'a')}));
}

TEST_P(EmbedderTest, ABatchThatIsTooLargeIsHalved) {
  const ModelTurn too_large{.manner = Manner::kStatus, .content = "batch size", .status = 413};
  const ModelDouble server({too_large, too_large});
  const EmbeddingRequest request = Many(20);
  const Embedded called = Ask(server, request);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(Asked(server), ElementsAre(20U, 10U, 5U, 5U, 5U, 5U));
  ASSERT_THAT(called.embeddings->vectors, SizeIs(20));
  EXPECT_EQ(called.embeddings->vectors[19], Normalised(request.texts[19]));
  EXPECT_EQ(called.record.attempts, 6);
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_P(EmbedderTest, ATextThatIsTooLargeAloneIsRejected) {
  const ModelDouble server({}, {.manner = Manner::kStatus, .content = "no", .status = 413});
  const Embedded called = Ask(server, Many(4));
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_THAT(Asked(server), ElementsAre(4U, 2U, 1U));
  EXPECT_THAT(called.embeddings.error().hint(), HasSubstr("embed.max_text_bytes"));
}

// Words and status of llama.cpp's server.
TEST_P(EmbedderTest, ABatchWithATextThatIsTooLongGoesTextByTextAndThatTextIsCut) {
  const ModelTurn too_long{.manner = Manner::kStatus,
                           .content =
                               "input (900 tokens) is too large to process. increase the "
                               "physical batch size (current batch size: 512)",
                           .status = 500};
  // Of two batches the first: as a whole, then its second text alone, twice.
  const ModelDouble server({too_long, {}, too_long, too_long});
  EmbeddingRequest request = Many(40);
  request.texts[1] = std::string(400, 'a');
  const Embedded called = Ask(server, request);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  ASSERT_THAT(Asked(server), SizeIs(1 + 32 + 2 + 1));
  EXPECT_EQ(Asked(server).front(), 32U);
  EXPECT_EQ(Asked(server).back(), 8U);
  EXPECT_EQ(TextsIn(server.seen().at(2)), Json({std::string(400, 'a')}));
  EXPECT_EQ(TextsIn(server.seen().at(3)), Json({std::string(300, 'a')}));
  EXPECT_EQ(TextsIn(server.seen().at(4)), Json({std::string(225, 'a')}));
  ASSERT_THAT(called.embeddings->vectors, SizeIs(40));
  EXPECT_EQ(called.embeddings->vectors[1], Normalised(std::string(225, 'a')));
  EXPECT_EQ(called.embeddings->vectors[39], Normalised(request.texts[39]));
  EXPECT_THAT(waits_, IsEmpty());
}

TEST_P(EmbedderTest, WhoFindsEveryTextTooLongIsGivenUp) {
  const ModelDouble server(
      {}, {.manner = Manner::kStatus, .content = "exceeds the context length", .status = 400});
  const Embedded called = Ask(server, Texts({std::string(100, 'a'), "b"}));
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_THAT(Asked(server), ElementsAre(2U, 1U, 1U));
  EXPECT_THAT(called.embeddings.error().hint(), HasSubstr("embed.max_text_bytes"));
}

TEST_P(EmbedderTest, ALaterBatchThatFailsFailsTheCall) {
  ModelDouble server({{}}, {.manner = Manner::kStatus, .content = "no", .status = 400});
  const Embedded called = Ask(server, Many(40));
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_EQ(called.record.attempts, 2);
}

TEST_P(EmbedderTest, ModelsGetThePrefixThatTheyWant) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  options.model = "nomic-embed-text:v1.5";
  const auto embedder = Open(options);
  EmbeddingRequest request = Texts({"a door"});
  ASSERT_TRUE(embedder->Embed(request));
  request.purpose = Purpose::kQuery;
  ASSERT_TRUE(embedder->Embed(request));
  EXPECT_EQ(TextsIn(server.seen().at(0)), Json({"search_document: a door"}));
  EXPECT_EQ(TextsIn(server.seen().at(1)), Json({"search_query: a door"}));
}

TEST_P(EmbedderTest, ASpaceIsTheModelAndWhatElseDecidesOnAVector) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  const std::string space = Open(options)->space();
  EXPECT_THAT(space, StartsWith("all-minilm "));
  EXPECT_EQ(Open(options)->space(), space);
  options.most_text_bytes = 500;
  EXPECT_NE(Open(options)->space(), space);
}

TEST_P(EmbedderTest, WhatFailsForAMomentIsTriedAgainAfterDoublingWaits) {
  const ModelDouble server({{.manner = Manner::kReset},
                            {.manner = Manner::kStatus, .status = 500},
                            {.manner = Manner::kErrorInside, .content = "loading"},
                            {.manner = Manner::kHalfLine}});
  const Embedded called = Ask(server);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_EQ(called.record.attempts, 5);
  EXPECT_THAT(waits_, ElementsAre(milliseconds(500), milliseconds(1000), milliseconds(2000),
                                  milliseconds(4000)));
}

TEST_P(EmbedderTest, AServerSaysHowLongToWait) {
  const ModelDouble server(
      {{.manner = Manner::kStatus, .status = 429, .headers = {{"Retry-After", "3"}}},
       {.manner = Manner::kStatus,
        .status = 503,
        .headers = {{"Retry-After", "Mon, 04 May 2026 12:00:09 GMT"}}}});
  const Embedded called = Ask(server);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(waits_, ElementsAre(seconds(3), seconds(9)));
}

TEST_P(EmbedderTest, FailuresOfTheServerAreSaid) {
  const Embedded busy = AskOne({.manner = Manner::kStatus, .content = "slow down", .status = 429});
  ExpectFailed(busy, Outcome::kBusy);
  EXPECT_EQ(busy.record.attempts, 5);
  EXPECT_THAT(busy.record.error, HasSubstr("status 429: slow down"));
  const Embedded status = AskOne({.manner = Manner::kStatus, .content = "out of memory"});
  ExpectFailed(status, Outcome::kServerError);
  EXPECT_EQ(status.record.attempts, 5);
  EXPECT_THAT(status.record.error, HasSubstr("status 500: out of memory"));
  const Embedded inside = AskOne({.manner = Manner::kErrorInside, .content = "runner stopped"});
  ExpectFailed(inside, Outcome::kServerError);
  EXPECT_THAT(inside.record.error, HasSubstr("holds an error: runner stopped"));
  for (const auto& [code, outcome] :
       {std::pair(400, Outcome::kRejected), std::pair(401, Outcome::kDenied),
        std::pair(404, Outcome::kNotFound), std::pair(422, Outcome::kRejected),
        std::pair(424, Outcome::kRejected)}) {
    const Embedded called = AskOne({.manner = Manner::kStatus, .content = "no", .status = code});
    ExpectFailed(called, outcome);
    EXPECT_EQ(called.record.attempts, 1);
  }
}

TEST_P(EmbedderTest, ConnectionsThatBreakOffAreTriedAgainAndThenSaid) {
  for (const Manner manner : {Manner::kReset, Manner::kHalfLine}) {
    const Embedded called = AskOne({.manner = manner});
    ExpectFailed(called, Outcome::kUnreachable);
    EXPECT_EQ(called.record.attempts, 5);
  }
}

TEST_P(EmbedderTest, NobodyThereHasAHint) {
  std::optional<EmbedderOptions> options;
  {
    const ModelDouble gone;
    options = Options(gone);
  }
  const Embedded called = Open(*options)->Call(Texts());
  ExpectFailed(called, Outcome::kUnreachable);
  EXPECT_THAT(called.embeddings.error().hint(), HasSubstr("embed.base_url"));
}

TEST_P(EmbedderTest, WhatIsNoAnswerOfTheProtocolIsMalformed) {
  for (const char* body :
       {"", "[", "7", "{}", R"({"embeddings":7})", R"({"data":[7]})", R"({"data":[{"index":0}]})",
        R"([7, 8])", R"([{"embedding":[1]}, 8])", R"({"embeddings":[{}, {}]})"}) {
    const Embedded called = AskOne({.manner = Manner::kBody, .content = body});
    ExpectFailed(called, Outcome::kMalformed);
    EXPECT_EQ(called.record.attempts, 1) << body;
  }
  ExpectFailed(AskOne({.manner = Manner::kInvalidJson}), Outcome::kMalformed);
  ExpectFailed(AskOne({.manner = Manner::kHuge}), Outcome::kMalformed);
}

TEST_P(EmbedderTest, NumbersThatAreNotFiniteAreNotTaken) {
  // What Python writes for NaN is no JSON; others write null.
  ExpectFailed(AskOne(With({"[1,NaN]", "[1,2]"})), Outcome::kMalformed);
  ExpectFailed(AskOne(With({"[1,Infinity]", "[1,2]"})), Outcome::kMalformed);
  ExpectFailed(AskOne(With({"[1,1e999]", "[1,2]"})), Outcome::kMalformed);
  for (const char* vector : {"[1,null]", "[1,\"NaN\"]", "[1,[2]]", "[1,true]"}) {
    const Embedded called = AskOne(With({"[1,2]", vector}));
    ExpectFailed(called, Outcome::kWrongSchema);
    EXPECT_EQ(called.record.error, "vector 1 has a value that is no number");
  }
  const Embedded large = AskOne(With({"[1,1e300]", "[1,2]"}));
  ExpectFailed(large, Outcome::kWrongSchema);
  EXPECT_EQ(large.record.error, "vector 0 has a number that is not finite");
}

TEST_P(EmbedderTest, VectorsThatCannotBeUsedAreNotTaken) {
  const auto error = [this](const std::vector<std::string>& vectors,
                            const EmbeddingRequest& request) {
    const Embedded called = AskOne(With(vectors), request);
    ExpectFailed(called, Outcome::kWrongSchema);
    EXPECT_EQ(called.record.attempts, 1) << "the same question gets the same answer";
    return called.record.error;
  };
  EXPECT_EQ(error({"[1,2]", "[0,0.0]"}, Texts()), "vector 1 is nothing but zeros");
  EXPECT_EQ(error({"[1,2]"}, Texts()), "the answer has 1 vectors for 2 texts");
  EXPECT_EQ(error({"[1,2]", "[1,2]", "[1,2]"}, Texts()), "the answer has 3 vectors for 2 texts");
  EXPECT_EQ(error({"[1,2]", "[1,2,3]"}, Texts()), "vector 1 has 3 numbers and not 2");
  EXPECT_EQ(error({"[]", "[]"}, Texts()), "vector 0 has 0 numbers; 1 to 16384 can be used");
  EmbeddingRequest request = Texts();
  request.dimensions = 384;
  EXPECT_EQ(error({"[1,2]", "[1,2]"}, request), "vector 0 has 2 numbers and not 384");
}

TEST_P(EmbedderTest, BatchesOfOtherDimensionsAreNotTaken) {
  const ModelDouble server({With({"[1,2]"}), With({"[1,2,3]"})});
  EmbedderOptions options = Options(server);
  options.batch.texts = 1;
  const Embedded called = Open(options)->Call(Texts());
  ExpectFailed(called, Outcome::kWrongSchema);
  EXPECT_EQ(called.record.error, "vector 0 has 3 numbers and not 2");
}

TEST_P(EmbedderTest, AWantedDimensionThatComesIsTaken) {
  EmbeddingRequest request = Texts();
  request.dimensions = 2;
  const Embedded called = AskOne(With({"[3,4]", "[0,-2]"}), request);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(called.embeddings->vectors,
              ElementsAre(ElementsAre(0.6F, 0.8F), ElementsAre(0.F, -1.F)));
}

TEST_P(EmbedderTest, SmallNumbersAreNotNothing) {
  const Embedded called = AskOne(With({"[3e-200,4e-200]", "[1e-46,0]"}));
  // 3e-200 squared is nothing even for a double.
  ExpectFailed(called, Outcome::kWrongSchema);
  const Embedded small = AskOne(With({"[3e-46,4e-46]", "[1e-40,0]"}));
  ASSERT_TRUE(small.embeddings) << small.embeddings.error().text();
  EXPECT_THAT(small.embeddings->vectors,
              ElementsAre(ElementsAre(0.6F, 0.8F), ElementsAre(1.F, 0.F)));
}

TEST_P(EmbedderTest, ARedirectIsNotFollowed) {
  const ModelDouble other;
  const Embedded called = AskOne({.manner = Manner::kRedirect, .content = other.OllamaUrl()});
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_THAT(called.record.error, HasSubstr("redirect"));
  EXPECT_EQ(other.connections(), 0);
}

TEST_P(EmbedderTest, WhatStallsOrDripsEndsAtTheDeadline) {
  for (const Manner manner : {Manner::kStall, Manner::kDrip}) {
    EmbeddingRequest request = Many(30);
    request.deadline = Deadline::After(milliseconds(120));
    const Embedded called = AskOne({.manner = manner}, request);
    ExpectFailed(called, Outcome::kDeadline);
    EXPECT_THAT(called.record.error, HasSubstr("out of time"));
  }
}

TEST_P(EmbedderTest, ABatchThatTakesTooLongIsSentInEighths) {
  const ModelDouble server({{.manner = Manner::kStall}});
  EmbedderOptions options = Options(server);
  options.timeout = milliseconds(500);
  EmbeddingRequest request = Many(16);
  request.deadline = Deadline::Never();
  const Embedded called = Open(options)->Call(request);
  ASSERT_TRUE(called.embeddings) << called.embeddings.error().text();
  EXPECT_THAT(Asked(server), ElementsAre(16U, 2U, 2U, 2U, 2U, 2U, 2U, 2U, 2U));
  EXPECT_EQ(called.embeddings->vectors[15], Normalised(request.texts[15]));
}

TEST_P(EmbedderTest, ABatchHasALimitOfItsOwn) {
  const ModelDouble server({}, {.manner = Manner::kStall});
  EmbedderOptions options = Options(server);
  options.timeout = milliseconds(80);
  EmbeddingRequest request = Texts();
  request.deadline = Deadline::Never();
  ExpectFailed(Open(options)->Call(request), Outcome::kDeadline);
}

TEST_P(EmbedderTest, ACancellationEndsTheWaitBeforeAnotherTry) {
  CancelSource cancel;
  const ModelDouble server({}, {.manner = Manner::kStatus, .status = 503});
  const auto embedder = OpenEmbedder(Options(server));  // really waits
  ASSERT_TRUE(embedder);
  EmbeddingRequest request = Texts();
  request.deadline = Deadline::Never().With(cancel);
  std::jthread canceller([&] {
    while (server.seen().empty()) std::this_thread::yield();
    cancel.Cancel();
  });
  const Embedded called = (*embedder)->Call(request);
  ExpectFailed(called, Outcome::kDeadline);
  EXPECT_THAT(called.record.error, HasSubstr("cancelled"));
}

// A made-up token in a form that the redactor knows.
std::string Token() { return "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ"); }

TEST_P(EmbedderTest, SecretsAreNotSent) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  options.most_text_bytes = 64;
  // The cut would go through the second one.
  const std::string text = "token: " + Token() + " " + Token();
  ASSERT_TRUE(Open(options)->Embed(Texts({text})));
  const std::string body = server.seen().at(0).body;
  EXPECT_THAT(body, AllOf(Not(HasSubstr("Zq7Rk2")), HasSubstr("[redacted:")));
}

TEST_P(EmbedderTest, TheKeyGoesIntoItsHeaderAndNowhereElse) {
  const std::string key = "an-odd-key-of-our-own-77";
  const ModelDouble server(
      {}, {.manner = Manner::kStatus, .content = "wrong key " + key, .status = 401});
  EmbedderOptions options = Options(server);
  options.api_key = key;
  const Embedded called = Open(options)->Call(Texts({"The file says " + key}));
  ExpectFailed(called, Outcome::kDenied);
  EXPECT_EQ(server.seen().at(0).headers.at("authorization"), "Bearer " + key);
  EXPECT_THAT(server.seen().at(0).body, Not(HasSubstr(key)));
  EXPECT_THAT(ToJson(called.record).dump(), Not(HasSubstr(key)));
  EXPECT_THAT(called.embeddings.error().text(), Not(HasSubstr(key)));
  EXPECT_THAT(called.embeddings.error().hint(), HasSubstr("SATCHEL_EMBED_API_KEY"));
}

TEST_P(EmbedderTest, ARequestThatNobodyCouldAnswerIsNotSent) {
  const ModelDouble server;
  const Embedded blank = Ask(server, Texts({"a", " \n\t"}));
  ExpectFailed(blank, Outcome::kInvalidRequest);
  EXPECT_EQ(blank.record.error, "text 1 is blank");
  ExpectFailed(Ask(server, Texts({std::string(17U << 20U, 'a')})), Outcome::kInvalidRequest);
  EXPECT_EQ(server.connections(), 0);
}

TEST_P(EmbedderTest, ThreadsShareOneEmbedderAndItsLimit) {
  const ModelDouble server;
  EmbedderOptions options = Options(server);
  options.most_calls = 2;
  const auto embedder = Open(options);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 6; ++thread) {
      threads.emplace_back([&embedder, thread] {
        const std::string text = fmt::format("thread {}", thread);
        for (int i = 0; i < 10; ++i) {
          const auto vectors = embedder->Embed(Texts({text}));
          ASSERT_TRUE(vectors) << vectors.error().text();
          EXPECT_THAT(vectors->vectors, ElementsAre(Normalised(text)));
        }
      });
    }
  }
  EXPECT_LE(server.connections(), 2);
  EXPECT_THAT(server.seen(), SizeIs(60));
}

// OpenAI's protocol alone says whose a vector is, and may pack it.

std::vector<std::vector<float>> OpenAiVectors(const std::string& data) {
  const ModelDouble server({{.manner = Manner::kBody, .content = R"({"data":)" + data + "}"}});
  const auto embedder = OpenEmbedder({.base_url = server.OpenAiUrl(), .model = "m"});
  EXPECT_TRUE(embedder) << embedder.error().text();
  const Embedded called = (*embedder)->Call(Texts());
  if (called.embeddings) return called.embeddings->vectors;
  EXPECT_EQ(called.record.outcome, Outcome::kWrongSchema) << called.record.error;
  return {};
}

TEST(OpenAiEmbedderTest, TheIndexSaysWhoseAVectorIs) {
  EXPECT_THAT(OpenAiVectors(R"([{"index":1,"embedding":[1,0]},{"index":0,"embedding":[0,1]}])"),
              ElementsAre(ElementsAre(0, 1), ElementsAre(1, 0)));
  EXPECT_THAT(OpenAiVectors(R"([{"embedding":[1,0]},{"embedding":[0,1]}])"),
              ElementsAre(ElementsAre(1, 0), ElementsAre(0, 1)))
      << "a server that leaves it out answers in order";
  for (const char* indices : {"00", "11", "12", "09"}) {
    EXPECT_THAT(OpenAiVectors(fmt::format(
                    R"([{{"index":{},"embedding":[1,0]}},{{"index":{},"embedding":[0,1]}}])",
                    indices[0], indices[1])),
                IsEmpty())
        << indices;
  }
  EXPECT_THAT(OpenAiVectors(R"([{"index":0,"embedding":[1,0]},{"embedding":[0,1]}])"), IsEmpty());
  EXPECT_THAT(OpenAiVectors(R"([{"index":-1,"embedding":[1,0]},{"index":0,"embedding":[0,1]}])"),
              IsEmpty());
}

TEST(OpenAiEmbedderTest, FloatsInBase64AreReadToo) {
  const auto packed = [](const std::vector<float>& numbers) {
    std::string bytes;
    for (const float number : numbers) {
      const auto bits = std::bit_cast<std::uint32_t>(number);
      for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(static_cast<unsigned char>(bits >> shift));
      }
    }
    return EncodeBase64(bytes);
  };
  const auto read = [](const std::string& first) {
    return OpenAiVectors(
        fmt::format(R"([{{"index":0,"embedding":"{}"}},{{"index":1,"embedding":[0,1]}}])", first));
  };
  EXPECT_THAT(read(packed({3, -4})), ElementsAre(ElementsAre(0.6F, -0.8F), ElementsAre(0, 1)));
  EXPECT_THAT(read(packed({3, NAN})), IsEmpty());
  EXPECT_THAT(read(packed({3, -INFINITY})), IsEmpty());
  EXPECT_THAT(read("AAAA"), IsEmpty()) << "three bytes";
  EXPECT_THAT(read("no base64"), IsEmpty());
}

}  // namespace
}  // namespace satchel::llm
