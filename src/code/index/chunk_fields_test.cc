#include "code/index/chunk_fields.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/languages/languages.h"
#include "code/parse/parser.h"
#include "code/walk/language.h"

namespace satchel::code {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ChunkFields> FieldsOfAll(const std::string& content,
                                     const std::string& path = "lib/shapes.py") {
  Parser parser;
  const FileFacts facts = parser.Read(content, FindLanguage(LanguageOf(path, content)));
  const ChunkFieldsReader reader(path, content, facts, CommentStyleOf(path, content));
  std::vector<ChunkFields> all;
  for (const Chunk& chunk : facts.chunks) {
    all.push_back(reader.Read(chunk));
  }
  return all;
}

TEST(ChunkFieldsTest, AFunctionHasItsNameSignatureAndWords) {
  const auto fields = FieldsOfAll(
      "import os\n\n\ndef draw(shape):\n    \"\"\"Draws it.\"\"\"\n    # TODO: colours\n    return "
      "shape\n");
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[0].head, "import os\n");
  EXPECT_EQ(fields[0].names, "");
  EXPECT_EQ(fields[1].names, "draw");
  EXPECT_EQ(fields[1].path, "lib/shapes.py");
  EXPECT_EQ(fields[1].head, "def draw(shape):");
  EXPECT_EQ(fields[1].comments, "Draws it.\nTODO: colours");
  EXPECT_THAT(fields[1].body, HasSubstr("return shape"));
}

// A chunk is given what begins in it and no more, wherever it is in the lists of the facts.
TEST(ChunkFieldsTest, EachOfManyChunksHasItsOwnNamesAlone) {
  std::string content;
  for (int i = 0; i < 60; ++i) {
    content += fmt::format("def shape_{}(side):\n    # corner {}\n", i, i);
    for (int line = 0; line < 20; ++line) content += "    side = side + side\n";
    content += "    return side\n\n\n";
  }
  const auto fields = FieldsOfAll(content);
  ASSERT_GE(fields.size(), 30U);
  for (const ChunkFields& one : fields) {
    for (int i = 0; i < 60; ++i) {
      const std::string name = fmt::format("shape_{}(", i);
      const std::string head = one.head.substr(0, one.head.find("    "));
      const bool defined = one.body.find("def " + name) != std::string::npos;
      EXPECT_EQ(head.find(name) != std::string::npos, defined) << name << "\n" << one.head;
    }
  }
}

TEST(ChunkFieldsTest, PartsOfALongFunctionSayWhatTheyAreOf) {
  std::string content = "def long_one():\n";
  for (int i = 0; i < 1000; ++i) content += "    call(" + std::to_string(i) + ")\n";
  const auto fields = FieldsOfAll(content);
  ASSERT_GT(fields.size(), 1U);
  for (const ChunkFields& part : fields) EXPECT_EQ(part.names, "long_one");
}

TEST(ChunkFieldsTest, AKeyOfAConfigurationIsFoundByItsLineAlone) {
  const auto settings = FieldsOfAll("database:\n  pool_size: 4\n", "settings.yaml");
  ASSERT_EQ(settings.size(), 1U);
  EXPECT_EQ(settings[0].names, "");
  EXPECT_THAT(settings[0].body, HasSubstr("pool_size"));
  const auto rules = FieldsOfAll("all: shop\n\techo done\n", "Makefile");
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].names, "all");
}

TEST(ChunkFieldsTest, AMemberNamesItsClass) {
  std::string content = "class Shape:\n";
  for (int i = 0; i < 60; ++i) {
    content += "    def area_" + std::to_string(i) + "(self):\n        return " +
               std::string(40, '1') + "\n\n";
  }
  const auto fields = FieldsOfAll(content);
  ASSERT_EQ(fields.size(), 61U);
  EXPECT_EQ(fields[0].names, "Shape");
  EXPECT_EQ(fields[1].names, "Shape\narea_0");
  EXPECT_THAT(fields[1].body, Not(HasSubstr("area_1")));
}

TEST(ChunkFieldsTest, CommentsWithLinesOfTheirOwnAreInOnce) {
  const auto fields = FieldsOfAll(
      "// Draws it\n// in colour.\nvoid Draw() {\n  int a = 1;  // not alone\n  /* Twice as\n"
      "     large. */\n  // NOTE: slow\n  *p = a;\n}\n",
      "draw.cc");
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].comments, "Draws it\nin colour.\nTwice as\nlarge.\nNOTE: slow");
}

TEST(ChunkFieldsTest, AKeptCommentBehindCodeIsIn) {
  const auto fields = FieldsOfAll("void F() {\n  a();  // TODO: b\n}\n", "f.cc");
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].comments, "TODO: b");
}

TEST(ChunkFieldsTest, AFileReadLooselyHasNamesSignaturesAndComments) {
  const auto fields = FieldsOfAll(
      "require 'set'\n\n# All of them.\ndef every(kind)\n  # by name\n  kind.all\nend\n", "a.rb");
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[1].names, "every");
  EXPECT_EQ(fields[1].head, "def every(kind)");
  EXPECT_EQ(fields[1].comments, "All of them.\nby name");
}

TEST(ChunkFieldsTest, AFileInNoKnownLanguageHasComments) {
  const auto fields = FieldsOfAll("# For the tests.\nkey: 1\n#anchor\n// Both.\n", "a.conf");
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].comments, "For the tests.\nBoth.");
}

TEST(ChunkFieldsTest, ProseHasNoCommentsButHiddenOnes) {
  const auto fields = FieldsOfAll("# Title\n\n* one\n<!-- two -->\n// three\n", "a.md");
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].comments, "two");
}

}  // namespace
}  // namespace satchel::code
