#include "engine/requests/place_reranker.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::engine {
namespace {

using llm::Outcome;
using retrieval::PlaceRerank;
using retrieval::SearchPlace;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

// Scores a document by the number that it ends with, or fails.
class FakeReranker final : public llm::Reranker {
 public:
  struct Asked {
    std::mutex mutex;
    std::vector<llm::RerankRequest> requests;
    Outcome outcome = Outcome::kAnswered;
    std::vector<std::string> without;  // documents that get no score
  };
  explicit FakeReranker(Asked& asked) : asked_(asked) {}

  const std::string& model() const override { return model_; }
  llm::Reranked Call(const llm::RerankRequest& request) const override {
    const std::scoped_lock lock(asked_.mutex);
    asked_.requests.push_back(request);
    llm::CallRecord record;
    record.outcome = asked_.outcome;
    record.attempts = 1;
    if (asked_.outcome != Outcome::kAnswered) {
      return {.record = record,
              .ranking = Fail(llm::CodeOf(asked_.outcome), "it fell over", "pick it up")};
    }
    llm::Ranking ranking;
    for (const std::string& document : request.documents) {
      const bool without = std::ranges::find(asked_.without, document) != asked_.without.end();
      if (without) ranking.remark = "some got no score";
      ranking.scores.push_back(
          without ? std::nullopt : std::optional(std::stod(document.substr(document.rfind(' ')))));
    }
    ranking.order = llm::OrderOf(ranking.scores, request.top_n);
    return {.record = record, .ranking = ranking};
  }

 private:
  const std::string model_ = "fake";
  Asked& asked_;
};

// Places a, b, c and so on.
std::vector<SearchPlace> Places(std::size_t count) {
  std::vector<SearchPlace> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    places[i].path = std::string(1, static_cast<char>('a' + i));
  }
  return places;
}

std::string PathsOf(const std::vector<SearchPlace>& places) {
  std::string paths;
  for (const SearchPlace& place : places) paths += place.path;
  return paths;
}

class PlaceRerankerTest : public testing::Test {
 protected:
  PlaceReranking Rerank(const std::vector<std::string>& texts, std::vector<SearchPlace>& places,
                        std::size_t shown = 100, const std::string& query = "q") {
    return reranker_.Rerank(query, texts, shown, places, Deadline::Never());
  }
  // The paths after reranking by these texts.
  std::string Order(const std::vector<std::string>& texts, std::size_t shown = 100) {
    auto places = Places(texts.size());
    Rerank(texts, places, shown);
    return PathsOf(places);
  }

  FakeReranker::Asked asked_;
  PlaceReranker reranker_{std::make_unique<FakeReranker>(asked_),
                          {.places = 4, .timeout = std::chrono::seconds(1), .scores = 6}};
};

TEST_F(PlaceRerankerTest, OrdersPlacesByTheScoresOfTheirTexts) {
  auto places = Places(3);
  const PlaceReranking result = Rerank({"x 1", "x 3", "x 2.5"}, places);
  EXPECT_EQ(PathsOf(places), "bca");
  EXPECT_EQ(result.outcome, Outcome::kAnswered);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.asked, 3U);
  EXPECT_EQ(result.known, 0U);
  EXPECT_THAT(places[1].reranked,
              Optional(PlaceRerank{.before = 3, .score = Score::FromMillionths(2'500'000)}));
  EXPECT_EQ(asked_.requests.at(0).query, "q");
  EXPECT_EQ(asked_.requests.at(0).top_n, 0U);
}

TEST_F(PlaceRerankerTest, OnlyTheFirstPlacesAreAskedFor) {
  auto places = Places(6);
  const PlaceReranking result = Rerank({"x 1", "x 2", "x 3", "x 4", "x 5", "x 6"}, places);
  EXPECT_EQ(PathsOf(places), "dcbaef");
  EXPECT_EQ(result.asked, 4U);
  EXPECT_FALSE(places[4].reranked);
}

TEST_F(PlaceRerankerTest, AFailureChangesNothing) {
  asked_.outcome = Outcome::kServerError;
  auto places = Places(3);
  const PlaceReranking result = Rerank({"x 1", "x 3", "x 2"}, places);
  EXPECT_EQ(PathsOf(places), "abc");
  EXPECT_FALSE(places[0].reranked);
  EXPECT_EQ(result.outcome, Outcome::kServerError);
  EXPECT_EQ(result.error, "it fell over");
  EXPECT_EQ(result.hint, "pick it up");
}

TEST_F(PlaceRerankerTest, APlaceWithoutAScoreKeepsItsPlace) {
  asked_.without = {"x 9"};
  auto places = Places(3);
  const PlaceReranking result = Rerank({"x 1", "x 9", "x 2"}, places);
  EXPECT_EQ(PathsOf(places), "cba");
  EXPECT_THAT(places[1].reranked, Optional(PlaceRerank{.before = 2, .score = std::nullopt}));
  EXPECT_EQ(result.remark, "some got no score");
}

TEST_F(PlaceRerankerTest, TheSameTextIsSentOnceForAQuery) {
  EXPECT_EQ(Order({"x 1", "x 2"}), "ba");
  EXPECT_EQ(Order({"x 1", "x 2"}), "ba");
  EXPECT_THAT(asked_.requests, SizeIs(1));
  auto places = Places(3);
  const PlaceReranking result = Rerank({"x 3", "x 2", "x 4"}, places);
  EXPECT_EQ(PathsOf(places), "cab");
  EXPECT_EQ(result.known, 1U);
  EXPECT_THAT(asked_.requests.at(1).documents, ElementsAre("x 3", "x 4"));
  Rerank({"x 3", "x 2"}, places, 100, "another query");
  EXPECT_THAT(asked_.requests.at(2).documents, SizeIs(2));
}

TEST_F(PlaceRerankerTest, AFailureIsNotKept) {
  asked_.outcome = Outcome::kBusy;
  EXPECT_EQ(Order({"x 1", "x 2"}), "ab");
  asked_.outcome = Outcome::kAnswered;
  EXPECT_EQ(Order({"x 1", "x 2"}), "ba");
}

TEST_F(PlaceRerankerTest, WhatIsKeptIsBounded) {
  for (int i = 0; i < 40; ++i) Order({fmt::format("x {}", i)});
  asked_.requests.clear();
  Order({"x 39"});
  EXPECT_THAT(asked_.requests, IsEmpty());
  Order({"x 0"});
  EXPECT_THAT(asked_.requests, SizeIs(1)) << "it went long ago";
}

TEST_F(PlaceRerankerTest, WhatTheQueryNamesStaysAmongTheShown) {
  // Without it the two shown would be d and c.
  for (const char* name : {"symbol", "definitions", "path", "module", "frame"}) {
    auto places = Places(4);
    places[0].terms = {{.name = name, .value = Score::FromInt(1)}};
    Rerank({"x 1", "x 2", "x 3", "x 4"}, places, 2);
    EXPECT_EQ(PathsOf(places), "dacb") << name;
  }
  auto places = Places(4);
  places[0].terms = {{.name = "symbol", .value = Score()},
                     {.name = "chunk", .value = Score::FromInt(1)}};
  places[2].terms = {{.name = "symbol", .value = Score::FromInt(1)}};
  Rerank({"x 1", "x 2", "x 0", "x 4"}, places, 2);
  EXPECT_EQ(PathsOf(places), "dbac") << "a word is no name, and c was not shown before";
}

TEST_F(PlaceRerankerTest, AllThatIsShownMayBeNamed) {
  auto places = Places(4);
  for (const std::size_t i : {0U, 1U}) {
    places[i].terms = {{.name = "symbol", .value = Score::FromInt(1)}};
  }
  Rerank({"x 1", "x 2", "x 3", "x 4"}, places, 2);
  EXPECT_EQ(PathsOf(places), "badc") << "in the order that they were given";
}

TEST_F(PlaceRerankerTest, ScoresOfAnySizeCanBeShown) {
  auto places = Places(2);
  Rerank({"x 1e300", "x -1e300"}, places);
  const Score most = Score::FromInt(1'000'000'000);
  EXPECT_THAT(places[0].reranked, Optional(PlaceRerank{.before = 1, .score = most}));
  EXPECT_THAT(places[1].reranked, Optional(PlaceRerank{.before = 2, .score = -most}));
}

TEST_F(PlaceRerankerTest, ThreadsShareWhatIsKept) {
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(Order({fmt::format("{} 1", i % 9), fmt::format("{} 2", thread)}), "ba");
      }
    });
  }
}

TEST(OpenPlaceRerankerTest, WithoutAnAddressOrAModelThereIsNone) {
  const auto none = OpenPlaceReranker(settings::Settings());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(none.error().hint(), HasSubstr("rerank.base_url"));
}

}  // namespace
}  // namespace satchel::engine
