#include "graph/files/entities.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using test::GraphOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> Found(const Graph& graph, std::string_view request) {
  std::vector<std::string> ids;
  for (const Entity& entity : FindEntities(graph, ask::Question(std::string(request))).found) {
    ids.push_back(graph.node(entity.node).id);
  }
  return ids;
}

std::vector<std::string> Found(const std::vector<std::string>& rows, std::string_view request) {
  return Found(*GraphOf(rows), request);
}

// Knowledge that shares no word with any request here.
std::vector<std::string> With(std::vector<std::string> rows, int others) {
  for (int i = 0; i < others; ++i) rows.push_back(fmt::format(R"(KG-Z{:02} "filler{}")", i, i));
  return rows;
}

TEST(IdsInTest, AreFoundInAnyTextOnceEachInItsOrder) {
  EXPECT_THAT(IdsIn("see TG-B, (KG-FACT-01) and TG-B; RG-x_1."),
              ElementsAre("TG-B", "KG-FACT-01", "RG-x_1"));
  EXPECT_THAT(IdsIn("KG- RG TG-- XG-1 aKG-1 kg-1"), IsEmpty());
  EXPECT_THAT(IdsIn("KG-1-"), ElementsAre("KG-1"));
}

TEST(EntitiesTest, AnIdInTheRequestIsCertain) {
  const auto graph = GraphOf({"KG-A", "RG-A", "TG-A"});
  const Entities entities = FindEntities(*graph, ask::Question("compare TG-A with KG-A"));
  ASSERT_EQ(entities.found.size(), 2U);
  for (const Entity& entity : entities.found) {
    EXPECT_TRUE(entity.by_id);
    EXPECT_EQ(entity.confidence, Score::FromInt(1));
  }
  EXPECT_THAT(Found(*graph, "compare TG-A with KG-A"), ElementsAre("KG-A", "TG-A"));
  EXPECT_TRUE(entities.contains(test::Place(*graph, "TG-A")));
  EXPECT_FALSE(entities.contains(test::Place(*graph, "RG-A")));
}

TEST(EntitiesTest, AnUnknownIdIsReportedAndMatchesNothing) {
  const auto graph = GraphOf({"KG-A"});
  const Entities entities = FindEntities(*graph, ask::Question("TG-NONE and KG-GONE"));
  EXPECT_THAT(entities.unknown, ElementsAre("TG-NONE", "KG-GONE"));
  EXPECT_THAT(entities.found, IsEmpty());
}

TEST(EntitiesTest, AnIdIsNotFoundInsideALongerOne) {
  EXPECT_THAT(Found({"TG-A"}, "TG-AB"), IsEmpty());
}

TEST(EntitiesTest, PartsOfAnIdAreNoWordsOfTheRequest) {
  EXPECT_THAT(IdPlacesIn("do TG-TASK-1, now"), ElementsAre(text::ByteRange{.begin = 3, .end = 12}));
  EXPECT_THAT(RequestStems(ask::Question("mend TG-TASK-1 now, KG-PARSER")),
              ElementsAre("mend", "now"));
  EXPECT_THAT(Found({R"(TG-TASK-1 "one")", R"(TG-B "task 1")"}, "do TG-TASK-1"),
              ElementsAre("TG-TASK-1"));
}

TEST(EntitiesTest, TwoSharedStemsAreEnoughHoweverCommon) {
  EXPECT_THAT(Found({R"(KG-A "parser tokens")", R"(KG-B "parser tokens")", R"(KG-C "parser")"},
                    "the tokens of parsers"),
              ElementsAre("KG-A", "KG-B"));
}

TEST(EntitiesTest, OneStemIsEnoughIfAtMostATenthOfTheLayerHasIt) {
  EXPECT_THAT(Found(With({R"(KG-A "parser")"}, 9), "parsers"), ElementsAre("KG-A"));
  EXPECT_THAT(Found(With({R"(KG-A "parser")", R"(KG-B "parser")"}, 17), "parsers"), IsEmpty());
  EXPECT_THAT(Found(With({R"(KG-A "parser")", R"(KG-B "parser")"}, 18), "parsers"),
              ElementsAre("KG-A", "KG-B"));
}

TEST(EntitiesTest, OneStemThatOneNodeAloneHasIsEnoughInASmallLayer) {
  EXPECT_THAT(Found({R"(TG-A "Repair the import")"}, "fix the import"), ElementsAre("TG-A"));
  EXPECT_THAT(Found(With({R"(KG-A "parser")"}, 8), "parsers"), ElementsAre("KG-A"));
  EXPECT_THAT(Found({R"(KG-A "parser")", R"(KG-B "parser")"}, "parsers"), IsEmpty());
}

TEST(EntitiesTest, ATenthIsOfTheOwnLayer) {
  EXPECT_THAT(
      Found(With({R"(KG-A "parser")", R"(TG-A "parser")", R"(TG-B "parser")"}, 9), "parsers"),
      ElementsAre("KG-A"));
}

TEST(EntitiesTest, StopWordsNeverMatch) {
  const std::vector<std::string> rows =
      With({R"(KG-A "What is the plan")", R"(TG-A "The weather of it is what")"}, 18);
  EXPECT_THAT(Found(rows, "What is the"), IsEmpty());
  EXPECT_THAT(Found(With({R"(KG-A "What is the plan")"}, 18), "What is the weather"), IsEmpty());
}

TEST(EntitiesTest, AWordTwiceInTheRequestIsOneStem) {
  EXPECT_THAT(Found({R"(KG-A "parser")", R"(KG-B "parser")"}, "parser parsers Parser"), IsEmpty());
}

TEST(EntitiesTest, TagsTypeAndAttributesCount) {
  EXPECT_THAT(Found({"KG-A #parser type=token", R"(KG-B "x" summary=parser decision=token)",
                     R"(KG-C "x" context=parser rationale=token)"},
                    "parser token"),
              UnorderedElementsAre("KG-A", "KG-B"));
}

TEST(EntitiesTest, RussianIsStemmedAndHasStopWords) {
  EXPECT_THAT(Found({R"(KG-A "Ошибки разбора строки")"}, "ошибка при разборе"),
              ElementsAre("KG-A"));
  EXPECT_THAT(Found(With({R"(KG-A "это не так")"}, 18), "не это"), IsEmpty());
}

TEST(EntitiesTest, ConfidenceIsOfSharedStemsOfBothSides) {
  const auto graph = GraphOf({R"(KG-A "parser tokens grammar lexer")"});
  const Entities entities = FindEntities(*graph, ask::Question("parser tokens broken"));
  ASSERT_EQ(entities.found.size(), 1U);
  EXPECT_FALSE(entities.found.front().by_id);
  // 0.8 x 2/3 + 0.2 x 2/4
  EXPECT_EQ(entities.found.front().confidence, Score::FromMillionths(633'333));
}

TEST(EntitiesTest, ConfidenceByWordsStaysBelowThatOfAnId) {
  const auto graph = GraphOf({R"(KG-A "parser tokens")"});
  const Entities entities = FindEntities(*graph, ask::Question("parser tokens"));
  ASSERT_EQ(entities.found.size(), 1U);
  EXPECT_EQ(entities.found.front().confidence, Score::FromMillionths(990'000));
}

TEST(EntitiesTest, AreOrderedByConfidenceThenLayerThenId) {
  EXPECT_THAT(Found({R"(TG-A "parser tokens")", R"(KG-B "parser tokens")",
                     R"(KG-A "parser tokens")", R"(KG-C "parser tokens and more")", "RG-A"},
                    "parser tokens RG-A"),
              ElementsAre("RG-A", "KG-A", "KG-B", "TG-A", "KG-C"));
}

TEST(EntitiesTest, ANodeFoundByIdAndByWordsIsOneEntity) {
  EXPECT_THAT(Found({R"(KG-A "parser tokens")"}, "parser tokens KG-A"), ElementsAre("KG-A"));
}

TEST(EntitiesTest, ManyIdsTakeLittleTime) {
  std::string request;
  for (int i = 0; i < 200'000; ++i) request += fmt::format("TG-{} ", i);
  EXPECT_EQ(IdsIn(request).size(), 200'000U);
}

}  // namespace
}  // namespace satchel::graph
