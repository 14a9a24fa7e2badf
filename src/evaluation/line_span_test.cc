#include "evaluation/line_span.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::evaluation {
namespace {

using testing::ElementsAre;
using testing::Optional;

LineSpan Span(std::string path, std::uint32_t first, std::uint32_t last) {
  return {.path = std::move(path), .first = first, .last = last};
}

TEST(LineSpanTest, IsAPathWithItsLines) {
  EXPECT_THAT(ParseLineSpan("src/a.py:3-9"), Optional(Span("src/a.py", 3, 9)));
  EXPECT_THAT(ParseLineSpan("a:b.py:7"), Optional(Span("a:b.py", 7, 7)));
  for (const char* text : {"", "a.py", ":3-9", "a.py:", "a.py:9-3", "a.py:0-3", "a.py:-3",
                           "a.py:3-", "a.py:3-9x", "a.py:1-4294967296"}) {
    EXPECT_EQ(ParseLineSpan(text), std::nullopt) << text;
  }
}

TEST(LineSpanTest, WhatOverlapsOrFollowsIsOne) {
  EXPECT_THAT(MergeSpans({Span("b", 1, 2), Span("a", 5, 9), Span("a", 1, 4), Span("a", 3, 6),
                          Span("a", 11, 11)}),
              ElementsAre(Span("a", 1, 9), Span("a", 11, 11), Span("b", 1, 2)));
  EXPECT_EQ(LinesIn(MergeSpans({Span("a", 1, 4), Span("a", 4, 4), Span("b", 1, 4294967295)})),
            4294967299U);
}

TEST(LineSpanTest, LinesInCommonAreOfTheSameFile) {
  const std::vector<LineSpan> left = {Span("a", 1, 10), Span("a", 20, 30), Span("c", 1, 3)};
  const std::vector<LineSpan> right = {Span("a", 5, 22), Span("a", 30, 40), Span("b", 1, 9),
                                       Span("c", 3, 3)};
  EXPECT_EQ(CommonLines(left, right), 11U);
  EXPECT_EQ(CommonLines(right, left), 11U);
  EXPECT_EQ(CommonLines(left, {}), 0U);
}

}  // namespace
}  // namespace satchel::evaluation
