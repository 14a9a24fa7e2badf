#include "code/facts/line_text.h"

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(LinesOfTest, WholeLinesWithTheirBreaks) {
  constexpr std::string_view kText = "one\ntwo\r\nthree";
  EXPECT_EQ(LinesOf(kText, 1, 1), "one\n");
  EXPECT_EQ(LinesOf(kText, 2, 3), "two\r\nthree");
  EXPECT_EQ(LinesOf(kText, 3, 9), "three");
}

TEST(LinesOfTest, WhatIsNotThereIsLeftOut) {
  EXPECT_EQ(LinesOf("one\n", 2, 3), "");
  EXPECT_EQ(LinesOf("", 1, 1), "");
  EXPECT_EQ(LinesOf("one\n", 0, 0), "");
  EXPECT_EQ(LinesOf("one\ntwo\n", 2, 1), "");
}

}  // namespace
}  // namespace satchel::code
