#include "index/lexical/string_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/hash.h"

namespace satchel::lexical {
namespace {

TEST(StringTable, NumbersInTheOrderOfTheFirstTime) {
  StringTable<int> table;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      const std::string text = fmt::format("term {}", i);
      const auto found = table.Add(text, StableHash(text));
      ASSERT_EQ(found.number, i);
      ASSERT_EQ(found.is_new, round == 0);
      ASSERT_EQ(table[i], round == 0 ? 0 : static_cast<int>(i) + 1);
      table[i] = static_cast<int>(i) + 1;
    }
  }
  EXPECT_EQ(table.size(), 20'000U);
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const std::string text = fmt::format("term {}", i);
    ASSERT_EQ(table.TextOf(i), text);
    ASSERT_EQ(table.HashOf(i), StableHash(text));
  }
}

TEST(StringTable, TellsTextsOfOneHashApart) {
  StringTable<int> table;
  for (std::uint32_t i = 0; i < 300; ++i) {
    ASSERT_EQ(table.Add(std::string(i, 'x'), 4095).number, i);
  }
  EXPECT_EQ(table.Add("xx", 4095).number, 2U);
  EXPECT_FALSE(table.Add("", 4095).is_new);
  EXPECT_TRUE(table.Add("xx", 1).is_new);
}

TEST(StringTable, BeginsAnew) {
  StringTable<int> table;
  const std::size_t first = table.bytes();
  table.Add(std::string(100'000, 'x'), 1);
  table[table.Add("de", 2).number] = 7;
  EXPECT_GT(table.bytes(), first + 100'000);
  table.Clear();
  EXPECT_EQ(table.size(), 0U);
  EXPECT_EQ(table.bytes(), first);
  const auto found = table.Add("de", 2);
  EXPECT_TRUE(found.is_new);
  EXPECT_EQ(found.number, 0U);
  EXPECT_EQ(table[0], 0);
}

}  // namespace
}  // namespace satchel::lexical
