#include "sources/code/languages/cpp/export_macros.h"

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(ExportMacrosTest, TheMacroOfAClassWithABodyBecomesSpaces) {
  EXPECT_EQ(WithoutExportMacros("class DB_EXPORT Table : Base {"),
            "class           Table : Base {");
  EXPECT_EQ(WithoutExportMacros("struct API(1, 2) A final {"), "struct           A final {");
}

TEST(ExportMacrosTest, WhatIsNoSuchClassStays) {
  for (const char* text :
       {"class Table {", "class TABLE {", "struct TABLE rows;", "class API Table;",
        "struct TABLE rows = {1};", "subclass API Table {", "class API", "class API(",
        "class API A::B {", "struct API A::B", "class ", ""}) {
    EXPECT_EQ(WithoutExportMacros(text), "") << text;
  }
}

}  // namespace
}  // namespace satchel::code
