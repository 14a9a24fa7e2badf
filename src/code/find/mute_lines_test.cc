#include "code/find/mute_lines.h"

#include <string>

#include <gtest/gtest.h>

#include "index/texts/line_choice.h"

namespace satchel::retrieval {
namespace {

// The lines that are not mute, each with its line break.
std::string Said(std::string_view language, std::string_view text) {
  const auto lines = LinesIn(text);
  const auto mute = MuteLines(lines, language);
  std::string said;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!mute[i]) said += std::string(lines[i]) + "\n";
  }
  return said;
}

TEST(MuteLinesTest, ImportsOfEachLanguage) {
  EXPECT_EQ(Said("python", "import os\nfrom a import b\nfrom here to there\nimportant = 1\n"),
            "from here to there\nimportant = 1\n");
  EXPECT_EQ(Said("typescript",
                 "import { a } from './a';\nexport * from './b';\nconst c = require('c');\n"
                 "export const d = 1;\nconst lazy = import('x');\n"),
            "export const d = 1;\nconst lazy = import('x');\n");
  EXPECT_EQ(Said("go", "package a\n\nimport \"fmt\"\n\nfunc A() {}\n"), "\n\nfunc A() {}\n");
  EXPECT_EQ(Said("rust", "use a::b;\npub mod c;\nmod d {\nimpl Shape for Box {\nfn e() {}\n"),
            "mod d {\nfn e() {}\n");
  EXPECT_EQ(Said("csharp", "using System;\nnamespace A;\nclass B {}\n"), "class B {}\n");
}

TEST(MuteLinesTest, AnImportGoesOnToItsLastBracket) {
  EXPECT_EQ(Said("python", "from a import (\n    b,\n    c,\n)\nd = (\n    1)\n"),
            "d = (\n    1)\n");
  EXPECT_EQ(Said("python", "import a, \\\n    b\nc = 1\n"), "c = 1\n");
  EXPECT_EQ(Said("javascript", "import {\n  a,\n} from 'a';\na();\n"), "a();\n");
  EXPECT_EQ(Said("go", "import (\n\t\"a\"\n\t\"b\"\n)\nvar c = 1\n"), "var c = 1\n");
}

TEST(MuteLinesTest, AHeadersGuardAndItsNamespace) {
  EXPECT_EQ(Said("c", "#ifndef DICT_H\n#define DICT_H\n#include <a.h>\n#ifndef X\n#define Y 1\n"),
            "#ifndef X\n#define Y 1\n");
  EXPECT_EQ(Said("cpp", "#pragma once\nnamespace a {\nnamespace b\n{\nstruct C;\n"),
            "{\nstruct C;\n");
}

TEST(MuteLinesTest, ADocumentHasNone) {
  EXPECT_EQ(Said("markdown", "import it\n"), "import it\n");
  EXPECT_EQ(Said("", "import it\n"), "import it\n");
}

TEST(MuteLinesTest, AnImportThatNeverEndsIsNotTheWholeFile) {
  std::string text = "import (\n";
  for (int i = 0; i < 2000; ++i) text += "x\n";
  EXPECT_EQ(Said("go", text).size(), (2000U - 399U) * 2U);
}

}  // namespace
}  // namespace satchel::retrieval
