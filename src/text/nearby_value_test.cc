#include "text/nearby_value.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Link = NearbyValue::Link;

// What is offered after the first "NAME", each with a mark of how surely: '!' a sign or a field,
// '~' a sign after other words, '?' only seen.
std::vector<std::string> After(std::string_view text) {
  const std::size_t name = text.find("NAME");
  const std::size_t at = name > 0 && text[name - 1] == '-' ? name - 1 : name;
  const NearbyValues found = FindNearbyValues(text, at, name + 4);
  std::vector<std::string> out;
  for (const NearbyValue& value : std::span(found.values).first(found.size)) {
    const bool sure = value.link == Link::kSign || value.link == Link::kSlot;
    const char mark = sure ? '!' : value.link == Link::kWords ? '~' : '?';
    out.push_back(fmt::format("{}{}", text.substr(value.begin, value.end - value.begin), mark));
  }
  return out;
}

TEST(NearbyValueTest, SignsLeadToTheValue) {
  for (const std::string_view text :
       {"NAME -> value1", "NAME => value1", "| NAME | value1 |", "**NAME:** value1",
        "NAME ||= \"value1\"", "NAME <- \"value1\"", "NAME \xef\xbc\x9a value1",
        "NAME: \xe2\x80\x9cvalue1\xe2\x80\x9d", "NAME \xe2\x86\x92 value1", "NAME: |\n  value1\n",
        "NAME:\n  - value1\n", "NAME\n\n    value1\n", "password NAME (value1)",
        "set NAME value1\n"}) {
    EXPECT_THAT(After(text), ElementsAre("value1!")) << text;
  }
}

TEST(NearbyValueTest, AFieldHoldsTheValueOfWhatWasNamedBefore) {
  for (const std::string_view text :
       {"- name: NAME\n  value: value1", "{\"name\": \"NAME\", \"value\": \"value1\"}",
        "<key>NAME</key>\n<string>value1</string>", "<string name=\"NAME\">value1</string>",
        "variable \"NAME\" {\n  type = string\n  default = \"value1\"\n}",
        "NAME:\n    Type: String\n    Default: value1\n", "secret set NAME --body \"value1\""}) {
    EXPECT_THAT(After(text), ElementsAre("value1!")) << text;
  }
}

TEST(NearbyValueTest, OtherWordsInBetweenMakeItLessSure) {
  EXPECT_THAT(After("NAME of root on db: value1"), ElementsAre("value1~"));
  EXPECT_THAT(After("the NAME is value1 now"), ElementsAre("value1~"));
  EXPECT_THAT(After("x = y; NAME = f(\"value1\")"), ElementsAre("value1~"));
  EXPECT_THAT(After("x y -NAME value1 z"), ElementsAre("value1~"));
  EXPECT_THAT(After("x y set NAME value1 z"), ElementsAre("value1~"));
  EXPECT_THAT(After("x y NAME value1\n"), ElementsAre("value1~"));
  EXPECT_THAT(After("login(\"NAME\", 'value1')"), ElementsAre("value1?"));
}

TEST(NearbyValueTest, WhatBelongsToSomethingElseIsNotOffered) {
  for (const std::string_view text :
       {"NAME = x;\n  other = value1;", "run --NAME --next value1",
        "the NAME is needed\nvalue1 is not", "remove the NAME value1 soon",
        "\"NAME\",\n  \"value1\",", "NAME: x, id: \"value1\"", "a|NAME|value1|b",
        "f(x.NAME, const T *value1)", "NAME(value1)", "NAME a b c d e f g h i value1", "", "NAME",
        "NAME 'a b1 c' 'x(value1)'"}) {
    const std::string padded = text.empty() ? "NAME" : std::string(text);
    EXPECT_THAT(After(padded), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace satchel::text
