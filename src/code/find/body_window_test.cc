#include "code/find/body_window.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

// Twenty lines of ten bytes with the line break; some have a word.
std::string Lines(const std::vector<std::size_t>& with_word, std::size_t count = 20) {
  std::string text;
  for (std::size_t line = 1; line <= count; ++line) {
    text += std::ranges::find(with_word, line) == with_word.end() ? "---------\n" : "- pay(1);\n";
  }
  return text;
}

LineRange Window(const std::string& text, LineRange body, std::size_t lines,
                 const std::vector<std::uint32_t>& asked = {}) {
  const std::vector<LineWord> words = {{.word = "pay", .worth = Score::FromInt(1)}};
  return WindowOf(text, {.body = body, .asked = asked, .words = words, .most_bytes = 10 * lines});
}

TEST(BodyWindowTest, HasAThirdOfItsLinesBeforeTheLineThatTheTaskNames) {
  EXPECT_EQ(Window(Lines({}), {1, 20}, 7, {10}), (LineRange{8, 14}));
  EXPECT_EQ(Window(Lines({}), {1, 20}, 1, {10}), (LineRange{10, 10}));
}

TEST(BodyWindowTest, StaysInsideTheBody) {
  EXPECT_EQ(Window(Lines({}), {5, 15}, 6, {5}), (LineRange{5, 10}));
  EXPECT_EQ(Window(Lines({}), {5, 15}, 6, {15}), (LineRange{10, 15}));
  EXPECT_EQ(Window(Lines({1, 2, 3}), {5, 15}, 6), (LineRange{5, 10}));
  EXPECT_EQ(Window(Lines({}), {5, 15}, 100, {7}), (LineRange{5, 15}));
}

TEST(BodyWindowTest, TheFirstAskedLineInsideTheBodyCounts) {
  EXPECT_EQ(Window(Lines({}), {5, 15}, 1, {3, 12, 6}), (LineRange{12, 12}));
}

TEST(BodyWindowTest, WithoutAnAskedLineTheWordsAreInTheMiddle) {
  EXPECT_EQ(Window(Lines({9, 10}), {1, 20}, 6), (LineRange{7, 12}));
  EXPECT_EQ(Window(Lines({3, 12, 14}), {1, 20}, 3), (LineRange{12, 14})) << "two words are more";
}

TEST(BodyWindowTest, WithoutWordsItIsTheHead) {
  EXPECT_EQ(Window(Lines({}), {1, 20}, 5), (LineRange{1, 5}));
}

TEST(BodyWindowTest, ALineThatIsTooLongStandsAlone) {
  const std::string text = "a\n" + std::string(500, 'x') + "\nb\n";
  EXPECT_EQ(Window(text, {1, 3}, 2, {2}), (LineRange{2, 2}));
}

TEST(BodyWindowTest, ALineThatIsTooLongIsNotChosenForItsWords) {
  const std::string text = "pay pay" + std::string(500, 'x') + "\na(1);\nb(2);\n";
  EXPECT_EQ(Window(text, {1, 3}, 2), (LineRange{2, 3}));
}

TEST(BodyWindowTest, AWordCountsOncePerLineAndByItsStem) {
  const std::string text = "pay pay pay\npaying(1);\n\npaid\npays(2);\npays(3);\n";
  EXPECT_EQ(WindowOf(text, {.body = {1, 6},
                            .words = std::vector<LineWord>{{"pay", Score::FromInt(1)}},
                            .most_bytes = 20}),
            (LineRange{5, 6}));
}

}  // namespace
}  // namespace satchel::retrieval
