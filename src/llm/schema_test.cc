#include "llm/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::llm {
namespace {

using testing::HasSubstr;

Json Parsed(std::string_view text) { return Json::parse(text); }

// Empty when it holds.
std::string SchemaProblem(std::string_view schema) {
  const Status status = CheckSchema(Parsed(schema));
  return status ? "" : status.error().text();
}

constexpr std::string_view kSchema = R"({
  "type": "object",
  "description": "What was found",
  "properties": {
    "hits": {
      "type": "array",
      "maxItems": 2,
      "items": {
        "type": "object",
        "properties": {
          "kind": {"type": "string", "enum": ["file", "symbol"]},
          "line": {"type": "integer", "minimum": 1, "maximum": 9},
          "sure": {"type": "boolean"}
        },
        "required": ["kind"],
        "additionalProperties": false
      }
    },
    "why": {"type": "string"}
  },
  "required": ["hits"]
})";

std::string Problem(std::string_view value) {
  const Status status = CheckValue(Parsed(kSchema), Parsed(value));
  return status ? "" : status.error().text();
}

TEST(SchemaTest, TakesItsSubset) {
  EXPECT_EQ(SchemaProblem(kSchema), "");
  EXPECT_EQ(SchemaProblem(R"({"type":"boolean"})"), "");
}

TEST(SchemaTest, RefusesWhatItWouldNotCheckAndNamesThePlace) {
  EXPECT_EQ(
      SchemaProblem(R"({"type":"object","properties":{"a":{"type":"string","pattern":"x"}}})"),
      "$.properties.a: 'pattern' is not supported");
  EXPECT_THAT(SchemaProblem("3"), HasSubstr("must be an object"));
  EXPECT_THAT(SchemaProblem("{}"), HasSubstr("'type' must be"));
  EXPECT_THAT(SchemaProblem(R"({"type":"number"})"), HasSubstr("'type' must be"));
  EXPECT_THAT(SchemaProblem(R"({"type":["string","null"]})"), HasSubstr("'type' must be"));
  EXPECT_THAT(SchemaProblem(R"({"type":"object"})"), HasSubstr("needs 'properties'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"array"})"), HasSubstr("needs 'items'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"string","items":{"type":"string"}})"),
              HasSubstr("does not belong to type string"));
  EXPECT_THAT(SchemaProblem(R"({"type":"string","enum":[]})"), HasSubstr("'enum'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"string","enum":["a",1]})"), HasSubstr("'enum'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"array","items":{"type":"string"},"maxItems":-1})"),
              HasSubstr("'maxItems'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"integer","minimum":"1"})"), HasSubstr("'minimum'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"object","properties":{},"required":["a"]})"),
              HasSubstr("'required'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"object","properties":{},"required":"a"})"),
              HasSubstr("'required'"));
  EXPECT_THAT(SchemaProblem(R"({"type":"object","properties":{},"additionalProperties":true})"),
              HasSubstr("can only be false"));
}

TEST(SchemaTest, NumbersMayComeFromCode) {
  EXPECT_TRUE(CheckSchema(
      {{"type", "array"}, {"maxItems", 3}, {"items", {{"type", "integer"}, {"minimum", 0}}}}));
}

TEST(SchemaTest, RefusesDeepSchemas) {
  Json schema = {{"type", "string"}};
  for (int i = 0; i < 17; ++i) schema = {{"type", "array"}, {"items", schema}};
  EXPECT_THAT(SchemaProblem(schema.dump()), HasSubstr("too deep"));
}

TEST(SchemaTest, AValueThatFitsIsTaken) {
  EXPECT_EQ(Problem(R"({"hits":[]})"), "");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","line":9,"sure":true},{"kind":"symbol"}],)"
                    R"("why":"","other":[1]})"),
            "")
      << "the outer object is open";
}

TEST(SchemaTest, AValueThatDoesNotFitIsNamedByItsPath) {
  EXPECT_EQ(Problem("[]"), "$: must be an object");
  EXPECT_EQ(Problem("{}"), "$.hits: is missing");
  EXPECT_EQ(Problem(R"({"hits":{}})"), "$.hits: must be an array");
  EXPECT_EQ(Problem(R"({"hits":[],"why":null})"), "$.why: must be a string");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file"},{}]})"), "$.hits[1].kind: is missing");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"File"}]})"),
            "$.hits[0].kind: is 'File' and must be one of file, symbol");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","more":1}]})"), "$.hits[0].more: is not expected");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","line":1.0}]})"),
            "$.hits[0].line: must be an integer");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","line":0}]})"),
            "$.hits[0].line: must be at least 1");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","line":10}]})"),
            "$.hits[0].line: must be at most 9");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file","sure":"yes"}]})"),
            "$.hits[0].sure: must be true or false");
  EXPECT_EQ(Problem(R"({"hits":[{"kind":"file"},{"kind":"file"},{"kind":"file"}]})"),
            "$.hits: has 3 items, and 2 are the most");
}

TEST(SchemaTest, WhatAModelWroteIsShownShortVisibleAndWithoutSecrets) {
  const std::string token = "ghp_" + std::string("Zq7Rk2Vw9Xp4Lm8Tn3Bs6Hd1Fy5Jg0Ca2EuQ");
  const std::string problem = Problem(
      Json{{"hits", {{{"kind", "\x1b[31m" + token + " " + std::string(500, 'x')}}}}}.dump());
  EXPECT_LT(problem.size(), 200U);
  EXPECT_EQ(problem.find(token), std::string::npos);
  EXPECT_EQ(problem.find('\x1b'), std::string::npos);
}

TEST(SchemaTest, IsClosedWhenAllIsRequiredAndNothingElseAllowed) {
  EXPECT_FALSE(IsClosed(Parsed(kSchema)));
  EXPECT_TRUE(IsClosed(Parsed(R"({"type":"array","items":{"type":"string"}})")));
  const std::string_view closed = R"({"type":"object","properties":{"a":{"type":"string"}},
                                      "required":["a"],"additionalProperties":false})";
  EXPECT_TRUE(IsClosed(Parsed(closed)));
  Json open = Parsed(closed);
  open["required"] = Json::array();
  EXPECT_FALSE(IsClosed(open));
  open = Parsed(closed);
  open.erase("additionalProperties");
  EXPECT_FALSE(IsClosed(open));
  EXPECT_FALSE(IsClosed({{"type", "array"}, {"items", open}}));
}

}  // namespace
}  // namespace satchel::llm
