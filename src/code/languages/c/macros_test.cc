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

TEST(MacrosTest, AttributesOfAFunctionBecomeSpaces) {
  EXPECT_EQ(WithoutMacros("static __always_inline __alloc_size(1) void *f(int a) {\n"),
            "static                                 void *f(int a) {\n");
  EXPECT_EQ(WithoutMacros("int __must_check\n__f(int a)\n\t__acquires(x)\n{"),
            "int             \n__f(int a)\n\t             \n{");
  EXPECT_EQ(WithoutMacros("static __init __u32 f(void) __cold;"),
            "static __init       f(void)       ;");
}

TEST(MacrosTest, WhatMayBeATypeOrAFunctionStays) {
  for (const char* text : {
           "static __u32 f(int a) {\n",
           "__u32 f(int a);\n",
           "__f(int a)\n{\n",
           "int __f(int a) {\n",
           "int f(__u32 a) {\n",
           "int a = __f(b);\n",
           "  return __init void f(int a);\n",
           "int f(void) const {\n",
           "__attribute__((cold)) int f(int a) {\n",
           "__printf(1, 2) void",
           "__alloc(1",
           "int __cold f(int a",
       }) {
    EXPECT_EQ(WithoutMacros(text), "") << text;
  }
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
