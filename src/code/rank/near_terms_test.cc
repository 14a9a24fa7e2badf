#include "code/rank/near_terms.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::rank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

NearTerms::Found Near(std::string_view word, const std::vector<std::string>& terms) {
  NearTerms near(word);
  for (const std::string& term : terms) near.Add(term, 1);
  return near.Best();
}

TEST(EditsTest, CountsLettersPutInTakenOutChangedAndSwapped) {
  EXPECT_EQ(Edits(U"cookie", U"cookie", 2), 0U);
  EXPECT_EQ(Edits(U"cokie", U"cookie", 2), 1U);
  EXPECT_EQ(Edits(U"cookiee", U"cookie", 2), 1U);
  EXPECT_EQ(Edits(U"coolie", U"cookie", 2), 1U);
  EXPECT_EQ(Edits(U"cookei", U"cookie", 2), 1U);
  EXPECT_EQ(Edits(U"okie", U"cookie", 2), 2U);
  EXPECT_EQ(Edits(U"", U"ab", 2), 2U);
  EXPECT_EQ(Edits(U"cache", U"cookie", 2), 3U) << "more than two are not counted";
  EXPECT_EQ(Edits(std::u32string(100, U'a'), std::u32string(100, U'a'), 2), 3U) << "too long";
}

TEST(NearTermsTest, OneWrongLetterIsNearest) {
  const auto found = Near("prefech", {"prefix", "prefetch", "prefechxyz", "preferred"});
  EXPECT_EQ(found.nearness, Nearness::kOneEdit);
  EXPECT_THAT(found.terms, ElementsAre("prefetch"));
}

TEST(NearTermsTest, NoTermThatIsOneEditAwayIsPassedOver) {
  const std::string word = "handler";
  std::vector<std::string> terms;
  for (std::size_t at = 0; at <= word.size(); ++at) {
    const std::string before = word.substr(0, at);
    const std::string after = word.substr(at);
    for (const char* letter : {"a", "q", "z", "é", "ж"}) {
      terms.push_back(before + letter + after);
      if (!after.empty()) terms.push_back(before + letter + after.substr(1));
    }
    if (!after.empty()) terms.push_back(before + after.substr(1));
    if (after.size() > 1) terms.push_back(before + after[1] + after[0] + after.substr(2));
  }
  for (const std::string& term : terms) {
    if (term == word) continue;
    const auto found = Near(word, {term});
    EXPECT_EQ(found.nearness, Nearness::kOneEdit) << term;
    EXPECT_THAT(found.terms, ElementsAre(term));
  }
}

TEST(NearTermsTest, ABeginningFindsTheWord) {
  const auto found = Near("hyperlog", {"hyper", "hyperloglog", "hyperlink"});
  EXPECT_EQ(found.nearness, Nearness::kBeginning);
  EXPECT_THAT(found.terms, ElementsAre("hyperloglog"));
}

TEST(NearTermsTest, TwoWordsWrittenAsOne) {
  const auto found = Near("sessioncooki", {"session", "cooki", "sess", "ooki"});
  EXPECT_EQ(found.nearness, Nearness::kJoined);
  EXPECT_THAT(found.terms, ElementsAre("session", "cooki"));
}

TEST(NearTermsTest, TwoWrongLettersOfALongWordOnly) {
  EXPECT_EQ(Near("authentifcaton", {"authentification"}).nearness, Nearness::kTwoEdits);
  EXPECT_THAT(Near("cokkie", {"cookies"}).terms, IsEmpty());
}

TEST(NearTermsTest, ShortWordsAndNumbersAreNobodysMistakes) {
  EXPECT_THAT(Near("sha1", {"sha2", "sha"}).terms, IsEmpty());
  EXPECT_THAT(Near("get", {"set", "got"}).terms, IsEmpty());
  EXPECT_THAT(Near("rails", {"fails"}).terms, IsEmpty()) << "another first letter of a short word";
}

TEST(NearTermsTest, TheMostFrequentFirstHoweverTheyCome) {
  NearTerms near("cooke");
  near.Add("cookie", 2);
  near.Add("cooker", 3);
  near.Add("cookie", 2);  // of another segment
  EXPECT_THAT(near.Best().terms, ElementsAre("cookie", "cooker"));
}

TEST(NearTermsTest, AnyBytesAreTerms) {
  NearTerms near("\xFF\xFE\xD0\xB0");
  near.Add("\xFF\xFE\xD0\xB1", 1);
  near.Add("", 1);
  near.Add(std::string(300, 'x'), 1);
  EXPECT_LE(near.Best().terms.size(), NearTerms::kMost);
}

}  // namespace
}  // namespace satchel::rank
