#include "text/keyword_scanner.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Hits(const std::vector<std::string_view>& keywords,
                              std::string_view text) {
  std::vector<std::string> hits;
  KeywordScanner(keywords).Scan(text, [&](std::size_t keyword, std::size_t begin) {
    hits.push_back(fmt::format("{}@{}", keywords[keyword], begin));
  });
  return hits;
}

TEST(KeywordScannerTest, FindsKeywordsInsideOfEachOther) {
  EXPECT_THAT(Hits({"he", "she", "hers"}, "ushers"), ElementsAre("she@1", "he@2", "hers@2"));
  EXPECT_THAT(Hits({"aa"}, "aaaa"), ElementsAre("aa@0", "aa@1", "aa@2"));
}

TEST(KeywordScannerTest, KnowsNoCaseAndTakesAnyByte) {
  EXPECT_THAT(Hits({"ghp_", "[x:"}, "\xffGhP_\x80[X:"), ElementsAre("ghp_@1", "[x:@6"));
  EXPECT_THAT(Hits({"ghp_"}, ""), IsEmpty());
}

TEST(KeywordScannerTest, GivesEachOfTwoEqualKeywordsItsNumber) {
  std::vector<std::size_t> numbers;
  const std::vector<std::string_view> keywords = {"ab", "ab"};
  KeywordScanner(keywords).Scan("ab", [&](std::size_t n, std::size_t) { numbers.push_back(n); });
  EXPECT_THAT(numbers, testing::UnorderedElementsAre(0, 1));
}

}  // namespace
}  // namespace satchel::text
