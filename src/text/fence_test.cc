#include "text/fence.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::text {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

PromptFence FenceFor(std::vector<std::string_view> contents) { return PromptFence::For(contents); }

TEST(MarkdownFenceTest, IsLongerThanAnyRunOfBackticks) {
  EXPECT_EQ(MarkdownFence(""), "```");
  EXPECT_EQ(MarkdownFence("a `b` ``c``"), "```");
  EXPECT_EQ(MarkdownFence("```\ncode\n```\n"), "````");
  EXPECT_EQ(MarkdownFence("x ``````` y ```"), "````````");
  EXPECT_EQ(MarkdownFence("~~~~~~~~\n"), "```");
}

TEST(MarkdownBlockTest, AddsANewlineOnlyWhereThereIsNone) {
  EXPECT_EQ(MarkdownBlock("cpp", "int x;\n"), "```cpp\nint x;\n```\n");
  EXPECT_EQ(MarkdownBlock("cpp", "int x;"), "```cpp\nint x;\n```\n");
  EXPECT_EQ(MarkdownBlock("", ""), "```\n```\n");
  EXPECT_EQ(MarkdownBlock("", "\n"), "```\n\n```\n");
  EXPECT_EQ(MarkdownBlock("", "a\r\n"), "```\na\r\n```\n");
}

TEST(MarkdownBlockTest, TakesOutOfTheInfoStringWhatCouldEndIt) {
  EXPECT_EQ(MarkdownBlock("a`b\n```\nc", "x"), "```ab  c\nx\n```\n");
  EXPECT_EQ(MarkdownBlock("  path/to файл  ", "x"), "```path/to файл\nx\n```\n");
  EXPECT_EQ(MarkdownBlock("a\r\x1b[0m\u2028", "x"), "```a/u{D}/u{1B}[0m/u{2028}\nx\n```\n");
  EXPECT_EQ(MarkdownBlock("&#96;&#96;&#96;", "x"), "```+#96;+#96;+#96;\nx\n```\n");
  const std::string block = MarkdownBlock(std::string(199, 'a') + "éé", "x");
  EXPECT_EQ(block.substr(0, block.find('\n')), "```" + std::string(199, 'a'));
}

TEST(PromptFenceTest, IsAFunctionOfAllContents) {
  const std::string tag = FenceFor({"one", "two"}).tag();
  EXPECT_THAT(tag, MatchesRegex("satchel-[0-9a-f]{8}"));
  EXPECT_EQ(FenceFor({"one", "two"}).tag(), tag);
  EXPECT_NE(FenceFor({"one", "two!"}).tag(), tag);
  EXPECT_NE(FenceFor({"onet", "wo"}).tag(), tag);
  EXPECT_NE(FenceFor({"two", "one"}).tag(), tag);
}

TEST(PromptFenceTest, WrapsAContentInItsTag) {
  const PromptFence fence = FenceFor({"x"});
  const std::array<FenceAttribute, 2> attributes = {{{"path", "src/a.cc"}, {"trust", "workspace"}}};
  EXPECT_EQ(
      fence.Block(attributes, "x"),
      "<" + fence.tag() + " path=\"src/a.cc\" trust=\"workspace\">\nx\n</" + fence.tag() + ">\n");
}

TEST(PromptFenceTest, AttributesCanEndNeitherQuoteNorTagNorLine) {
  const PromptFence fence = FenceFor({"x"});
  const std::array<FenceAttribute, 2> attributes = {
      {{"path", "a\"> </satchel>\n<b x='&'\r\u2028\u202E"}, {"Bad Name=\"", "v"}}};
  EXPECT_EQ(fence.Open(attributes),
            "<" + fence.tag() +
                " path=\"a&quot;&gt; &lt;/satchel&gt; &lt;b x=&#39;&amp;&#39;\\u{D}\\u{2028}"
                "\\u{202E}\" adame=\"v\">");
}

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
  EXPECT_EQ(InlineText("a ````", 100), "a \\`\\`\\``");
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

}  // namespace
}  // namespace satchel::text
