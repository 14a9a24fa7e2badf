// Whatever the bytes are, a file is read, within the limits, into facts that hold together.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "code/languages/languages.h"
#include "code/parse/parser.h"
#include "tests/support/facts_problem.h"

namespace satchel::code {
namespace {

std::string Repeated(std::string_view text, std::size_t times) {
  std::string repeated;
  repeated.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

std::vector<std::string> CasesOf(std::string_view language) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(SATCHEL_SOURCE_DIR) / "tests/corpus" / language)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<std::string> cases;
  for (const auto& file : files) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    cases.push_back(bytes.str());
  }
  return cases;
}

Reading ReadingOf(const LanguageRules& rules) {
  if (rules.grammar != nullptr) return Reading::kParsed;
  return rules.read != nullptr ? Reading::kStructure : Reading::kLoose;
}

class HostileTest : public testing::TestWithParam<const LanguageRules*> {
 protected:
  FileFacts Read(std::string_view content) {
    // What is outside of its tags is no PHP.
    if (GetParam()->name == "php" && content.size() > 1) ReadOnce("<?php\n" + std::string(content));
    return ReadOnce(content);
  }

  FileFacts ReadOnce(std::string_view content) {
    FileFacts facts = parser_.Read(content, GetParam());
    EXPECT_EQ(FactsProblem(content, facts), "") << content.substr(0, 60);
    return facts;
  }

  // Lower than usual: it is all the same which limit the worst of these meet, and how late.
  Parser parser_{{.bytes = 1U << 20U, .memory = 128U << 20U, .steps = 400'000}};
};

TEST_P(HostileTest, ReadsWhatIsNestedWithoutEnd) {
  for (const std::string_view open : {"(", "[", "{", "<", "/*"}) Read(Repeated(open, 500'000));
  for (const std::string_view open :
       {"a<", "a(", "a::", "a.", "{a:", "> ", "- ", "()=>", "class A{", "func(){", "mod a{",
        "use a::{", "fn f(){", "`${", "template<", "if(a){", "def f(a=", "[a](", "\"#{", "<<A\n",
        "module A;", "a do |b|;", "$\"{", "$@\"{{", "<<<A\n", "<<<'A'\n", "#[A(", "fn()=>", "\"${",
        "if a; then ", "$(", "@a", "/// <c>", "[[", "a:\n", "- a:\n", "- - ", "{\"a\":[", "\"\"\"",
        "message a {", "create table a(", "<form id=a>", "a {", "$$", "begin ", "a(b ", "<<-A\n",
        "type a {", "---\n", "&a *a ", "env:\n- name: a\n"}) {
    Read(Repeated(open, 5'000));
  }
}

TEST_P(HostileTest, ReadsOneLongLine) {
  for (const std::string_view part : {"a ", "f(a);", "/* TODO */", "[a](b) "}) {
    Read(Repeated(part, 900'000 / part.size()));
  }
  Read("int a" + Repeated(",a", 50'000) + ";");
  Read("var a" + Repeated(",a=()=>a", 5'000) + ";");
  Read("use a::{" + Repeated("b,", 50'000) + "};");
  Read("class A { int a" + Repeated(",a", 50'000) + "; }");
  Read("x(" + Repeated("<<A,", 5'000) + ")\n" + Repeated("A\n", 5'000));
  Read("attr_reader :a" + Repeated(",:a", 50'000) + "\n");
}

TEST_P(HostileTest, ReadsNothingButDefinitions) {
  if (GetParam()->grammar != nullptr) GTEST_SKIP() << "it is read with a grammar";
  for (const std::string_view line :
       {"def a\n", "class a\n", "a() {\n", "a :: a\n", "@a\ndef a\n", "fn a() {\n", "a=<<A\n",
        "local a = function()\n", "public int A(\n", "a: b\n", "- name: a\n", "[a]\n", "a = 1\n",
        "---\na: 1\n", "create table a(b int);\n", "FROM a AS b\n", "a: b c\n\tx\n", "<a id=b>\n",
        ".a, .b {}\n", "message A { A a = 1; }\n", "resource \"a\" \"b\" { c = var.d }\n",
        "add_library(a b)\n", "function(a)\n", "\"a\": {\n", "type A { b: C }\n", "# TODO\ndef a\n", "@doc \"\"\"\n", "end\n"}) {
    Read(Repeated(line, 300'000 / line.size()));
  }
  std::string deeper;
  for (std::size_t i = 0; i < 1'000; ++i) deeper += std::string(i, ' ') + "class a\n";
  Read(deeper);
}

TEST_P(HostileTest, ReadsBytesThatAreNoText) {
  EXPECT_EQ(Read("").reading, ReadingOf(*GetParam()));
  Read(std::string(10'000, '\0'));
  std::string holes = "int a?b() { ? }\nclass A { ? };\n# ?\n";
  std::ranges::replace(holes, '?', '\0');
  Read(holes);
  Read(Repeated("\xff\xfe", 5'000));
  Read("func \xff\xfe() {}\nclass \xc3 {}\nfn \xed\xa0\x80() {}\nint \xf4\x90\x80\x80;\n# \xe2\x82\n");
  Read("\xef\xbb\xbf// \xff TODO \xc3\n# because \xf0\x9f\n/* NOTE \x80 */\n");
  Read("import \"\xff\"\n#include \"\xff\"\nfrom \xff import \xfe\nuse \xff::{\xfe};\n[a](\xff)\n");
  Read(Repeated("a\r", 1'000) + "\n" + Repeated("class A {\r\n}\r\n", 100));
}

TEST_P(HostileTest, ReadsFilesOfCommentsOnly) {
  for (const std::string_view comment : {"// TODO: a\n", "# TODO: a\n", "/* TODO: a */\n",
                                         "/* TODO\n", "<!-- TODO -->\n", "/** because\n */ "}) {
    Read(Repeated(comment, 2'000));
    Read(comment.substr(0, comment.size() - 1));
  }
}

TEST_P(HostileTest, ReadsEveryHalfOfItsCases) {
  for (const std::string& content : CasesOf(GetParam()->name)) {
    for (std::size_t cut = 0; cut < content.size(); cut += 23) {
      Read(std::string_view(content).substr(0, cut));
      Read(std::string_view(content).substr(cut));
    }
  }
}

TEST_P(HostileTest, ReadsCasesOfOtherLanguages) {
  for (const LanguageRules* other : Languages()) {
    for (const std::string& content : CasesOf(other->name)) Read(content);
  }
}

// Its scanner looks for white space behind an annotation, and not for the end of the file.
TEST(KotlinTest, AnAnnotationAtTheEndOfAFileIsRead) {
  Parser parser;
  for (const std::string_view content :
       {"class A\n@", "class A\n@B", "class A\n@B(", "class A {\n  val a = 1\n  @B(\"c", "@", "@B",
        "class A\n// @", "val a: Int\n@get", "val a: Int\n@B(\nval b", "class A\n@B(c)@D"}) {
    const FileFacts facts = parser.Read(content, FindLanguage("kotlin"));
    EXPECT_EQ(FactsProblem(content, facts), "") << content;
    EXPECT_EQ(std::ranges::count(facts.uses, "@", &Use::name), 0) << content;
  }
}

TEST(PhpTest, ABlankNameDefinesNothing) {
  Parser parser;
  const FileFacts facts = parser.Read("<?php\ndefine(' ', 1);\ndefine('A', 2);\n", FindLanguage("php"));
  ASSERT_EQ(facts.symbols.size(), 1U);
  EXPECT_EQ(facts.symbols[0].name, "A");
}

TEST(LooseTest, TheNumberOfSymbolsIsBounded) {
  Parser parser;
  const auto facts = parser.Read(Repeated("def a\n", 170'000), FindLanguage("scala"));
  EXPECT_EQ(facts.reading, Reading::kLoose);
  EXPECT_EQ(facts.symbols.size(), 10'000U);
  EXPECT_EQ(facts.chunks.back().extent.last_line, 170'000U);
}

TEST(LooseTest, OneLineOfAMegabyteIsLookedAtFromItsBeginningOnly) {
  Parser parser;
  const std::string line = "def a(" + std::string(1'000'000, '(') + "\n";
  const auto facts = parser.Read(line, FindLanguage("scala"));
  ASSERT_EQ(facts.symbols.size(), 1U);
  EXPECT_EQ(facts.symbols[0].name, "a");
  EXPECT_LE(facts.symbols[0].signature.size(), 400U);
  EXPECT_TRUE(parser.Read(std::string(1'000'000, ' ') + "x", FindLanguage("scala")).symbols.empty());
}

TEST(LooseTest, WhatIsTooLongForANameDefinesNothing) {
  Parser parser;
  EXPECT_TRUE(parser.Read("def " + std::string(300, 'a') + "\n", FindLanguage("scala")).symbols.empty());
}

TEST(NestingTest, GrammarsAreNotGivenWhatTheyHaveNoRoomFor) {
  Parser parser;
  std::string python;
  for (std::size_t i = 0; i < 600; ++i) python += std::string(i, ' ') + "if a:\n";
  python += std::string(600, ' ') + "f'{a}'\n";
  EXPECT_EQ(parser.Read(python, FindLanguage("python")).limit, "nesting");
  const std::string word(300, 'A');
  for (const std::string& open : {"<<" + word, "<<~" + word, "<<-'" + word + "'", "<<\"" + word}) {
    EXPECT_EQ(parser.Read("x(" + open + ")\n1\n" + word + "\n", FindLanguage("ruby")).limit, "");
  }
  const auto ruby = parser.Read("# appends with `<<`\nclass A\nend\n# " + word + "\n",
                                FindLanguage("ruby"));
  EXPECT_EQ(ruby.limit, "");
  EXPECT_EQ(ruby.symbols.size(), 1U);
  EXPECT_EQ(parser.Read("x << '" + word + "'\n", FindLanguage("ruby")).limit, "");
  for (const std::string_view mark : {"> ", "- ", "1. ", ">"}) {
    EXPECT_EQ(parser.Read(Repeated(mark, 300) + "a\n", FindLanguage("markdown")).limit, "nesting");
  }
  EXPECT_EQ(parser.Read(std::string(300, '-') + "\n" + std::string(300, '*'),
                        FindLanguage("markdown")).limit,
            "");
}

INSTANTIATE_TEST_SUITE_P(Languages, HostileTest,
                         testing::ValuesIn(Languages().begin(), Languages().end()),
                         [](const auto& instance) { return std::string(instance.param->name); });

}  // namespace
}  // namespace satchel::code
