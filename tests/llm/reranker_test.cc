// What each failure of a reranker ends in, over both protocols; the tables in docs/design/models.md
// say the same.

#include <chrono>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
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
using test::ModelDouble;
using test::ModelTurn;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::Optional;
using testing::SizeIs;
using Manner = ModelTurn::Manner;

RerankRequest Question() {
  return {.query = "open the door",
          .documents = {"a window", "the door", "open the door", "open a window"},
          .deadline = Deadline::After(seconds(30))};
}

class RerankerTest : public testing::TestWithParam<RerankKind> {
 protected:
  RerankerOptions Options(const ModelDouble& server) const {
    return {.base_url = GetParam() == RerankKind::kTei ? server.TeiUrl() : server.CohereUrl(),
            .model = "bge-reranker-v2-m3",
            .kind = GetParam(),
            .timeout = seconds(30)};
  }
  std::unique_ptr<Reranker> Open(const RerankerOptions& options) {
    auto reranker = OpenReranker(options, {.pause = [this](auto wait, const auto&) {
                                   waits_.push_back(wait);
                                   return Status();
                                 }});
    EXPECT_TRUE(reranker) << reranker.error().text();
    return reranker ? *std::move(reranker) : nullptr;
  }
  Reranked Ask(const ModelDouble& server, const RerankRequest& request = Question()) {
    return Open(Options(server))->Call(request);
  }
  // Asks a server that always does the same.
  Reranked AskOne(ModelTurn turn, const RerankRequest& request = Question()) {
    const ModelDouble server({}, std::move(turn));
    return Ask(server, request);
  }
  // An answer of this kind with these entries: an index and a score, as they stand in JSON.
  ModelTurn With(const std::vector<std::pair<std::string, std::string>>& entries) const {
    std::vector<std::string> texts;
    texts.reserve(entries.size());
    for (const auto& [index, score] : entries) {
      texts.push_back(fmt::format(R"({{"index":{},"{}":{}}})", index,
                                  GetParam() == RerankKind::kTei ? "score" : "relevance_score",
                                  score));
    }
    const std::string list = fmt::format("[{}]", fmt::join(texts, ","));
    return {.manner = Manner::kBody,
            .content = GetParam() == RerankKind::kTei ? list : R"({"results":)" + list + "}"};
  }
  Json DocumentsIn(const test::HttpSeen& seen) const {
    return Json::parse(seen.body).at(GetParam() == RerankKind::kTei ? "texts" : "documents");
  }

  std::vector<milliseconds> waits_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, RerankerTest,
                         testing::Values(RerankKind::kCohere, RerankKind::kTei),
                         [](const auto& kind) { return std::string(Name(kind.param)); });

// Both parts of a failed call agree.
void ExpectFailed(const Reranked& called, Outcome outcome) {
  EXPECT_EQ(Name(called.record.outcome), Name(outcome)) << called.record.error;
  EXPECT_NE(called.record.error, "");
  ASSERT_FALSE(called.ranking);
  EXPECT_EQ(called.ranking.error().code(), CodeOf(outcome));
  EXPECT_THAT(called.ranking.error().text(), HasSubstr(called.record.error));
}

TEST_P(RerankerTest, DocumentsAreOrderedByTheirScores) {
  const ModelDouble server;
  const Reranked called = Ask(server);
  ASSERT_TRUE(called.ranking) << called.ranking.error().text();
  EXPECT_THAT(called.ranking->order, ElementsAre(2U, 1U, 3U, 0U));
  EXPECT_THAT(called.ranking->scores,
              ElementsAre(Optional(0.), Optional(2.), Optional(3.), Optional(1.)));
  EXPECT_EQ(called.ranking->remark, "");
  const CallRecord& record = called.record;
  EXPECT_EQ(record.model, "bge-reranker-v2-m3");
  EXPECT_EQ(record.system, "4 documents of 42 bytes to rank by this query");
  EXPECT_EQ(record.prompt, "open the door");
  EXPECT_EQ(record.response, "scores of 4 documents");
  EXPECT_EQ(record.attempts, 1);
  EXPECT_EQ(record.outcome, Outcome::kAnswered);
  EXPECT_EQ(record.error, "");
  if (GetParam() == RerankKind::kCohere) EXPECT_THAT(record.tokens.prompt, Optional(4));
}

TEST_P(RerankerTest, NobodyIsAskedForNoDocuments) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.documents = {};
  const auto none = Ask(server, request).ranking;
  ASSERT_TRUE(none) << none.error().text();
  EXPECT_THAT(none->order, IsEmpty());
  request.documents = {" ", "\n"};
  const auto blank = Ask(server, request).ranking;
  ASSERT_TRUE(blank) << blank.error().text();
  EXPECT_THAT(blank->order, ElementsAre(0U, 1U));
  EXPECT_EQ(server.connections(), 0);
}

TEST_P(RerankerTest, ABlankDocumentKeepsItsPlace) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.documents = {"a window", " ", "the door"};
  const auto ranking = Ask(server, request).ranking;
  ASSERT_TRUE(ranking) << ranking.error().text();
  EXPECT_THAT(ranking->order, ElementsAre(2U, 1U, 0U));
  EXPECT_EQ(ranking->remark, "");
  EXPECT_EQ(DocumentsIn(server.seen().at(0)), Json({"a window", "the door"}));
}

TEST_P(RerankerTest, TheFirstOnesStandBeforeTheRestInItsOrder) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.top_n = 1;
  const auto ranking = Ask(server, request).ranking;
  ASSERT_TRUE(ranking) << ranking.error().text();
  EXPECT_EQ(ranking->order.front(), 2U);
  EXPECT_THAT(ranking->order, SizeIs(4));
  EXPECT_EQ(ranking->remark, "");
  if (GetParam() == RerankKind::kCohere) {
    EXPECT_THAT(ranking->order, ElementsAre(2U, 0U, 1U, 3U));
    EXPECT_EQ(Json::parse(server.seen().at(0).body).at("top_n"), 1);
  }
}

TEST_P(RerankerTest, ManyDocumentsAreAskedForInBatches) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.documents.assign(50, "a window");
  request.documents[49] = "open the door";
  const Reranked called = Ask(server, request);
  ASSERT_TRUE(called.ranking) << called.ranking.error().text();
  ASSERT_THAT(server.seen(), SizeIs(2));
  EXPECT_THAT(DocumentsIn(server.seen()[0]), SizeIs(32));
  EXPECT_THAT(DocumentsIn(server.seen()[1]), SizeIs(18));
  EXPECT_EQ(called.ranking->order.front(), 49U);
  EXPECT_EQ(called.ranking->order[1], 0U);
  EXPECT_EQ(called.record.attempts, 2);
}

TEST_P(RerankerTest, ABatchThatIsTooLargeIsHalved) {
  const ModelDouble server({{.manner = Manner::kStatus, .content = "batch size", .status = 413}});
  const Reranked called = Ask(server);
  ASSERT_TRUE(called.ranking) << called.ranking.error().text();
  EXPECT_THAT(called.ranking->order, ElementsAre(2U, 1U, 3U, 0U));
  EXPECT_THAT(server.seen(), SizeIs(3));
}

TEST_P(RerankerTest, WhatCanBeUsedOfAnAnswerIsUsed) {
  const auto ranking = [this](const std::vector<std::pair<std::string, std::string>>& entries) {
    const Reranked called = AskOne(With(entries));
    EXPECT_TRUE(called.ranking) << called.ranking.error().text();
    if (!called.ranking) return Ranking();
    EXPECT_EQ(called.record.response, called.ranking->remark) << "the record says so";
    return *called.ranking;
  };
  const Ranking missing = ranking({{"3", "0.5"}, {"0", "0.1"}});
  EXPECT_THAT(missing.order, ElementsAre(3U, 1U, 2U, 0U)) << "others keep their places";
  EXPECT_EQ(missing.remark, "2 of 4 documents got no score");
  const Ranking unknown = ranking({{"9", "1"},
                                   {"-1", "1"},
                                   {"\"2\"", "1"},
                                   {"1.5", "1"},
                                   {"0", "1"},
                                   {"1", "2"},
                                   {"2", "3"},
                                   {"3", "4"}});
  EXPECT_THAT(unknown.order, ElementsAre(3U, 2U, 1U, 0U));
  EXPECT_EQ(unknown.remark, "entries of no document: 4");
  const Ranking repeated =
      ranking({{"0", "1"}, {"1", "2"}, {"2", "3"}, {"3", "4"}, {"0", "9"}, {"0", "8"}});
  EXPECT_THAT(repeated.order, ElementsAre(3U, 2U, 1U, 0U)) << "the first counts";
  EXPECT_EQ(repeated.remark, "repeated entries: 2");
  const Ranking no_number = ranking({{"0", "null"}, {"1", "\"NaN\""}, {"2", "3"}, {"3", "4"}});
  EXPECT_THAT(no_number.order, ElementsAre(0U, 1U, 3U, 2U));
  EXPECT_EQ(no_number.remark, "2 of 4 documents got no score; scores that are no number: 2");
}

TEST_P(RerankerTest, ScoresMayBeOfAnySize) {
  const auto ranking =
      AskOne(With({{"0", "-7.5"}, {"1", "-1e300"}, {"2", "0"}, {"3", "11"}})).ranking;
  ASSERT_TRUE(ranking) << ranking.error().text();
  EXPECT_THAT(ranking->order, ElementsAre(3U, 2U, 0U, 1U));
}

TEST_P(RerankerTest, TiesKeepTheirOrder) {
  const auto ranking = AskOne(With({{"3", "1"}, {"1", "1"}, {"2", "1"}, {"0", "1"}})).ranking;
  ASSERT_TRUE(ranking) << ranking.error().text();
  EXPECT_THAT(ranking->order, ElementsAre(0U, 1U, 2U, 3U));
}

TEST_P(RerankerTest, AnAnswerWithoutAnythingToUseIsAnError) {
  ExpectFailed(AskOne(With({})), Outcome::kWrongSchema);
  const Reranked called = AskOne(With({{"7", "1"}, {"0", "null"}}));
  ExpectFailed(called, Outcome::kWrongSchema);
  EXPECT_EQ(called.record.error, "the answer has 2 entries and no score that can be used");
  EXPECT_EQ(called.record.attempts, 1);
}

TEST_P(RerankerTest, WhatIsNoAnswerOfTheProtocolIsMalformed) {
  for (const char* body : {"", "{", "7", "{}", R"({"results":7})", R"({"results":{"0":1}})"}) {
    ExpectFailed(AskOne({.manner = Manner::kBody, .content = body}), Outcome::kMalformed);
  }
  ExpectFailed(AskOne(With({{"0", "NaN"}, {"1", "2"}})), Outcome::kMalformed);
  ExpectFailed(AskOne(With({{"0", "1e999"}, {"1", "2"}})), Outcome::kMalformed);
  ExpectFailed(AskOne({.manner = Manner::kInvalidJson}), Outcome::kMalformed);
  ExpectFailed(AskOne({.manner = Manner::kHuge}), Outcome::kMalformed);
}

TEST_P(RerankerTest, FailuresOfTheServerAreTriedOnceMoreAndThenSaid) {
  const Reranked busy = AskOne({.manner = Manner::kStatus, .content = "slow down", .status = 429});
  ExpectFailed(busy, Outcome::kBusy);
  EXPECT_EQ(busy.record.attempts, 2);
  EXPECT_THAT(busy.record.error, HasSubstr("status 429: slow down"));
  EXPECT_THAT(waits_, ElementsAre(milliseconds(200)));
  ExpectFailed(AskOne({.manner = Manner::kStatus, .content = "oom"}), Outcome::kServerError);
  const Reranked inside = AskOne({.manner = Manner::kErrorInside, .content = "stopped"});
  ExpectFailed(inside, Outcome::kServerError);
  EXPECT_THAT(inside.record.error, HasSubstr("holds an error: stopped"));
  ExpectFailed(AskOne({.manner = Manner::kReset}), Outcome::kUnreachable);
  ExpectFailed(AskOne({.manner = Manner::kHalfLine}), Outcome::kUnreachable);
}

TEST_P(RerankerTest, WhatIsRefusedIsNotTriedAgain) {
  for (const auto& [code, outcome] :
       {std::pair(400, Outcome::kRejected), std::pair(401, Outcome::kDenied),
        std::pair(404, Outcome::kNotFound), std::pair(422, Outcome::kRejected)}) {
    const Reranked called = AskOne({.manner = Manner::kStatus, .content = "no", .status = code});
    ExpectFailed(called, outcome);
    EXPECT_EQ(called.record.attempts, 1);
    EXPECT_THAT(called.record.error, HasSubstr(std::to_string(code) + ": no"));
  }
}

TEST_P(RerankerTest, AServerSaysHowLongToWait) {
  const ModelDouble server(
      {{.manner = Manner::kStatus, .status = 503, .headers = {{"Retry-After", "3"}}}});
  EXPECT_TRUE(Ask(server).ranking);
  EXPECT_THAT(waits_, ElementsAre(seconds(3)));
}

TEST_P(RerankerTest, NobodyThereHasAHint) {
  std::optional<RerankerOptions> options;
  {
    const ModelDouble gone;
    options = Options(gone);
  }
  const Reranked called = Open(*options)->Call(Question());
  ExpectFailed(called, Outcome::kUnreachable);
  EXPECT_THAT(called.ranking.error().hint(), HasSubstr("rerank.base_url"));
}

TEST_P(RerankerTest, ARedirectIsNotFollowed) {
  const ModelDouble other;
  const Reranked called = AskOne({.manner = Manner::kRedirect, .content = other.TeiUrl()});
  ExpectFailed(called, Outcome::kRejected);
  EXPECT_EQ(other.connections(), 0);
}

TEST_P(RerankerTest, WhatStallsOrDripsEndsInTime) {
  for (const Manner manner : {Manner::kStall, Manner::kDrip}) {
    const ModelDouble server({}, {.manner = manner});
    RerankRequest request = Question();
    request.documents.resize(30, "another");
    request.deadline = Deadline::After(milliseconds(100));
    ExpectFailed(Ask(server, request), Outcome::kDeadline);
    RerankerOptions options = Options(server);
    options.timeout = milliseconds(80);
    request.deadline = Deadline::Never();
    const Reranked called = Open(options)->Call(request);
    ExpectFailed(called, Outcome::kDeadline);
    EXPECT_THAT(called.ranking.error().hint(), HasSubstr("rerank.timeout_ms"));
  }
}

TEST_P(RerankerTest, ACancellationEndsTheCall) {
  CancelSource cancel;
  const ModelDouble server({}, {.manner = Manner::kStall});
  RerankRequest request = Question();
  request.deadline = Deadline::Never().With(cancel);
  std::jthread canceller([&] {
    while (server.seen().empty()) std::this_thread::yield();
    cancel.Cancel();
  });
  ExpectFailed(Ask(server, request), Outcome::kDeadline);
}

// A made-up token in a form that the redactor knows.
std::string Token() { return "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ"); }

TEST_P(RerankerTest, SecretsAreNeitherSentNorLogged) {
  const std::string key = "an-odd-key-of-our-own-77";
  const ModelDouble server;
  RerankerOptions options = Options(server);
  options.api_key = key;
  RerankRequest request = Question();
  request.query = "where is " + Token();
  request.documents = {"token: " + Token(), "key: " + key};
  const Reranked called = Open(options)->Call(request);
  ASSERT_TRUE(called.ranking) << called.ranking.error().text();
  EXPECT_THAT(server.seen().at(0).body, AllOf(Not(HasSubstr(Token())), Not(HasSubstr(key))));
  EXPECT_EQ(server.seen().at(0).headers.at("authorization"), "Bearer " + key);
  EXPECT_THAT(ToJson(called.record).dump(), Not(HasSubstr(Token())));
}

TEST_P(RerankerTest, WithoutAKeyNoneIsSent) {
  const ModelDouble server;
  Ask(server);
  EXPECT_THAT(server.seen().at(0).headers, Not(Contains(Key("authorization"))));
}

TEST_P(RerankerTest, LongTextsAreCut) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.query = std::string(9'000, 'q');
  request.documents = {std::string(9'000, 'd')};
  EXPECT_TRUE(Ask(server, request).ranking);
  const Json sent = Json::parse(server.seen().at(0).body);
  EXPECT_EQ(sent.at("query").get<std::string>().size(), 2'000U);
  EXPECT_EQ(DocumentsIn(server.seen().at(0)).at(0).get<std::string>().size(), 4'000U);
}

TEST_P(RerankerTest, ARequestThatNobodyCouldAnswerIsNotSent) {
  const ModelDouble server;
  RerankRequest request = Question();
  request.query = " ";
  ExpectFailed(Ask(server, request), Outcome::kInvalidRequest);
  request = Question();
  request.documents.resize(1'001, "a");
  ExpectFailed(Ask(server, request), Outcome::kInvalidRequest);
  EXPECT_EQ(server.connections(), 0);
}

}  // namespace
}  // namespace satchel::llm
