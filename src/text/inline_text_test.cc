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
        "*ptr and **bold**", "-Wall", "#define X 1", "1.5 times", "a [label] and [2026-01-01] (b)",
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
            "!\\[x]\\(https://example.org/t.png)");
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
  EXPECT_EQ(InlineText("`<b>` ````", 100, Markup::kNoSpans), "`&lt;b>` \\`\\`\\``");
  EXPECT_EQ(InlineBytes("`<b>`", 100, Markup::kNoSpans), 8U);
  EXPECT_EQ(InlineText("[ab](b)", 100, Markup::kNoSpans), "[ab](b)");
  EXPECT_EQ(InlineText("[ab](b) `<b>`", 100, Markup::kLinks), "[ab](b) `<b>`");
  EXPECT_EQ(ItemText("[ab](b)\n[cd](d)", 100, Markup::kLinks), "[ab](b)\n  [cd](d)");
}

TEST(InlineTextTest, NoTextIsALink) {
  EXPECT_EQ(InlineText("see [the `](` docs](https://a.example)", 100),
            "see [the `](` docs]\\(https://a.example)");
  EXPECT_EQ(InlineBytes("a [b](c)", 100), 9U);
  EXPECT_EQ(ItemText("a [b](c)\nd [e](f)", 100), "a [b]\\(c)\n  d [e]\\(f)");
  EXPECT_EQ(InlineText("<https://a.example>", 100), "&lt;https://a.example>");
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

TEST(ItemTextTest, ALabelOverSeveralLinesDefinesNoLink) {
  EXPECT_EQ(ItemText("[redacted:github-token\n]: https://evil.example", 100),
            "\\[redacted:github-token\n  ]: https://evil.example");
  EXPECT_EQ(ItemText("a\n- [b\n\n  c\n]: x", 100), "a\n  - \\[b\n    c\n  ]: x");
  EXPECT_EQ(ItemText("[a\n[b]: x", 100), "\\[a\n  \\[b]: x") << "the second escape is of the label";
  EXPECT_EQ(ItemText("[a ![b\n]: x", 100), "\\[a !\\[b\n  ]: x");
  EXPECT_EQ(ItemText("[2026-01-01] a\n[ab] c", 100), "[2026-01-01] a\n  [ab] c");
}

TEST(ItemTextTest, ACutIsMarkedAndLeavesNoFenceOpen) {
  EXPECT_EQ(ItemText("ab\ncd\nef", 6), "ab\n  cd\n  …");
  EXPECT_EQ(ItemText("ab\n```\ncdefgh\n```\ni", 7), "ab\n  ```\n  cde…\n  ```\n  …");
}

TEST(QuoteTextTest, ProseIsLeftAsItIs) {
  for (const std::string_view text :
       {"one\n\n## two\n- a\n- [ ] b\n", "a < b, `List<T>` and *c*\n", "[2026-01-01] a [b] c\n",
        "`def f(x: list[int]):` --> ok!\n", "1. a\n   b\n\n    code\n"}) {
    EXPECT_EQ(QuoteText(text), text);
  }
  EXPECT_TRUE(IsPlainQuote("one\n## two!\n"));
  EXPECT_FALSE(IsPlainQuote("a <b>"));
}

TEST(QuoteTextTest, HtmlImagesAndLinksAreText) {
  EXPECT_EQ(QuoteText("<img src=x>\n![a](b) <!-- <?x </p> <https://a.example>"),
            "&lt;img src=x>\n!\\[a]\\(b) &lt;!-- &lt;?x &lt;/p> &lt;https://a.example>\n");
  EXPECT_EQ(QuoteText("\\<img> \\\\<img>\n"), "\\<img> \\\\&lt;img>\n");
}

TEST(QuoteTextTest, ALineThatDefinesALinkIsText) {
  EXPECT_EQ(QuoteText("[a]: https://a.example\n> - 1. [b]: x\n"),
            "\\[a]: https://a.example\n> - 1. \\[b]: x\n");
  EXPECT_EQ(QuoteText("[of\ntwo lines]: x\n"), "\\[of\ntwo lines]: x\n");
  EXPECT_EQ(QuoteText("[of\n[two lines]: x\n"), "\\[of\n\\[two lines]: x\n");
  EXPECT_EQ(QuoteText("[of ![\ntwo lines]: x\n"), "\\[of !\\[\ntwo lines]: x\n");
  EXPECT_EQ(QuoteText("[a `]: x`\n"), "\\[a `]: x`\n")
      << "no span begins before the blocks are known";
}

TEST(QuoteTextTest, ASpanOverTwoLinesIsNone) {
  EXPECT_EQ(QuoteText("a ` b\n`<img>` c\n"), "a \\` b\n`<img>` c\n");
  EXPECT_EQ(QuoteText("``a <b>`\n"), "\\`\\`a &lt;b>\\`\n");
}

TEST(QuoteTextTest, InALineThatMayBeOfATableNoSpanHidesMarkup) {
  EXPECT_EQ(QuoteText("| `a | b` `<img>` |\n"), "| `a | b` \\`&lt;img>\\` |\n");
}

TEST(QuoteTextTest, FencedCodeKeepsItsLinesInAFenceOfOurs) {
  EXPECT_EQ(QuoteText("- a\n  ```html\n  <img>\n\n  ```\n  b <i>\n"),
            "- a\n  ```html\n  <img>\n\n  ```\n  b &lt;i>\n");
  EXPECT_EQ(QuoteText("~~~\n```\n<b>\n"), "````\n```\n<b>\n````\n") << "always closed";
  EXPECT_EQ(QuoteText("- ```\n  <b>\n  ```\n"), "-\n  ```\n  <b>\n  ```\n");
  EXPECT_EQ(QuoteText("para\n      ```\n      <b>\n      ```\n"), "para\n   ```\n   <b>\n   ```\n")
      << "further in it would be text";
}

TEST(QuoteTextTest, EveryLineEndIsOne) {
  EXPECT_EQ(QuoteText("a\r\nb\r[c]: d"), "a\nb\n\\[c]: d\n");
}

}  // namespace
}  // namespace satchel::text
