#include "graph/files/row.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::graph {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Row Of(Layer layer, std::string_view line) { return ReadRow(layer, line).value(); }

Problem ProblemOf(std::string_view line) {
  const auto row = ReadRow(Layer::kTask, line);
  EXPECT_FALSE(row.has_value()) << line;
  return row ? Problem::kUnreadable : row.error();
}

TEST(RowTest, HasTheFieldsOfItsLine) {
  const Row row =
      Of(Layer::kTask, R"({"id":"TG-1","type":"task","title":"T","status":"ready","rev":3,)"
                       R"("updated_at":"2026-01-02T03:04:05Z","tags":["risk"]})");
  EXPECT_EQ(row.id, "TG-1");
  EXPECT_EQ(row.type, "task");
  EXPECT_EQ(row.title, "T");
  EXPECT_EQ(row.status, "ready");
  EXPECT_EQ(row.rev, 3);
  EXPECT_EQ(row.updated_at, *ParseTime("2026-01-02T03:04:05Z"));
  EXPECT_TRUE(row.flagged);
}

TEST(RowTest, FieldsOfAnotherKindAreEmpty) {
  const Row row =
      Of(Layer::kTask, R"({"id":"TG-1","title":5,"status":[],"rev":"3","updated_at":7,)"
                       R"("tags":"risk","attributes":[1],"dependencies":3,"inputs":null})");
  EXPECT_EQ(row.title, "");
  EXPECT_EQ(row.status, "");
  EXPECT_EQ(row.rev, std::nullopt);
  EXPECT_EQ(row.updated_at, std::nullopt);
  EXPECT_FALSE(row.flagged);
  EXPECT_EQ(row.words, "");
  EXPECT_THAT(row.dependencies, IsEmpty());
  EXPECT_THAT(row.names, IsEmpty());
}

TEST(RowTest, OnlyAWholeNumberInRangeIsARevision) {
  const auto rev = [](std::string_view number) {
    return Of(Layer::kTask, std::string(R"({"id":"TG-1","rev":)").append(number) + "}").rev;
  };
  EXPECT_EQ(rev("0"), 0);
  EXPECT_EQ(rev("-2"), -2);
  EXPECT_EQ(rev("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(rev("9223372036854775808"), std::nullopt);
  EXPECT_EQ(rev("1.0"), std::nullopt);
  EXPECT_EQ(rev("1e2"), std::nullopt);
  EXPECT_EQ(rev("true"), std::nullopt);
}

TEST(RowTest, ATimeThatDoesNotExistIsNone) {
  EXPECT_EQ(Of(Layer::kTask, R"({"id":"TG-1","updated_at":"2026-02-30T00:00:00Z"})").updated_at,
            std::nullopt);
}

TEST(RowTest, TheStatusOfADecisionIsThatOfItsOutcome) {
  EXPECT_EQ(
      Of(Layer::kDecision, R"({"id":"RG-1","status":"x","outcome":{"status":"accepted"}})").status,
      "accepted");
  EXPECT_EQ(Of(Layer::kDecision, R"({"id":"RG-1","outcome":"accepted"})").status, "");
}

TEST(RowTest, CanceledIsCancelled) {
  EXPECT_EQ(Of(Layer::kTask, R"({"id":"TG-1","status":"canceled"})").status, "cancelled");
}

TEST(RowTest, WordsAreOfTitleTypeTagsAndAttributeTextOnly) {
  const Row row = Of(Layer::kKnowledge,
                     R"({"id":"KG-idword","title":"titleword","type":"typeword",)"
                     R"("summary":"summaryword","decision":"decisionword",)"
                     R"("description":"descriptionword","tags":["tagword",7],)"
                     R"("attributes":{"keyword":"scalarword","n":42,"b":true,"deep":["listword"]},)"
                     R"("context":"contextword","links":["linkword"]})");
  EXPECT_THAT(row.words,
              AllOf(HasSubstr("titleword"), HasSubstr("typeword"), HasSubstr("summaryword"),
                    HasSubstr("decisionword"), HasSubstr("descriptionword"), HasSubstr("tagword"),
                    HasSubstr("scalarword"), HasSubstr("42"), HasSubstr("true")));
  EXPECT_THAT(row.words,
              AllOf(Not(HasSubstr("idword")), Not(HasSubstr("keyword")), Not(HasSubstr("listword")),
                    Not(HasSubstr("contextword")), Not(HasSubstr("linkword"))));
}

TEST(RowTest, OnlyATagFlags) {
  EXPECT_TRUE(Of(Layer::kKnowledge, R"({"id":"KG-1","tags":["x","constraint"]})").flagged);
  EXPECT_TRUE(Of(Layer::kKnowledge, R"({"id":"KG-1","tags":["risk"]})").flagged);
  EXPECT_FALSE(Of(Layer::kKnowledge, R"({"id":"KG-1","type":"constraint","tags":[]})").flagged);
  EXPECT_FALSE(Of(Layer::kKnowledge, R"({"id":"KG-1","tags":["risks","Risk"]})").flagged);
}

TEST(RowTest, ATaskNamesItsInputsAndLinks) {
  const Row row =
      Of(Layer::kTask, R"({"id":"TG-1","inputs":{"kg_refs":["KG-1"],"rg_refs":["RG-1"]},)"
                       R"("links":["KG-2"],"refs":{"kg_refs":["KG-3"]},)"
                       R"("dependencies":["TG-2"],"blocks":["TG-3"]})");
  EXPECT_THAT(row.names, ElementsAre("KG-1", "RG-1", "KG-2"));
  EXPECT_THAT(row.dependencies, ElementsAre("TG-2"));
  EXPECT_THAT(row.blocks, ElementsAre("TG-3"));
}

TEST(RowTest, ADecisionNamesItsRefsAndLinks) {
  const Row row =
      Of(Layer::kDecision, R"({"id":"RG-1","refs":{"kg_refs":["KG-1"],"tg_refs":["TG-1"]},)"
                           R"("links":["KG-2"],"inputs":["KG-3"],"dependencies":["TG-2"]})");
  EXPECT_THAT(row.names, ElementsAre("KG-1", "TG-1", "KG-2"));
  EXPECT_THAT(row.dependencies, IsEmpty());
}

TEST(RowTest, KnowledgeNamesNothing) {
  EXPECT_THAT(Of(Layer::kKnowledge, R"({"id":"KG-1","links":["KG-2"],"inputs":["KG-3"]})").names,
              IsEmpty());
}

TEST(RowTest, TellsWhyALineIsNotUsed) {
  EXPECT_EQ(ProblemOf("nonsense"), Problem::kNotJson);
  EXPECT_EQ(ProblemOf(R"({"id":"TG-1"} x)"), Problem::kNotJson);
  EXPECT_EQ(ProblemOf("{\"id\":\"\xff\"}"), Problem::kNotJson);
  EXPECT_EQ(ProblemOf(R"(["TG-1"])"), Problem::kNotObject);
  EXPECT_EQ(ProblemOf("7"), Problem::kNotObject);
  EXPECT_EQ(ProblemOf(R"({"title":"x"})"), Problem::kNoId);
  EXPECT_EQ(ProblemOf(R"({"id":7})"), Problem::kNoId);
  EXPECT_EQ(ProblemOf(R"({"id":""})"), Problem::kNoId);
  EXPECT_EQ(ProblemOf(R"({"id":")" + std::string(kMostIdBytes + 1, 'x') + "\"}"), Problem::kNoId);
  EXPECT_EQ(ProblemOf(std::string(kMostLineBytes + 1, ' ')), Problem::kTooLong);
}

TEST(RowTest, NestingBeyondTheLimitIsNotRead) {
  const auto nested = [](std::size_t depth) {
    return R"({"id":"TG-1","x":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_TRUE(ReadRow(Layer::kTask, nested(60)).has_value());
  EXPECT_EQ(ProblemOf(nested(100'000)), Problem::kNotJson);
}

TEST(RowTest, StringsAreFoundAtAnyDepth) {
  EXPECT_THAT(StringsIn(Json::parse(R"({"a":["x",{"b":"y"}],"c":3,"d":"z"})")),
              ElementsAre("x", "y", "z"));
}

}  // namespace
}  // namespace satchel::graph
