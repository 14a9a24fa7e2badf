#include "memory/files/front_matter.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/files/yaml_scalar.h"

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Framed(std::string_view fields) { return fmt::format("---\n{}---\n\nText.\n", fields); }

// Every field in one line: its values, its nested pairs, its items.
std::vector<std::string> Read(std::string_view fields, std::vector<std::string>* faults = nullptr) {
  const FrontMatter front = ReadFrontMatter(Framed(fields)).value();
  if (faults != nullptr) {
    *faults = front.faults;
  } else {
    EXPECT_THAT(front.faults, IsEmpty());
  }
  std::vector<std::string> shown;
  for (const Field& field : front.fields) {
    std::string text = field.name;
    text += field.is_list ? " list" : "";
    for (const std::string& value : field.values) text += fmt::format(" <{}>", value);
    for (const auto& [key, value] : field.nested) text += fmt::format(" {}=<{}>", key, value);
    for (const auto& item : field.items) {
      text += " {";
      for (const auto& [key, value] : item) text += fmt::format(" {}=<{}>", key, value);
      text += " }";
    }
    shown.push_back(text);
  }
  return shown;
}

std::vector<std::string> FaultsOf(std::string_view fields) {
  std::vector<std::string> faults;
  Read(fields, &faults);
  return faults;
}

std::string Set(std::string_view file, std::vector<FieldEdit> edits) {
  const auto set = WithFields(file, edits);
  return set ? *set : fmt::format("{}: {}", Name(set.error().code()), set.error().text());
}

TEST(FrontMatterTest, ReadsScalarsPlainAndInQuotes) {
  EXPECT_THAT(
      Read("id: fact-1\n"
           "a: \"say \\\"hi\\\"\\n\\u00e9 \\ud83d\\ude00\"\n"
           "b: 'it''s: # not'\n"
           "c:\n"
           "d: ~\n"
           "e: http://x.org/a#b\n"
           "f:plain\n"
           "\"g h\": 1\n"
           "two words: 2\n"),
      ElementsAre("id <fact-1>", "a <say \"hi\"\n\u00e9 \U0001F600>", "b <it's: # not>", "c <>",
                  "d <>", "e <http://x.org/a#b>", "f <plain>", "g h <1>", "two words <2>"));
}

TEST(FrontMatterTest, CommentsAndBlankLinesAreNoValues) {
  EXPECT_THAT(Read("# first\na: 1 # one\n\nb: \"x\" # two\nc: [y] # three\nd: # four\n"),
              ElementsAre("a <1>", "b <x>", "c list <y>", "d <>"));
}

TEST(FrontMatterTest, ReadsListsInBracketsAndInLines) {
  EXPECT_THAT(Read("a: [x, \"b, c\", don't, 'q']\n"
                   "b: []\n"
                   "c:\n  - one\n  # between\n  - \"two: 2\"\n"
                   "d:\n- three\n- four\n"
                   "e: [\n  1,\n  2,\n]\n"
                   "f: last\n"),
              ElementsAre("a list <x> <b, c> <don't> <q>", "b list", "c list <one> <two: 2>",
                          "d list <three> <four>", "e list <1> <2>", "f <last>"));
}

TEST(FrontMatterTest, ReadsMapsBelowAndInBraces) {
  EXPECT_THAT(Read("a:\n  city: Berlin\n  \"zip code\": '10115'\n"
                   "b: {\"k\":\"v, w\",\"n\":1,\"l\":[1,{\"x\":\"]\"}]}\n"
                   "c: {city: Bonn, x: }\n"),
              ElementsAre("a city=<Berlin> zip code=<10115>",
                          "b k=<v, w> n=<1> l=<[1,{\"x\":\"]\"}]>", "c city=<Bonn> x=<>"));
}

TEST(FrontMatterTest, ReadsListsOfMaps) {
  EXPECT_THAT(Read("links:\n"
                   "  - targetId: fact-2\n"
                   "    linkType: supports\n"
                   "    reason: \"a: b\"\n"
                   "  - targetId: fact-3\n"
                   "  -\n"
                   "    targetId: fact-4\n"
                   "  - {targetId: fact-5, strength: 0.5}\n"
                   "more: [{a: 1}, {b: 2}]\n"),
              ElementsAre("links list { targetId=<fact-2> linkType=<supports> reason=<a: b> }"
                          " { targetId=<fact-3> } { targetId=<fact-4> }"
                          " { targetId=<fact-5> strength=<0.5> }",
                          "more list { a=<1> } { b=<2> }"));
}

TEST(FrontMatterTest, ReadsTextsOfSeveralLines) {
  EXPECT_THAT(Read("a: one\n  two\nb: |\n  x\n    y\n\n  z\nc: >-\n  p\n  q\n\n  r\nd:\n  below\n"
                   "links:\n  - targetId: t\n    reason: >-\n      because\n      so\n"),
              ElementsAre("a <one two>", "b <x\n  y\n\nz>", "c <p q\nr>", "d <below>",
                          "links list { targetId=<t> reason=<because so> }"));
}

TEST(FrontMatterTest, WhatIsNotUnderstoodIsAFaultWithItsLine) {
  EXPECT_THAT(FaultsOf("a: 1\njunk\n  deep\nb: [x\nc: \"y\nd: \"z\" z\ne: *alias\n"),
              ElementsAre(HasSubstr("line 3:"), HasSubstr("line 4:"), HasSubstr("line 5:"),
                          HasSubstr("line 6:"), HasSubstr("line 7:"), HasSubstr("line 8:")));
  EXPECT_THAT(FaultsOf("a: 1\na: 2\n"), ElementsAre(HasSubstr("line 3: 'a' was there before")));
  EXPECT_THAT(FaultsOf("a: \"C:\\Windows\"\n"), ElementsAre(HasSubstr("an escape that is none")));
  EXPECT_THAT(FaultsOf("a:\n  b:\n    c: 1\n    d: 2\n"),
              ElementsAre("line 4: nested deeper than is read"));
}

TEST(FrontMatterTest, ManyFaultsAreCounted) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += "junk\n";
  const auto faults = FaultsOf(lines);
  EXPECT_EQ(faults.size(), 21U);
  EXPECT_EQ(faults.back(), "and 80 more faults");
}

TEST(FrontMatterTest, TheLastOfAFieldCounts) {
  const FrontMatter front = ReadFrontMatter("---\na: 1\na: 2\n---\n").value();
  EXPECT_THAT(front.Find("a")->values, ElementsAre("2"));
  EXPECT_EQ(front.Find("b"), nullptr);
}

TEST(FrontMatterTest, AMarkAndCarriageReturnsAreNoTrouble) {
  const std::string file = "\xEF\xBB\xBF---\r\na: 1\r\nb:\r\n  - x\r\n---\r\n\r\nText.\r\n";
  const FrontMatter front = ReadFrontMatter(file).value();
  EXPECT_THAT(front.Find("a")->values, ElementsAre("1"));
  EXPECT_THAT(front.Find("b")->values, ElementsAre("x"));
  EXPECT_EQ(file.substr(front.body), "\r\nText.\r\n");
  EXPECT_EQ(file.substr(front.begin, front.end - front.begin), "a: 1\r\nb:\r\n  - x\r\n");
}

TEST(FrontMatterTest, RefusesWhatHasNone) {
  for (const std::string_view file : {"", "---", "text", "--\n--\n", "----\na: 1\n----\n", " ---\n",
                                      "---\na: 1\n", "---\na: \xFF\n---\n", "---\n---\n\xC0"}) {
    const auto front = ReadFrontMatter(file);
    ASSERT_FALSE(front) << file;
    EXPECT_EQ(front.error().code(), Errc::kInvalidInput);
  }
  EXPECT_TRUE(ReadFrontMatter("---\n---"));
}

TEST(FrontMatterTest, RefusesMoreThanItsLimits) {
  EXPECT_FALSE(ReadFrontMatter(Framed("a: " + std::string(kMostFrontMatter, 'x') + "\n")));
  std::string many;
  for (std::size_t i = 0; i <= kMostFields; ++i) many += fmt::format("f{}: 1\n", i);
  EXPECT_FALSE(ReadFrontMatter(Framed(many)));
}

TEST(FrontMatterTest, ManyOpenBracketsTakeLittleTime) {
  std::string lines = "a:\n";
  for (int i = 0; i < 40'000; ++i) lines += " - [\n";
  EXPECT_EQ(FaultsOf(lines).size(), 21U);
}

TEST(WithFieldsTest, ChangesAFieldWhereItStandsAndKeepsTheRest) {
  const std::string file =
      "---\nid: x\n# keep me\nstatus:   active   # why\nodd: {  a:b }\njunk\nmw_success: "
      "1\n---\nT\n";
  EXPECT_EQ(Set(file, {{.name = "status", .values = {"archived"}},
                       {.name = "mw_success", .values = {"2"}},
                       {.name = "tags", .values = {"a", "b, \"c\""}, .is_list = true}}),
            "---\nid: x\n# keep me\nstatus: archived   # why\nodd: {  a:b }\njunk\nmw_success: 2\n"
            "tags: [\"a\", \"b, \\\"c\\\"\"]\n---\nT\n");
}

TEST(WithFieldsTest, AFieldWithoutAValueGoesWithItsLines) {
  EXPECT_EQ(Set("---\na: 1\nlinks:\n  - targetId: x\n    strength: 1\nb: 2\n---\n",
                {{.name = "links"}, {.name = "absent"}}),
            "---\na: 1\nb: 2\n---\n");
}

TEST(WithFieldsTest, AFieldThatIsThereTwiceIsThereOnceAfterwards) {
  EXPECT_EQ(Set("---\na: 1\nb: 2\na: 3\n---\n", {{.name = "a", .values = {"4"}}}),
            "---\nb: 2\na: 4\n---\n");
}

TEST(WithFieldsTest, UsesTheFilesLineEnds) {
  EXPECT_EQ(Set("\xEF\xBB\xBF---\r\na: 1 # c\r\n---\r\nT\r\n",
                {{.name = "a", .values = {"2"}}, {.name = "b", .values = {"3"}}}),
            "\xEF\xBB\xBF---\r\na: 2 # c\r\nb: 3\r\n---\r\nT\r\n");
}

TEST(WithFieldsTest, AnyTextComesBackAsItWas) {
  for (const std::string value :
       {"",     " x ", "a: b", "a #b", "#",      "null",     "~",      "- x",    "[a]",
        "{",    "\"",  "'",    "\\",   "\n\t\r", "a:",       "\u2028", "\u00a0", "\U0001F600",
        "true", "*x",  "|",    ">",    "---",    "\x01\x7f", "0.5"}) {
    const auto file =
        WithFields(Framed("id: x\n"), std::vector<FieldEdit>{{.name = "v", .values = {value}}});
    ASSERT_TRUE(file) << value;
    EXPECT_THAT(ReadFrontMatter(*file)->Find("v")->values, ElementsAre(value));
    const auto list = WithFields(
        *file, std::vector<FieldEdit>{{.name = "v", .values = {value, "2"}, .is_list = true}});
    ASSERT_TRUE(list) << value;
    EXPECT_THAT(ReadFrontMatter(*list)->Find("v")->values, ElementsAre(value, "2"));
  }
}

TEST(WithFieldsTest, AStrayLineBelowDoesNotJoinTheValue) {
  EXPECT_EQ(Set("---\na: [x]\n  stray\n---\n", {{.name = "a", .values = {"y"}}}),
            "---\na: \"y\"\n  stray\n---\n");
}

TEST(WithFieldsTest, RefusesAChangeThatWouldGiveAStrayLineToAnotherField) {
  EXPECT_THAT(Set("---\nx: foo\na: [1]\n  stray\n---\n", {{.name = "a"}}),
              HasSubstr("invalid_input: the front matter cannot be changed: line 4"));
}

TEST(WithFieldsTest, RefusesAChangeThatWouldGiveACommentToATextOfSeveralLines) {
  const std::string file = "---\nnote: >-\n one\ntags:\n- x\n # c\n---\n";
  EXPECT_THAT(Set(file, {{.name = "tags"}}),
              HasSubstr("invalid_input: the front matter cannot be changed: the comment after"));
  EXPECT_THAT(Set("---\nnote: >-\n one\ntags:\r\n\n # c\n---\n", {{.name = "tags"}}),
              HasSubstr("the comment after"));
  EXPECT_EQ(Set(file, {{.name = "tags", .values = {"y"}}}),
            "---\nnote: >-\n one\ntags: \"y\"\n # c\n---\n");
}

TEST(WithFieldsTest, RefusesBadEdits) {
  const std::string file = Framed("id: x\n");
  EXPECT_THAT(Set(file, {{.name = "a b", .values = {"1"}}}), HasSubstr("no name of a field"));
  EXPECT_THAT(Set(file, {{.name = "", .values = {"1"}}}), HasSubstr("no name of a field"));
  EXPECT_THAT(Set(file, {{.name = "a:\nb", .values = {"1"}}}), HasSubstr("no name of a field"));
  EXPECT_THAT(Set(file, {{.name = "a", .values = {"1", "2"}}}), HasSubstr("several values"));
  EXPECT_THAT(Set(file, {{.name = "a", .values = {"\xFF"}}}), HasSubstr("not UTF-8"));
  EXPECT_THAT(Set(file, {{.name = "a", .values = {"1"}}, {.name = "a", .values = {"2"}}}),
              HasSubstr("set twice"));
  EXPECT_THAT(Set("text", {{.name = "a", .values = {"1"}}}), HasSubstr("no front matter"));
  EXPECT_THAT(Set(file, {{.name = "a", .values = {std::string(kMostFrontMatter, 'x')}}}),
              HasSubstr("more than"));
}

TEST(WithBodyTest, KeepsTheFrontMatterAndTheBlankLinesInFront) {
  EXPECT_EQ(*WithBody("---\na: 1\n---\n\n\nOld\nold\n\n", "\nNew\n  new\n\n"),
            "---\na: 1\n---\n\n\nNew\n  new\n");
  EXPECT_EQ(*WithBody("---\r\na: 1\r\n---\r\n\r\nOld\r\n", "one\ntwo"),
            "---\r\na: 1\r\n---\r\n\r\none\r\ntwo\r\n");
  EXPECT_EQ(*WithBody("---\n---", "one"), "---\n---\n\none\n");
  EXPECT_EQ(*WithBody("---\n---\nOld\n", "one"), "---\n---\none\n");
  EXPECT_EQ(*WithBody("---\n---\n\nOld\n", " \n"), "---\n---\n");
  EXPECT_FALSE(WithBody("---\n---\n", "\xFF"));
  EXPECT_FALSE(WithBody("Old\n", "one"));
}

TEST(BodyTextTest, DropsBlankLinesAroundAndKeepsTheIndent) {
  EXPECT_EQ(BodyText("\n \t\r\n    code\r\n\r\nend  \n\n"), "    code\n\nend");
  EXPECT_EQ(BodyText("a\r\r\nb\rc\r"), "a\nb\rc");
  EXPECT_EQ(BodyText(" \n\r\n"), "");
  EXPECT_EQ(BodyText("  x"), "  x");
}

TEST(ScalarTextTest, IsPlainWherePeopleWouldWriteItSo) {
  EXPECT_EQ(ScalarText("fact-1"), "fact-1");
  EXPECT_EQ(ScalarText("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05Z");
  EXPECT_EQ(ScalarText("caf\u00e9 x"), "caf\u00e9 x");
  EXPECT_EQ(ScalarText("a: b"), "\"a: b\"");
  EXPECT_EQ(ScalarText("\xFF"), "\uFFFD");
  EXPECT_EQ(QuotedText("\x01\"\\\n"), R"("\u0001\"\\\n")");
}

}  // namespace
}  // namespace satchel::memory
