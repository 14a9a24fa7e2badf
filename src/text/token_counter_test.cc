#include "text/token_counter.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

std::size_t Count(Tokenizer tokenizer, std::string_view text) {
  return CounterFor(tokenizer).Count(text);
}

TEST(TokenCounterTest, EveryNameLeadsToTheCounterOfThatName) {
  for (const auto* name : {"chars4", "o200k", "cl100k", "safe"}) {
    const auto tokenizer = ParseTokenizer(name);
    ASSERT_TRUE(tokenizer.has_value()) << name;
    EXPECT_EQ(Name(*tokenizer), name);
    EXPECT_EQ(CounterFor(*tokenizer).tokenizer(), *tokenizer);
  }
}

TEST(TokenCounterTest, AnUnknownNameIsRefusedWithTheKnownOnes) {
  const auto tokenizer = ParseTokenizer("gpt2");
  ASSERT_FALSE(tokenizer.has_value());
  EXPECT_EQ(tokenizer.error().code(), Errc::kInvalidInput);
}

TEST(TokenCounterTest, Chars4RoundsBytesUp) {
  EXPECT_EQ(Count(Tokenizer::kChars4, ""), 0U);
  EXPECT_EQ(Count(Tokenizer::kChars4, "a"), 1U);
  EXPECT_EQ(Count(Tokenizer::kChars4, "abcde"), 2U);
}

TEST(TokenCounterTest, ExactCountersCountTheirOwnTokens) {
  EXPECT_EQ(Count(Tokenizer::kO200k, "getElementById"), 4U);
  EXPECT_EQ(Count(Tokenizer::kCl100k, "getElementById"), 2U);
}

TEST(TokenCounterTest, SafeIsTheLargerOfChars4AndO200k) {
  const std::string prose = "international understanding";
  const std::string dense = "){;}])(";
  EXPECT_GT(Count(Tokenizer::kChars4, prose), Count(Tokenizer::kO200k, prose));
  EXPECT_EQ(Count(Tokenizer::kSafe, prose), Count(Tokenizer::kChars4, prose));
  EXPECT_LT(Count(Tokenizer::kChars4, dense), Count(Tokenizer::kO200k, dense));
  EXPECT_EQ(Count(Tokenizer::kSafe, dense), Count(Tokenizer::kO200k, dense));
}

}  // namespace
}  // namespace satchel::text
