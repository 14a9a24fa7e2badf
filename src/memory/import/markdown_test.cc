#include "memory/import/markdown.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> BlocksOf(std::string_view body) {
  std::vector<std::string> blocks;
  for (const Block& block : ReadPage(body).blocks) {
    blocks.push_back((block.kind == Block::Kind::kItem ? "item " : "text ") + block.text);
  }
  return blocks;
}

TEST(ReadPageTest, TellsItemsFromParagraphs) {
  EXPECT_THAT(
      BlocksOf("One\nline\n\n- a\n  b\n\n  c\n\nafter\n---\n* d\nlazy\n- [x] e\n"),
      ElementsAre("text One\nline", "item a\nb\n\nc", "text after", "item d\nlazy", "item [x] e"));
  EXPECT_THAT(BlocksOf("-not a list\n#no heading\n**bold**\n"),
              ElementsAre("text -not a list\n#no heading\n**bold**"));
}

TEST(ReadPageTest, CodeIsPartOfWhatItStandsIn) {
  EXPECT_THAT(BlocksOf("- a\n  ```\n  # b\n\n  - c\n  ```\n- d\n"),
              ElementsAre("item a\n```\n# b\n\n- c\n```", "item d"));
  EXPECT_THAT(BlocksOf("~~~~\n- a\n~~~\n# b\n"), ElementsAre("text ~~~~\n- a\n~~~\n# b"));
}

TEST(ReadPageTest, KnowsTheHeadingsAboveABlock) {
  const Page page = ReadPage("# T\n### A ###\nx\n## B\ny\n#\nz\n");
  ASSERT_THAT(page.blocks, SizeIs(3));
  EXPECT_THAT(ContextOf(page, page.blocks[0], ""), ElementsAre("A"));
  EXPECT_THAT(ContextOf(page, page.blocks[1], ""), ElementsAre("B"));
  EXPECT_THAT(ContextOf(page, page.blocks[2], ""), IsEmpty());
}

TEST(WithoutWikiLinksTest, KeepsWhatPeopleRead) {
  EXPECT_EQ(WithoutWikiLinks("[[A]] and [[B#part|the b]], ![[c.png]] ![d](e) [[open\n]] `[[f]]`"),
            "A and the b,  ![d](e) [[open\n]] `[[f]]`");
}

TEST(WithoutWikiLinksTest, TakesTimeLinearInBracketsThatNeverClose) {
  const std::string open(1U << 20U, '[');
  EXPECT_EQ(WithoutWikiLinks(open), open);
  std::string half;
  for (int i = 0; i < 200'000; ++i) half += "[[a] ";
  EXPECT_EQ(WithoutWikiLinks(half), half);
}

TEST(InlineTagsTest, FindsTagsAndNoNumbersOrHeadings) {
  EXPECT_THAT(InlineTags("#one and #two/three, not#four #5 # six #\xC3\xA4"
                         "ber"),
              ElementsAre("one", "two/three",
                          "\xC3\xA4"
                          "ber"));
}

}  // namespace
}  // namespace satchel::memory
