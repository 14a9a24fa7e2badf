#include "code/languages/c/macros.h"

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(MacrosTest, TheMacroOfAClassWithABodyBecomesSpaces) {
  EXPECT_EQ(WithoutMacros("class DB_EXPORT Table : Base {"), "class           Table : Base {");
  EXPECT_EQ(WithoutMacros("struct API(1, 2) A final {"), "struct           A final {");
}

TEST(MacrosTest, WhatIsNoSuchClassStays) {
  for (const char* text :
       {"class Table {", "class TABLE {", "struct TABLE rows;", "class API Table;",
        "struct TABLE rows = {1};", "subclass API Table {", "class API", "class API(",
        "class API A::B {", "struct API A::B", "class ", ""}) {
    EXPECT_EQ(WithoutMacros(text), "") << text;
  }
}

TEST(MacrosTest, AMacroOnALineOfItsOwnBeforeADeclarationBecomesSpaces) {
  EXPECT_EQ(WithoutMacros("class A {\n  Q_OBJECT\n public:\n"),
            "class A {\n          \n public:\n");
  EXPECT_EQ(WithoutMacros("int a;  // b\n\nOLD(\"a)\", f(1))\n// c\n#if D\nvoid f();\n"),
            "int a;  // b\n\n               \n// c\n#if D\nvoid f();\n");
  EXPECT_EQ(WithoutMacros("{\n  ONE(a)\n  TWO(b)\n  int c;\n}"),
            "{\n        \n        \n  int c;\n}");
}

TEST(MacrosTest, AMacroThatMayBePartOfSomethingStays) {
  for (const char* text : {
           "TEST(A, b)\n{\n}\n",                // a function
           "int a =\n  VALUE\n  OTHER;\n",      // an expression
           "enum A {\n  FIRST\n};\n",           // the last one of a list
           "f(\n  ARGUMENT(a)\n  b);\n",        // of a call
           "#define A \\\n  ONE(a) \\\n  b\n",  // of another macro
           "CALL(a);\nint b;\n",
           "int\nMACRO(a)\nint b;\n",
           "MACRO(\nint b;\n",
           "MACRO(a) b\nint c;\n",
           "Type\nint c;\n",
           "MACRO(\")\nint c;\n",
           "MACRO(a)",
       }) {
    EXPECT_EQ(WithoutMacros(text), "") << text;
  }
}

}  // namespace
}  // namespace satchel::code
