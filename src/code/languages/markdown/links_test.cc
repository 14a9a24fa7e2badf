#include "code/languages/markdown/links.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code::markdown {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Targets(std::string_view text) {
  std::vector<std::string> targets;
  for (const Link& link : RelativeLinks(text)) {
    EXPECT_EQ(text.substr(link.at, link.target.size()), link.target);
    targets.emplace_back(link.target);
  }
  return targets;
}

TEST(LinksTest, FindsTargetsWithoutTitlesAndFragments) {
  EXPECT_THAT(Targets("a [b](c.md) [d](../e.md#f) [g]( <h i.md> \"t\" ) [j](k(l).md)"),
              ElementsAre("c.md", "../e.md", "h i.md", "k(l).md"));
}

TEST(LinksTest, LeavesOutWhatIsNoFileBesideThisOne) {
  EXPECT_THAT(Targets("[a](https://b.c/d.md) [e](#f) [g](/h.md) [i](mailto:j@k) ![l](m.png)"),
              IsEmpty());
}

TEST(LinksTest, LooksThroughPicturesAndNotIntoCode) {
  EXPECT_THAT(Targets("[![a](b.png)](c.md) `[d](e.md)` ``[f](g.md)` `` \\[h](i.md) ` [j](k.md)"),
              ElementsAre("c.md", "k.md"));
}

TEST(LinksTest, LeavesOutTargetsThatDoNotEnd) {
  EXPECT_THAT(Targets("[a](b.md c) [d](<e.md\n>) [f](g.md"), IsEmpty());
}

TEST(LinksTest, FindsALinkBeforeManyThatDoNotEnd) {
  std::string text = "[a](b.md)";
  for (int i = 1; i < 300; ++i) text += std::string(static_cast<std::size_t>(i) % 40, '`') + "[](";
  for (int i = 0; i < 100'000; ++i) text += "[](((";
  EXPECT_THAT(Targets(text), ElementsAre("b.md"));
}

}  // namespace
}  // namespace satchel::code::markdown
