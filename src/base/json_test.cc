#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel {
namespace {

using ::testing::HasSubstr;

TEST(JsonTest, CanonicalFormSortsKeysAndHasNoSpace) {
  const auto value = ParseJson(R"({ "b": [1, 2.5, "ж"], "a": null })");
  ASSERT_TRUE(value) << value.error().text();
  EXPECT_EQ(CanonicalJson(*value), R"({"a":null,"b":[1,2.5,"ж"]})");
}

TEST(JsonTest, BadInputIsAnErrorThatSaysWhere) {
  for (const char* text : {"", "{", "[1,]", "nul", "{\"a\":1} x", "\"\xff\"", "1e999"}) {
    const auto value = ParseJson(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().code(), Errc::kInvalidInput);
  }
  EXPECT_THAT(ParseJson("[1,\n2,").error().text(), HasSubstr("line 2"));
}

TEST(JsonTest, DepthAndSizeAreBounded) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const auto nested = ParseJson(deep);
  ASSERT_FALSE(nested);
  EXPECT_THAT(nested.error().text(), HasSubstr("deeper than 128"));
  EXPECT_TRUE(ParseJson("[[1]]", {.max_depth = 3}));
  EXPECT_FALSE(ParseJson("[[[[1]]]]", {.max_depth = 3}));
  EXPECT_TRUE(ParseJson(R"([["[[[[\"[[[["]])", {.max_depth = 3}));
  EXPECT_FALSE(ParseJson(R"({"a":{"b":{"c":{}}}})", {.max_depth = 3}));
  EXPECT_FALSE(ParseJson("[1,2,3]", {.max_bytes = 4}));
}

TEST(JsonTest, TheShortWayPrintsWhatTheLongOneDoes) {
  constexpr std::string_view kCharacters = "ab \"\\/\n\t\x01\x7f\xc3\xa9\xff";
  const auto check = [](const Json& value) {
    ASSERT_EQ(CanonicalJson(value), value.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  for (const char a : kCharacters) {
    for (const char b : kCharacters) check({{std::string("k") + a, {std::string{a, 'x', b}}}});
  }
  check({Json::object(), Json::array(), nullptr, true, false, 0, -1, INT64_MIN, INT64_MAX,
         UINT64_MAX, 0.1, 1e30, ""});
}

TEST(JsonTest, PrintingNeverFailsOnBadBytes) {
  EXPECT_EQ(CanonicalJson(Json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace satchel
