#include "code/rank/replaced_words.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/rank/glossary.h"
#include "text/analyser.h"

namespace satchel::rank {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::string TermOf(std::string_view word) { return text::AnalyseQuery(word).front().text; }

std::vector<std::string> TermsOf(const ask::Query& query) {
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < query.words; ++i) terms.push_back(query.terms[i].text);
  return terms;
}

TEST(GlossaryTest, AnyFormOfARussianWordHasItsEnglishOnes) {
  EXPECT_THAT(OtherWords(TermOf("подписывается"), Glossary::kForeign), Contains("sign"));
  EXPECT_THAT(OtherWords(TermOf("кеширования"), Glossary::kForeign), ElementsAre("cach"));
  EXPECT_THAT(OtherWords(TermOf("ошибках"), Glossary::kForeign), ElementsAre("error"));
  EXPECT_THAT(OtherWords("подпорожье", Glossary::kForeign), IsEmpty());
}

TEST(GlossaryTest, SynonymsAreForEnglishWordsAlone) {
  EXPECT_THAT(OtherWords(TermOf("purge"), Glossary::kSynonyms), Contains(TermOf("delete")));
  EXPECT_THAT(OtherWords(TermOf("purge"), Glossary::kForeign), IsEmpty());
}

TEST(WithReplacementsTest, WordsKeepTheirNumbers) {
  const ask::Query query = ask::ReadQuery("sign cokie value");
  const std::vector<ReplacedWord> replaced = {
      {.word = 1, .by = Replacing::kAlike, .certainty = 0.5, .with = {"cooki", "cook"}}};
  const ask::Query result = WithReplacements(query, replaced);
  EXPECT_THAT(TermsOf(result), ElementsAre("sign", "cooki", "valu", "cook"));
  EXPECT_THAT(result.certainty, ElementsAre(1, 0.5, 1, 0.5));
  EXPECT_EQ(result.terms.size() - result.words, query.terms.size() - query.words);
}

TEST(WithReplacementsTest, ASynonymStandsBesideItsWord) {
  const ask::Query query = ask::ReadQuery("purge rows");
  const std::vector<ReplacedWord> replaced = {
      {.word = 0, .by = Replacing::kSynonym, .certainty = 0.5, .with = {"delet"}}};
  EXPECT_THAT(TermsOf(WithReplacements(query, replaced)), ElementsAre("purg", "row", "delet"));
}

TEST(WithReplacementsTest, AWordThatTheQueryHasIsNotAskedForTwice) {
  const ask::Query query = ask::ReadQuery("cookie cokie");
  const std::vector<ReplacedWord> replaced = {
      {.word = 1, .by = Replacing::kAlike, .certainty = 0.5, .with = {"cooki"}}};
  EXPECT_THAT(TermsOf(WithReplacements(query, replaced)), ElementsAre("cooki", "coki"));
}

}  // namespace
}  // namespace satchel::rank
