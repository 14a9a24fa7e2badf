#include "llm/rerank_wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::llm {
namespace {

using testing::ElementsAre;
using testing::Optional;

std::string Endpoint(RerankKind kind, std::string_view base) {
  return EndpointOf(kind, *net::ParseUrl(base)).Text();
}

TEST(RerankWireTest, EndpointsAreFoundBelowAnyAddressThatPeopleSet) {
  EXPECT_EQ(Endpoint(RerankKind::kCohere, "https://api.cohere.com"),
            "https://api.cohere.com/v2/rerank");
  EXPECT_EQ(Endpoint(RerankKind::kCohere, "https://api.cohere.com/v2/"),
            "https://api.cohere.com/v2/rerank");
  EXPECT_EQ(Endpoint(RerankKind::kCohere, "http://h:8080"), "http://h:8080/v1/rerank");
  EXPECT_EQ(Endpoint(RerankKind::kCohere, "http://h:8080/v1"), "http://h:8080/v1/rerank");
  EXPECT_EQ(Endpoint(RerankKind::kTei, "http://h:3000/"), "http://h:3000/rerank");
}

TEST(RerankWireTest, BodiesAreThoseOfTheProtocols) {
  const std::vector<std::string> texts = {"a", "b"};
  EXPECT_EQ(CanonicalJson(RerankBody(RerankKind::kCohere, "m", "q", texts, 0)),
            R"({"documents":["a","b"],"model":"m","query":"q"})");
  EXPECT_EQ(CanonicalJson(RerankBody(RerankKind::kCohere, "m", "q", texts, 1)),
            R"({"documents":["a","b"],"model":"m","query":"q","top_n":1})");
  EXPECT_EQ(CanonicalJson(RerankBody(RerankKind::kTei, "m", "q", texts, 1)),
            R"({"query":"q","texts":["a","b"],"truncate":true})");
}

TEST(RerankWireTest, EitherFormOfAnAnswerIsRead) {
  for (const char* body : {R"([{"index":1,"score":2},{"index":0,"score":-1.5}])",
                           R"({"results":[{"index":1,"relevance_score":2},
                                          {"index":0,"relevance_score":-1.5}]})",
                           R"({"results":[{"index":1,"score":2},{"index":0,"score":-1.5}]})"}) {
    const ScoreAnswer answer = ReadScores(body, 2);
    EXPECT_EQ(answer.outcome, Outcome::kAnswered) << answer.error;
    EXPECT_THAT(answer.scores, ElementsAre(Optional(-1.5), Optional(2.)));
  }
}

}  // namespace
}  // namespace satchel::llm
