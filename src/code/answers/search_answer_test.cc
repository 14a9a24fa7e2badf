#include "code/answers/search_answer.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::engine {
namespace {

using testing::ElementsAre;

SearchAnswer Found(SearchPlace place) {
  place.path = "a.py";
  SearchAnswer answer;
  answer.results = {std::move(place)};
  return answer;
}

Json Answer(const SearchAnswer& answer, SearchDetail detail = SearchDetail::kPlaces) {
  return ToJson(answer, CodeRefresh(), detail, answer.results.size());
}

Json PlaceOf(SearchPlace place, SearchDetail detail = SearchDetail::kPlaces) {
  return Answer(Found(std::move(place)), detail)["results"][0];
}

TEST(SearchAnswerTest, WhatAPlaceDoesNotHaveIsNull) {
  const Json empty = PlaceOf({.lines = {{.number = 0, .text = "x"}}});
  for (const char* key : {"id", "symbol", "kind"}) EXPECT_EQ(empty[key], Json()) << key;
  EXPECT_EQ(empty["lines"], Json::array({{{"line", nullptr}, {"text", "x"}}}));
  const Json full = PlaceOf(
      {.id = "note", .symbol = "Sign", .kind = "method", .lines = {{.number = 7, .text = "x"}}});
  EXPECT_EQ(full["id"], "note");
  EXPECT_EQ(full["symbol"], "Sign");
  EXPECT_EQ(full["kind"], "method");
  EXPECT_EQ(full["lines"][0]["line"], 7);
}

TEST(SearchAnswerTest, OnlyAFileThatIsAskedForByItsPathListsSymbols) {
  EXPECT_FALSE(PlaceOf({}).contains("symbols"));
  EXPECT_FALSE(PlaceOf({}).contains("more_symbols"));
  const Json place =
      PlaceOf({.symbols = {{.name = "Sign", .kind = "method", .line = 3}}, .more_symbols = 2});
  EXPECT_EQ(place["symbols"], Json::array({{{"symbol", "Sign"}, {"kind", "method"}, {"line", 3}}}));
  EXPECT_EQ(place["more_symbols"], 2);
}

TEST(SearchAnswerTest, ReasonsAreShownOnlyOnRequest) {
  SearchPlace place;
  place.terms = {{.name = "stem", .value = Score::FromInt(2)}};
  place.words = {{.word = "sign", .worth = Score::FromInt(1), .fields = {{"body", 3}}}};
  place.reranked = retrieval::PlaceRerank{.before = 4, .score = std::nullopt};
  for (const char* key : {"terms", "words", "reranked"}) {
    EXPECT_FALSE(PlaceOf(place).contains(key)) << key;
  }
  Json reasons = PlaceOf(place, SearchDetail::kReasons);
  EXPECT_EQ(reasons["terms"], Json::array({{{"name", "stem"}, {"value", "2"}}}));
  EXPECT_EQ(reasons["words"][0]["fields"], Json({{"body", 3}}));
  EXPECT_EQ(reasons["reranked"], Json({{"before", 4}, {"score", nullptr}}));
  place.reranked->score = Score::FromInt(1);
  EXPECT_EQ(PlaceOf(place, SearchDetail::kReasons)["reranked"]["score"], "1");
  place.reranked.reset();
  EXPECT_FALSE(PlaceOf(place, SearchDetail::kReasons).contains("reranked"));
}

TEST(SearchAnswerTest, TheWordsAndTheFloorOfTheQueryAreReasonsToo) {
  SearchAnswer answer;
  answer.words = {{"sign", 12}};
  EXPECT_FALSE(Answer(answer).contains("words"));
  EXPECT_FALSE(Answer(answer).contains("floor"));
  EXPECT_EQ(Answer(answer, SearchDetail::kReasons)["words"],
            Json::array({{{"word", "sign"}, {"documents", 12}}}));
  EXPECT_EQ(Answer(answer, SearchDetail::kReasons)["floor"], Json()) << "it is not judged";
  answer.floor = {{.name = "first", .value = Score::FromInt(1), .term = Score::FromInt(2)}};
  answer.standing = Score::FromInt(2);
  const Json floor = Answer(answer, SearchDetail::kReasons)["floor"];
  EXPECT_EQ(floor["standing"], "2");
  EXPECT_EQ(floor["signs"], Json::array({{{"name", "first"}, {"value", "1"}, {"term", "2"}}}));
}

TEST(SearchAnswerTest, PlacesBeyondThoseShownAreCounted) {
  SearchAnswer answer = Found({});
  answer.results.resize(5);
  const Json json = ToJson(answer, CodeRefresh(), SearchDetail::kPlaces, 2);
  EXPECT_EQ(json["results"].size(), 2U);
  EXPECT_EQ(json["results"][0]["path"], "a.py");
  EXPECT_EQ(json["left_out"], 3);
}

TEST(SearchAnswerTest, AnAnswerIsSureOrWeakOrThereIsNone) {
  EXPECT_EQ(Answer(Found({}))["abstained"], false);
  EXPECT_EQ(Answer(Found({}))["confidence"], "sure");
  EXPECT_EQ(Answer(Found({}))["reason"], Json());
  SearchAnswer answer = Found({});
  answer.weak = true;
  EXPECT_EQ(Answer(answer)["abstained"], false);
  EXPECT_EQ(Answer(answer)["confidence"], "weak");
  answer = SearchAnswer();
  answer.abstained = "name";
  answer.nearest = Found({}).results;
  EXPECT_EQ(Answer(answer)["abstained"], true);
  EXPECT_EQ(Answer(answer)["confidence"], "none");
  EXPECT_EQ(Answer(answer)["reason"], "name");
  EXPECT_EQ(Answer(answer)["nearest"][0]["path"], "a.py");
}

TEST(SearchAnswerTest, AWordFromTheGlossaryHasItsVersion) {
  SearchAnswer answer;
  answer.replaced = {{.word = "sgin", .with = {"sign"}, .by = "spelling"},
                     {.word = "подпись", .with = {"signature"}, .by = "glossary"},
                     {.word = "remove", .with = {"delete"}, .by = "synonym"}};
  const Json replaced = Answer(answer)["replaced"];
  EXPECT_FALSE(replaced[0].contains("version")) << "its spelling was corrected";
  EXPECT_TRUE(replaced[1].contains("version"));
  EXPECT_TRUE(replaced[2].contains("version"));
}

TEST(SearchAnswerTest, TheRerankerIsNamedIfThereWasOne) {
  SearchAnswer answer;
  EXPECT_FALSE(Answer(answer).contains("reranker"));
  answer.reranker = "bge";
  EXPECT_EQ(Answer(answer)["reranker"], "bge");
}

}  // namespace
}  // namespace satchel::engine
