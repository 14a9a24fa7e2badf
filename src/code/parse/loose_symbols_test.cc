#include "code/parse/loose_symbols.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/languages/languages.h"
#include "code/parse/rules.h"

namespace satchel::code {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Each as `container.name first-last`. The cases of tests/corpus have whole files.
std::vector<std::string> Found(std::string_view language, std::string_view content) {
  std::vector<std::string> found;
  for (const Symbol& symbol : ReadLoosely(content, *FindLanguage(language)).symbols) {
    found.push_back(fmt::format("{}{}{} {}-{}", symbol.container,
                                symbol.container.empty() ? "" : "/", symbol.name,
                                symbol.extent.first_line, symbol.extent.last_line));
  }
  return found;
}

TEST(LooseSymbolsTest, ADefinitionEndsBeforeALineThatIsAsDeep) {
  EXPECT_THAT(Found("scala", "def a() =\n    1\ndef b() = 2\nval c = 3\n"),
              ElementsAre("a 1-2", "b 3-3", "c 4-4"));
  EXPECT_THAT(Found("julia", "function a()\n  x\nend\nprintln(1)\nfunction b() end\n"),
              ElementsAre("a 1-3", "b 5-5"));
}

TEST(LooseSymbolsTest, ABraceOnALineOfItsOwnIsOfTheDefinitionAbove) {
  EXPECT_THAT(Found("perl", "sub a\n{\n    x();\n}\n\nsub b\n{\n}\n"),
              ElementsAre("a 1-4", "b 6-8"));
}

TEST(LooseSymbolsTest, WhatIsDeeperIsInside) {
  EXPECT_THAT(Found("elixir",
                    "defmodule A do\n\tdefmodule B do\n\t\tdef c do\n\t\tend\n\tend\nend\n"
                    "def d do\nend\n"),
              ElementsAre("A 1-6", "A/B 2-5", "A.B/c 3-4", "d 7-8"));
}

TEST(LooseSymbolsTest, DirectivesAndCommentsCloseNothing) {
  EXPECT_THAT(
      Found("swift", "class A {\n    func b() {\n#if X\n// c\n        d()\n#endif\n    }\n}\n"),
      ElementsAre("A 1-8", "A/b 2-7"));
}

TEST(LooseSymbolsTest, WordsThatAreNamesAreNames) {
  EXPECT_THAT(Found("elixir", "def describe(a) do\nend\ndef test(a) do\nend\n"),
              ElementsAre("describe 1-2", "test 3-4"));
  EXPECT_THAT(Found("scala", "def open() = 1\nval inline = 1\n"),
              ElementsAre("open 1-1", "inline 2-2"));
  EXPECT_THAT(Found("dart", "class A {\n  static int mixin() => mixin.count;\n}\n"),
              ElementsAre("A 1-3", "A/mixin 2-2"));
}

TEST(LooseSymbolsTest, CodeThatDefinesNothingHasNoSymbols) {
  EXPECT_THAT(Found("elixir", "x = def_of(a)\ndefined(b)\ndef\n"), IsEmpty());
  EXPECT_THAT(Found("perl", "my $f = sub { 1 };\nreturn sub { 2 };\n"), IsEmpty());
  EXPECT_THAT(Found("lua", "function() end\nlocal x = f(function() end)\n"), IsEmpty());
  EXPECT_THAT(Found("dart", "var x = make();\nreturn f(x);\nawait g();\nif (x) h();\n"), IsEmpty());
}

TEST(LooseSymbolsTest, ATextInSeveralLinesDefinesNothing) {
  EXPECT_THAT(Found("perl", "my $a = <<X;\nsub b {\nX\nsub c {\n}\n"), ElementsAre("c 4-5"));
  EXPECT_THAT(Found("scala", "val a = \"\"\"\ndef b\n\"\"\"\ndef c = 1\n"),
              ElementsAre("a 1-3", "c 4-4"));
  EXPECT_THAT(Found("perl", "print <<X;\nsub b {\n}\n"), ElementsAre("b 2-3")) << "it has no end";
}

TEST(LooseSymbolsTest, ClausesOfOneFunctionAreOne) {
  EXPECT_THAT(
      Found("elixir", "def a(1), do: 1\ndef a(2) do\n  2\nend\n\ndef a(3), do: 3\ndef b, do: 1\n"),
      ElementsAre("a 1-6", "b 7-7"));
}

TEST(LooseSymbolsTest, AttributesAreOfWhatFollows) {
  const auto facts =
      ReadLoosely("// Tests it.\n@Test\n@Slow(\"a\")\nfunc a() {\n}\n", *FindLanguage("swift"));
  ASSERT_EQ(facts.symbols.size(), 1U);
  EXPECT_EQ(facts.symbols[0].extent.first_line, 2U);
  EXPECT_EQ(facts.symbols[0].signature, "func a()");
  EXPECT_EQ(facts.symbols[0].doc, "Tests it.");
}

TEST(LooseSymbolsTest, ACommentBeyondABlankLineIsNoDocumentation) {
  const auto facts = ReadLoosely("# of the file\n\ndef a do\nend\n", *FindLanguage("elixir"));
  ASSERT_EQ(facts.symbols.size(), 1U);
  EXPECT_EQ(facts.symbols[0].doc, "");
}

TEST(LooseSymbolsTest, ASignatureGoesOnWhileItsParametersDo) {
  const auto facts =
      ReadLoosely("func a(_ b: Int,\n       c: Int) -> Int {\n    b\n}\n", *FindLanguage("swift"));
  ASSERT_EQ(facts.symbols.size(), 1U);
  EXPECT_EQ(facts.symbols[0].signature, "func a(_ b: Int, c: Int) -> Int");
}

TEST(LooseSymbolsTest, AFileWithoutDefinitionsIsCutByLines) {
  const auto facts = ReadLoosely("print a\nprint b\n", *FindLanguage("perl"));
  ASSERT_EQ(facts.chunks.size(), 1U);
  EXPECT_EQ(facts.chunks[0].kind, ChunkKind::kLines);
  EXPECT_EQ(facts.reading, Reading::kLoose);
}

}  // namespace
}  // namespace satchel::code
