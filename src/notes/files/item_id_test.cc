#include "notes/files/item_id.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/utf8.h"

namespace satchel::notes {
namespace {

TEST(ItemIdTest, ASlugHasLettersAndDigitsOfTheFirstLine) {
  EXPECT_EQ(Slug("**Never** commit `secrets`, 2 keys!\nmore"), "never-commit-secrets-2-keys");
  EXPECT_EQ(Slug("\u00c4nderung \u041f\u0440\u0438\u0432\u0435\u0442 \u6587\u4ef6"),
            "\u00e4nderung-\u043f\u0440\u0438\u0432\u0435\u0442-\u6587\u4ef6");
  EXPECT_EQ(Slug("!?"), "");
  EXPECT_EQ(Slug("a\xff"
                 "b"),
            "a-b");
}

TEST(ItemIdTest, ASlugHasAtMostSixtyCharacters) {
  EXPECT_EQ(Slug(std::string(100, 'a')), std::string(60, 'a'));
  const std::string words = Slug(std::string(59, 'a') + " b");
  EXPECT_EQ(words, std::string(59, 'a'));
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "\u6587";
  EXPECT_EQ(text::CountCodePoints(Slug(wide)), 60U);
}

TEST(ItemIdTest, IdsNameTheFileWithoutTheFolder) {
  ItemIds ids;
  EXPECT_EQ(ids.Make(".context/TASKS.md", "Do it", 3), "TASKS.md#do-it");
  EXPECT_EQ(ids.Make(".context/decisions/a.md", "Do it", 3), "decisions/a.md#do-it");
  EXPECT_EQ(ids.Make("AGENTS.md", "?", 3), "AGENTS.md#line-3");
}

TEST(ItemIdTest, NoIdIsGivenTwice) {
  ItemIds ids;
  EXPECT_EQ(ids.Make("a.md", "x", 1), "a.md#x");
  EXPECT_EQ(ids.Make("a.md", "x", 2), "a.md#x-2");
  EXPECT_EQ(ids.Make("a.md", "x 2", 3), "a.md#x-2-2");
  EXPECT_EQ(ids.Make("a.md", "x", 4), "a.md#x-3");
  EXPECT_EQ(ids.Make("b.md", "x", 5), "b.md#x");
}

}  // namespace
}  // namespace satchel::notes
