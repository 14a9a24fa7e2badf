#include "text/columns.h"

#include <gtest/gtest.h>

namespace satchel::text {
namespace {

TEST(ColumnsTest, ATabReachesToTheNextStop) {
  EXPECT_EQ(ColumnAfter("\t"), 8U);
  EXPECT_EQ(ColumnAfter("ab\tc"), 9U);
  EXPECT_EQ(ColumnAfter("\tx", 9), 17U);
  EXPECT_EQ(ColumnAfter("\t", 8), 16U);
}

TEST(ColumnsTest, WideCharactersTakeTwoColumnsAndMarksNone) {
  EXPECT_EQ(ColumnAfter("ab"), 2U);
  EXPECT_EQ(ColumnAfter("日本"), 4U);
  EXPECT_EQ(ColumnAfter("e\u0301"), 1U);
  EXPECT_EQ(ColumnAfter("…"), 1U);
  EXPECT_EQ(ColumnAfter(""), 0U);
}

TEST(ColumnsTest, KeepsALineThatFits) {
  EXPECT_EQ(CutToColumn("abcd", 0, 4), "abcd");
  EXPECT_EQ(CutToColumn("\tx", 9, 17), "\tx");
  EXPECT_EQ(CutToColumn("", 9, 4), "");
}

TEST(ColumnsTest, CutsSoThatTheMarkFits) {
  EXPECT_EQ(CutToColumn("abcde", 0, 4), "abc…");
  EXPECT_EQ(CutToColumn("日本語", 0, 5), "日本…");
  EXPECT_EQ(CutToColumn("日本語", 0, 4), "日…");
  EXPECT_EQ(CutToColumn("\treturn nil", 9, 20), "\tret…");
  EXPECT_EQ(CutToColumn("ab  cdef", 0, 5), "ab…");
}

TEST(ColumnsTest, NeverEndsBehindTheLastColumn) {
  const std::string line = "\tif x == \"日本\" {\treturn e\u0301rr } // \xff and more";
  for (std::size_t end = 12; end < 60; ++end) {
    EXPECT_LE(ColumnAfter(CutToColumn(line, 9, end), 9), end) << end;
  }
}

}  // namespace
}  // namespace satchel::text
