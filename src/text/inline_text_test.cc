#include "text/inline_text.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::text {
namespace {

TEST(InlineTextTest, LeavesOrdinaryTitlesAlone) {
  for (const std::string_view text :
       {"Use `std::expected` for errors", "src/app/[slug]/page.tsx", "operator->", "_private",
        "*ptr and **bold**", "-Wall", "#define X 1", "1.5 times", "a [link](https://example.org)",
        "::std::move", "x = y", "Überschrift", "~/.bashrc"}) {
    EXPECT_EQ(InlineText(text, 100), text);
  }
}

// Texts that begin with a letter or bracket may take the short way; after a full stop none does.
TEST(InlineTextTest, TheShortWayGivesWhatTheLongOneDoes) {
  constexpr std::string_view kCharacters = "aZ09  .,:;-->![]`~_#*|&<'\"(){}=+\n\t\x7f\xc3";
  test::Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = random.OneIn(2) ? "t" : "[2026-01-02] ";
    for (std::size_t size = random.Below(12); size > 0; --size) text += random.Pick(kCharacters);
    std::string line = InlineText(text, 100);
    // A bracket that would begin a block is escaped, after a full stop it begins none.
    if (line.starts_with("\\[")) line.erase(0, 1);
    ASSERT_EQ("." + line, InlineText("." + text, 101)) << text;
    ASSERT_EQ(InlineBytes(text, 8), InlineText(text, 8).size()) << text;
  }
  EXPECT_EQ(InlineText("twelve chars", 12), "twelve chars");
  EXPECT_EQ(InlineText("twelve chars", 11), InlineText("twelve chars ", 11));
}

TEST(InlineTextTest, KeepsEverythingOnOneLine) {
  EXPECT_EQ(InlineText("  a\n\n# b\r\n\tc  ", 100), "a # b c");
  EXPECT_EQ(InlineText("a\rb\u2028c", 100), "a\\u{D}b\\u{2028}c");
}

TEST(InlineTextTest, OpensNoBlockAtItsStart) {
  EXPECT_EQ(InlineText("# Title", 100), "\\# Title");
  EXPECT_EQ(InlineText("#", 100), "\\#");
  EXPECT_EQ(InlineText("> quote", 100), "\\> quote");
  EXPECT_EQ(InlineText("- item", 100), "\\- item");
  EXPECT_EQ(InlineText("* * *", 100), "\\* * *");
  EXPECT_EQ(InlineText("---", 100), "\\---");
  EXPECT_EQ(InlineText("===", 100), "\\===");
  EXPECT_EQ(InlineText("___", 100), "\\___");
  EXPECT_EQ(InlineText("12. item", 100), "12\\. item");
  EXPECT_EQ(InlineText("3)", 100), "3\\)");
  EXPECT_EQ(InlineText("| a | b |", 100), "\\| a | b |");
  EXPECT_EQ(InlineText("[x] done", 100), "\\[x] done");
  EXPECT_EQ(InlineText("[ref]: https://example.org", 100), "\\[ref]: https://example.org");
}

TEST(InlineTextTest, OpensNoFenceNoHtmlAndNoImageAnywhere) {
  EXPECT_EQ(InlineText("```sh", 100), "\\`\\`\\`sh");
  EXPECT_EQ(InlineText("a ````", 100), "a \\`\\`\\`\\`");
  EXPECT_EQ(InlineText("~~~", 100), "\\~\\~\\~");
  EXPECT_EQ(InlineText("a <!-- b --> <script>", 100), "a &lt;!-- b --&gt; &lt;script>");
  EXPECT_EQ(InlineText("![x](https://example.org/t.png)", 100),
            "!\\[x](https://example.org/t.png)");
}

TEST(InlineTextTest, CutsBetweenCharactersAndNeverInsideAnEscape) {
  EXPECT_EQ(InlineText("abcdef", 6), "abcdef");
  EXPECT_EQ(InlineText("abcdefg", 6), "abcde…");
  EXPECT_EQ(InlineText("ёжикёжик", 5), "ёжик…");
  EXPECT_EQ(InlineText("abc<<", 8), "abc&lt;…");
  EXPECT_EQ(InlineText("abc<def", 6), "abc…");
  EXPECT_EQ(InlineText("abc", 1), "…");
  EXPECT_EQ(InlineText("abc", 0), "");
  EXPECT_EQ(InlineText("", 0), "");
}

TEST(InlineTextTest, ACutLeavesNoJoinerWithoutItsNeighbour) {
  const std::string joined = "\u0644\u200C\u0644\u200C\u0644";
  EXPECT_EQ(InlineText(joined, 5), joined);
  EXPECT_EQ(InlineText(joined, 3), "\u0644…");
}

TEST(InlineTextTest, LeavesCodeSpansAsTheyAreWritten) {
  for (const std::string_view text :
       {"Use `std::vector<int>` for it", "`<b>` --> `-->` `![x]`", "``a ` <b>`` and `<`",
        "never ```<script>``` here", "`a\\`<", "\\<b> and \\`", "`~~~`"}) {
    std::string wanted(text);
    if (text.ends_with("`<")) wanted.replace(wanted.size() - 1, 1, "&lt;");
    if (const auto arrow = wanted.find("` --> `"); arrow != wanted.npos) {
      wanted.replace(arrow, 7, "` --&gt; `");
    }
    EXPECT_EQ(InlineText(text, 100), wanted);
  }
}

TEST(InlineTextTest, EscapesWhatOnlyLooksLikeACodeSpan) {
  EXPECT_EQ(InlineText("`<b>", 100), "\\`&lt;b>");
  EXPECT_EQ(InlineText("`<b>``", 100), "\\`&lt;b>\\`\\`");
  EXPECT_EQ(InlineText("\\`<b>`", 100), "\\`&lt;b>\\`");
  EXPECT_EQ(InlineText("\\``<b>`", 100), "\\`\\`&lt;b>\\`");
  const std::string ticks(40, '`');
  EXPECT_FALSE(InlineText(ticks + "<b>" + ticks, 1'000).contains('<'));
}

TEST(InlineTextTest, ASpanThatTheCutWouldOpenIsEscaped) {
  EXPECT_EQ(InlineText("`<b> <i>`", 9), "`<b> <i>`");
  EXPECT_EQ(InlineText("`<b> <i>` x", 9), "\\`&lt;b>…");
  EXPECT_EQ(InlineText("a `<b> <i>`", 9), "a \\`&lt;…");
}

TEST(InlineTextTest, TextsOfEarlierPacketsAreShownAsTheyWere) {
  EXPECT_EQ(InlineText("`<b>` ````", 100, Spans::kEscaped), "`&lt;b>` \\`\\`\\``");
  EXPECT_EQ(InlineBytes("`<b>`", 100, Spans::kEscaped), 8U);
}

TEST(ItemTextTest, ALineIsWhatItIsAlone) {
  EXPECT_EQ(ItemText("# `<b>` <i>", 100), InlineText("# `<b>` <i>", 100));
  EXPECT_EQ(ItemBytes("# `<b>` <i>", 100), InlineText("# `<b>` <i>", 100).size());
}

TEST(ItemTextTest, NestedItemsKeepTheirMarksBoxesAndDepth) {
  EXPECT_EQ(ItemText("a\n    - b\n        * [x] c\n    - [ ] d\n  e", 100),
            "a\n  - b\n    * [x] c\n  - [ ] d\n  e");
}

TEST(ItemTextTest, FencedCodeKeepsItsLines) {
  EXPECT_EQ(ItemText("run\n   ```sh\n   a <b>\n\n     c\n   ```\n   then", 100),
            "run\n  ```sh\n  a <b>\n\n    c\n  ```\n  then");
  EXPECT_EQ(ItemText("```\n  a\n  ```", 100), "```\n  a\n  ```");
  EXPECT_EQ(ItemText("a\n- b\n  ~~~\n  c\n  ~~~", 100), "a\n  - b\n    ```\n    c\n    ```");
}

TEST(ItemTextTest, AFenceIsLongerThanWhatIsInItAndAlwaysClosed) {
  EXPECT_EQ(ItemText("a\n  ````\n  ```\n  # b\n  ````", 100), "a\n  ````\n  ```\n  # b\n  ````");
  EXPECT_EQ(ItemText("a\n  ```\n# b", 100), "a\n  ```\n  # b\n  ```");
}

TEST(ItemTextTest, BlankLinesAtTheBeginningAreLeftOut) {
  EXPECT_EQ(ItemText("  \n\n  # a\nb", 100), "\\# a\n  b");
}

TEST(ItemTextTest, ACutLeavesNoLineEndWithoutItsIndentation) {
  EXPECT_EQ(ItemText("a\r\n```\r\nbc\r\nd\r\n```\r\n", 6), "a\n  ```\n  bc\n  …\n  ```");
}

TEST(ItemTextTest, ACodeSpanEndsOnItsLine) {
  EXPECT_EQ(ItemText("a ` b\n`<i>` ` c", 100), "a \\` b\n  `<i>` \\` c");
}

TEST(ItemTextTest, NoLineBeginsABlock) {
  EXPECT_EQ(ItemText("a\n# b\n---\n> c\n2. d\n-\n<div>", 100),
            "a\n  \\# b\n  \\---\n  \\> c\n  2\\. d\n  \\-\n  &lt;div>");
}

TEST(ItemTextTest, ACutIsMarkedAndLeavesNoFenceOpen) {
  EXPECT_EQ(ItemText("ab\ncd\nef", 6), "ab\n  cd\n  …");
  EXPECT_EQ(ItemText("ab\n```\ncdefgh\n```\ni", 7), "ab\n  ```\n  cde…\n  ```\n  …");
}

}  // namespace
}  // namespace satchel::text
