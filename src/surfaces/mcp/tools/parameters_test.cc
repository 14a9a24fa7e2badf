#include "surfaces/mcp/tools/parameters.h"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::mcp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kParameters = {
    Parameter{.name = "query", .says = "words", .required = true, .bytes = 10},
    Parameter{.name = "limit", .kind = Parameter::Kind::kInteger, .least = 1, .most = 50},
    Parameter{.name = "paths", .kind = Parameter::Kind::kList},
    Parameter{.name = "format", .choices = "markdown|json"},
};

std::string Refusal(const Json& arguments) {
  const auto checked = Arguments::Check(kParameters, arguments);
  EXPECT_FALSE(checked) << arguments;
  return checked ? "" : checked.error().text();
}

TEST(ParametersTest, TheSchemaSaysWhatIsChecked) {
  EXPECT_EQ(SchemaOf(kParameters), Json::parse(R"({"type": "object",
              "required": ["query"],
              "properties": {"query": {"type": "string", "description": "words"},
                             "limit": {"type": "integer"},
                             "paths": {"type": "array", "items": {"type": "string"}},
                             "format": {"type": "string", "enum": ["markdown", "json"]}}})"));
}

TEST(ParametersTest, TakesWhatFits) {
  const auto checked =
      Arguments::Check(kParameters, {{"query", "a b"}, {"limit", 50}, {"paths", {"src/", "!t/"}}});
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->Text("query"), "a b");
  EXPECT_EQ(checked->Integer("limit", 10), 50);
  EXPECT_THAT(checked->List("paths"), ElementsAre("src/", "!t/"));
  EXPECT_FALSE(checked->Has("format"));
  EXPECT_EQ(checked->Integer("other", 7), 7);
}

TEST(ParametersTest, NamesTheArgumentThatIsWrong) {
  EXPECT_EQ(Refusal(Json::object()), "query is missing");
  EXPECT_EQ(Refusal({{"query", 1}}), "query must be a text");
  EXPECT_EQ(Refusal({{"query", " \n"}}), "query must be a text that is not empty");
  EXPECT_EQ(Refusal({{"query", "eleven bytes"}}), "query must be at most 10 bytes");
  EXPECT_EQ(Refusal({{"query", "a"}, {"limit", 0}}), "limit must be an integer from 1 to 50");
  EXPECT_EQ(Refusal({{"query", "a"}, {"limit", 1.5}}), "limit must be an integer from 1 to 50");
  EXPECT_EQ(Refusal({{"query", "a"}, {"limit", 18'446'744'073'709'551'615U}}),
            "limit must be an integer from 1 to 50");
  EXPECT_EQ(Refusal({{"query", "a"}, {"paths", "src"}}),
            "paths must be a list of at most 100 texts");
  EXPECT_EQ(Refusal({{"query", "a"}, {"paths", {1}}}), "paths must be a text");
  EXPECT_EQ(Refusal({{"query", "a"}, {"format", "xml"}}), "format must be one of markdown, json");
  EXPECT_EQ(Refusal({{"query", "a"}, {"qeury", "b"}}), "no argument qeury");
}

}  // namespace
}  // namespace satchel::mcp
