#include "ask/phrases.h"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

std::string Quoted(std::size_t words) {
  std::string query = "\"";
  for (std::size_t i = 0; i < words; ++i) query += "word ";
  return query + '"';
}

TEST(PhrasesTest, AQueryOfNothingButQuotationsHasPhrases) {
  EXPECT_EQ(PhrasesOf("\"cache is full\"").size(), 1U);
  EXPECT_EQ(PhrasesOf(" \"cache is full\"  \"try again\" ").size(), 2U);
  EXPECT_TRUE(PhrasesOf("why \"cache is full\"").empty());
  EXPECT_TRUE(PhrasesOf("\"cache is full").empty());
  EXPECT_TRUE(PhrasesOf("\"\"").empty());
  EXPECT_TRUE(PhrasesOf("").empty());
}

TEST(PhrasesTest, WhatIsLongerIsAPastedText) {
  EXPECT_EQ(PhrasesOf(Quoted(12)).size(), 1U);
  EXPECT_TRUE(PhrasesOf(Quoted(13)).empty());
  EXPECT_EQ(PhrasesOf(Quoted(6) + Quoted(6)).size(), 2U);
  EXPECT_TRUE(PhrasesOf(Quoted(6) + Quoted(7)).empty());
}

TEST(PhrasesTest, APathInQuotationMarksIsAPath) {
  EXPECT_TRUE(PhrasesOf("\"src/main.py\"").empty());
  EXPECT_TRUE(PhrasesOf("\"src\\main.py\"").empty());
  EXPECT_EQ(PhrasesOf("\"main.py\"").size(), 1U);
}

TEST(PhrasesTest, WordsMustFollowEachOther) {
  const auto phrases = PhrasesOf("\"cache is full\"");
  EXPECT_TRUE(HasPhrases("raise Error('Cache is full.')", phrases));
  EXPECT_FALSE(HasPhrases("the cache is not full", phrases));
  EXPECT_TRUE(HasPhrases("anything", {}));
}

}  // namespace
}  // namespace satchel::ask
