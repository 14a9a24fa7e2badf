#include "code/parse/loose_uses.h"

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

// Each as `kind module name as alias`. The cases of tests/corpus have whole files.
std::vector<std::string> Imports(std::string_view language, std::string_view content) {
  std::vector<std::string> found;
  for (const Import& import : ReadLoosely(content, *FindLanguage(language)).imports) {
    std::string line = fmt::format("{} {}", Name(import.kind), import.module);
    if (!import.name.empty()) line += " " + import.name;
    if (!import.alias.empty()) line += " as " + import.alias;
    found.push_back(std::move(line));
  }
  return found;
}

// Each as `kind qualifier/name`.
std::vector<std::string> Uses(std::string_view language, std::string_view content) {
  std::vector<std::string> found;
  for (const Use& use : ReadLoosely(content, *FindLanguage(language)).uses) {
    found.push_back(fmt::format("{} {}{}{}", Name(use.kind), use.qualifier,
                                use.qualifier.empty() ? "" : "/", use.name));
  }
  return found;
}

TEST(LooseUsesTest, SwiftImportsModulesAndSingleTypes) {
  EXPECT_THAT(Imports("swift",
                      "import Foundation\n@testable import Shop\n@_exported public import Bank\n"
                      "import struct Dates.Day\n#if canImport(UIKit)\nimport UIKit\n#endif\n"
                      "// import None\nlet text = \"\"\"\nimport None\n\"\"\"\n"),
              ElementsAre("all Foundation", "all Shop", "all Bank", "name Dates Day", "all UIKit"));
}

TEST(LooseUsesTest, ScalaImportsNamesOfPackages) {
  const std::string_view text =
      "package a.b\npackage c\n\nimport d.e.F\nimport d.{G, H => I, J as K, L => _, _}\n"
      "import m.n._, o.P\nimport q.*\nimport r.{\n  S,\n  T\n}\nobject X {\n  import Y._\n}\n";
  EXPECT_THAT(Imports("scala", text),
              ElementsAre("name d.e F", "name d G", "name d H as I", "name d J as K", "all d",
                          "all m.n", "name o P", "all q", "name r S", "name r T", "all Y"));
  EXPECT_EQ(ReadLoosely(text, *FindLanguage("scala")).package, "a.b.c");
}

TEST(LooseUsesTest, OtherLanguagesImportAsTheyDo) {
  EXPECT_THAT(Imports("dart",
                      "import 'dart:io';\nimport 'a/b.dart' as b;\nexport 'c.dart';\n"
                      "import 'd.dart' show E, F hide G;\npart 'h.dart';\npart of 'i.dart';\n"),
              ElementsAre("all dart:io", "module a/b.dart as b", "all c.dart", "name d.dart E",
                          "name d.dart F", "all h.dart", "all i.dart"));
  EXPECT_THAT(Imports("elixir",
                      "defmodule A do\n  use B\n  import C.D, only: [e: 1]\n  alias F.{G, H.I}\n"
                      "  alias J.K, as: L\n  require Logger\nend\n"),
              ElementsAre("all B", "all C.D", "module F.G", "module F.H.I", "module J.K as L",
                          "module Logger"));
  EXPECT_THAT(Imports("groovy", "package a\nimport b.C\nimport static d.E.f\nimport g.*\n"),
              ElementsAre("name b C", "name d.E f", "all g"));
  EXPECT_THAT(Imports("haskell",
                      "module A where\nimport B.C\nimport qualified D.E as F (g)\n"
                      "import H (i)\nimport J qualified as K\n-- import L\n"),
              ElementsAre("all B.C", "module D.E as F", "all H", "module J as K"));
  EXPECT_THAT(
      Imports("julia", "using A, B.C\nimport D: e, f as g\nimport H\ninclude(\"i/j.jl\")\n"),
      ElementsAre("all A", "all B.C", "name D e", "name D f as g", "module H", "include i/j.jl"));
  EXPECT_THAT(Imports("lua", "local a = require(\"b.c\")\nrequire 'd'\n-- require 'e'\n"),
              ElementsAre("module b.c as a", "module d"));
  EXPECT_THAT(Imports("perl", "use strict;\nuse A::B qw(c);\nrequire D;\n=pod\n\nuse x\n"),
              ElementsAre("all A::B", "all D"));
  EXPECT_THAT(Imports("zig", "const a = @import(\"b.zig\");\nconst c = @import(\"std\").d;\n"),
              ElementsAre("module b.zig as a", "module std as c"));
}

TEST(LooseUsesTest, CallsHaveTheirQualifiers) {
  EXPECT_THAT(Uses("swift",
                   "func a() {\n  b()\n  c.d()\n  e?.f.g()\n  h().i()\n  self.j()\n  .k()\n"
                   "  0...l()\n  m<Int>(n)\n}\n"),
              ElementsAre("call b", "call c/d", "call ?/g", "call h", "call ?/i", "call self/j",
                          "call ?/k", "call l", "call m", "type Int"));
  EXPECT_THAT(Uses("scala", "def a = {\n  b.c[D](e)\n  new F(1)\n  G.h(2)\n}\n"),
              ElementsAre("call b/c", "call F", "call G/h"));
  EXPECT_THAT(Uses("lua", "function M.a()\n  b.c(1)\n  d:e(2)\n  f(3)\nend\n"),
              ElementsAre("call b/c", "call d/e", "call f"));
}

TEST(LooseUsesTest, WhatIsDefinedIsNotUsedByThat) {
  EXPECT_THAT(
      Uses("swift", "enum A {\n  case open(Int)\n  init(a: Int) {}\n  func b<T>(c: T) {}\n}\n"),
      ElementsAre("type Int", "type Int"));
  EXPECT_THAT(Uses("dart", "class Page {\n  Page(this.a);\n  int next(int b) { return b; }\n}\n"),
              IsEmpty());
}

TEST(LooseUsesTest, CommentsTextsWordsAndAttributesUseNothing) {
  EXPECT_THAT(Uses("swift",
                   "// a()\n/* b()\n c() */\nlet d = \"e()\"\n@objc(f)\nfunc g() {\n  if (h) {\n"
                   "  #selector(i)\n  return (j)\n  }\n}\n"),
              IsEmpty());
  EXPECT_THAT(Uses("elixir", "@spec a(b) :: c\ndef a(b) do\n  if(b, do: d(1))\nend\n"),
              ElementsAre("call d"));
}

TEST(LooseUsesTest, BasesStandBehindTheirWords) {
  EXPECT_THAT(Uses("swift", "class Ab<Cd: De>: Ef, Gh.Ij {\n  let k: Kl\n}\n"),
              ElementsAre("type Cd", "type De", "base Ef", "base Gh/Ij", "type Kl"));
  EXPECT_THAT(Uses("scala", "class Ab(c: Cd) extends Ef[Gh](c) with Ij {\n  val k: Kl = null\n}\n"),
              ElementsAre("type Cd", "base Ef", "type Gh", "base Ij", "type Kl"));
  EXPECT_THAT(Uses("dart", "class Ab extends Cd with Ef, Gh implements Ij {}\n"),
              ElementsAre("base Cd", "base Ef", "base Gh", "base Ij"));
}

TEST(LooseUsesTest, AnExtensionIsNoDefinitionOfItsType) {
  const auto facts = ReadLoosely("extension Queue {\n  func a() {}\n}\n", *FindLanguage("swift"));
  ASSERT_EQ(facts.symbols.size(), 2U);
  EXPECT_TRUE(facts.symbols[0].declared_only);
  EXPECT_FALSE(facts.symbols[1].declared_only);
}

TEST(LooseUsesTest, LinesAndSymbolsOfUsesAreThoseOfTheirFirst) {
  const auto facts = ReadLoosely("class Ab {\n  func c() {\n    d(); // e\n    d()\n  }\n}\n",
                                 *FindLanguage("swift"));
  ASSERT_EQ(facts.uses.size(), 1U);
  EXPECT_EQ(facts.uses[0].line, 3U);
  EXPECT_EQ(facts.uses[0].count, 2U);
  EXPECT_EQ(facts.symbols[facts.uses[0].symbol].name, "c");
}

}  // namespace
}  // namespace satchel::code
