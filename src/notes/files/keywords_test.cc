#include "notes/files/keywords.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "tests/support/random.h"
#include "text/analyser.h"
#include "text/stem.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Matched(const std::vector<std::string>& keywords, std::string_view title,
                                 std::string_view body) {
  std::vector<std::string> matched;
  for (const std::size_t i : KeywordMatcher(keywords).Matches(title, body)) {
    matched.push_back(keywords[i]);
  }
  return matched;
}

std::vector<std::string> MatchedIn(std::string_view task, std::string_view text) {
  return Matched(Keywords(ask::Question(std::string(task))), text, "");
}

TEST(KeywordsTest, AreFoldedWordsWithoutStopWordsAndShortOnes) {
  EXPECT_THAT(Keywords(ask::Question("Fix the (LOG) of an `Index`, it's ok")),
              ElementsAre("fix", "log", "index"));
  EXPECT_THAT(Keywords(ask::Question(" \t\n")), IsEmpty());
  EXPECT_THAT(Keywords(ask::Question("!!! --- and/or a/b")), IsEmpty());
}

TEST(KeywordsTest, AreDistinctByStem) {
  EXPECT_THAT(Keywords(ask::Question("index indexes Indexing indexed")), ElementsAre("index"));
  EXPECT_THAT(Keywords(ask::Question("\u0444\u0430\u0439\u043b \u0444\u0430\u0439\u043b\u044b")),
              ElementsAre("\u0444\u0430\u0439\u043b"));
}

TEST(KeywordsTest, SeveralWordsWithoutSpaceAreOneKeyword) {
  EXPECT_THAT(Keywords(ask::Question("src/main.cc foo-bar max_bytes")),
              ElementsAre("src main cc", "foo bar", "max bytes"));
  EXPECT_THAT(Keywords(ask::Question("a1/b2/c3/d4/e5/f6/g7/h8/i9")),
              ElementsAre("a1 b2 c3 d4 e5 f6 g7 h8"));
}

TEST(KeywordsTest, AScriptWithoutSpacesGivesPairs) {
  EXPECT_THAT(Keywords(ask::Question("\u4fee\u590d\u7d22index\u9519 \u7d22")),
              ElementsAre("\u4fee\u590d", "\u590d\u7d22", "index"));
}

TEST(KeywordMatcherTest, MatchesWholeWordsByStem) {
  EXPECT_THAT(MatchedIn("log", "the catalog"), IsEmpty());
  EXPECT_THAT(MatchedIn("log", "LOGS, logging"), ElementsAre("log"));
  EXPECT_THAT(MatchedIn("hooks", "a pre_hook-x"), ElementsAre("hooks"));
  EXPECT_THAT(MatchedIn("user", "the user's \u00fcber-user\u2019s"), ElementsAre("user"));
}

TEST(KeywordMatcherTest, SeveralWordsMatchNextToEachOther) {
  EXPECT_THAT(MatchedIn("foo-bar", "foo bar"), ElementsAre("foo bar"));
  EXPECT_THAT(MatchedIn("foo-bar", "FOO_BARS"), ElementsAre("foo bar"));
  EXPECT_THAT(MatchedIn("foo-bar", "bar foo, foo x bar"), IsEmpty());
  EXPECT_THAT(MatchedIn("a-b-a-c", "a b a b a c"), ElementsAre("a b a c"));
  EXPECT_THAT(Matched({"foo bar"}, "foo", "bar"), IsEmpty());
}

TEST(KeywordMatcherTest, PairsMatchInsideARun) {
  EXPECT_THAT(MatchedIn("\u7d22\u5f15", "\u91cd\u5efa\u7d22\u5f15\u5931\u8d25"),
              ElementsAre("\u7d22\u5f15"));
}

// What is folded need not be cut into the same words once more.
TEST(KeywordMatcherTest, ATextHasItsOwnKeywordsWhateverFoldingMakesOfIt) {
  const auto own = [](std::string_view text) { return MatchedIn(text, text); };
  // A half-width vowel becomes one that no word begins with.
  EXPECT_THAT(own("foo-\uffc2-bar"), ElementsAre("foo", "bar"));
  EXPECT_THAT(own("\uffc2-\uffc3\uffc2"), ElementsAre("\u1162\u1161"));
  // Numbers in brackets become Han.
  EXPECT_THAT(own("\u3220\u3221"), ElementsAre("\u4e00\u4e8c"));
  EXPECT_THAT(own("\u3220ab ab\u3220/cd"), ElementsAre("\u4e00ab", "ab\u4e00 cd"));
  // Marks beside each other are a pair of their own.
  EXPECT_THAT(own("\u0e17\u0e35\u0e48"), ElementsAre("\u0e17\u0e35", "\u0e35\u0e48"));
}

TEST(KeywordMatcherTest, ListsTheKeywordsOfBothTextsInOrder) {
  EXPECT_THAT(Matched({"gamma", "beta", "alpha"}, "alpha", "beta alpha"),
              ElementsAre("beta", "alpha"));
}

TEST(KeywordMatcherTest, CountsAsFarAsIsWanted) {
  KeywordMatcher matcher(std::vector<std::string>{"alpha", "beta", "gamma"});
  const std::string far = "alpha beta" + std::string(500, ' ') + "gamma";
  EXPECT_EQ(matcher.Count("", far, 0), 0U);
  EXPECT_EQ(matcher.Count("", far, 1), 1U);
  EXPECT_EQ(matcher.Count("beta", far, 2), 2U);
  EXPECT_EQ(matcher.Count("", far, 9), 3U);
  EXPECT_EQ(matcher.Matches("", far).size(), 3U);
}

// Folded words and their stems.
struct SlowText {
  explicit SlowText(std::string_view text) : words(text::Words(text)) {
    text::Stemmer stemmer;
    for (const text::Term& word : words) {
      stems.emplace_back(stemmer.Stem(word.text, text::LanguageOf(word.text)));
    }
  }
  std::vector<text::Term> words;
  std::vector<std::string> stems;
};

// The definition, word by word.
bool OccursSlowly(const std::string& keyword, const SlowText& wanted, const SlowText& text) {
  if (text::CountCodePoints(keyword) == 2) {
    return std::ranges::any_of(text.words,
                               [&](const auto& word) { return word.text.contains(keyword); });
  }
  return !std::ranges::search(text.stems, wanted.stems).empty();
}

TEST(KeywordMatcherTest, FindsWhatTheSlowWayFinds) {
  const std::vector<std::string> pieces = {"log",
                                           "logs",
                                           "Logging",
                                           "catalog",
                                           "foo",
                                           "bar",
                                           "baz",
                                           "don't",
                                           "user's",
                                           "user",
                                           "\u00fcber",
                                           "\u0444\u0430\u0439\u043b\u044b",
                                           "\u0444\u0430\u0439\u043b",
                                           "\u7d22\u5f15\u9519",
                                           "\u7d22\u5f15",
                                           "averyveryverylongwordthatfitsnoslot",
                                           "x1",
                                           "2026",
                                           "e\u0301t\u00e9",
                                           "na\u00efve"};
  const std::vector<std::string> between = {" ",      "-", "_", "/",    "\n",    ", ",
                                            "\u2014", "",  "'", "\xff", "\u0301"};
  Random random(test::FirstSeed());
  for (std::uint64_t i = 0; i < test::CaseCount(300); ++i) {
    const auto make = [&](std::size_t count) {
      std::string text;
      while (count-- > 0) {
        text += random.Pick(pieces);
        text += random.Pick(between);
      }
      return text;
    };
    const std::vector<std::string> keywords = Keywords(ask::Question(make(random.Below(12))));
    const std::vector<SlowText> slow_keywords(keywords.begin(), keywords.end());
    KeywordMatcher matcher(keywords);
    for (int entry = 0; entry < 5; ++entry) {
      const std::string title = make(random.Below(4));
      const std::string body = make(random.Below(20));
      const SlowText slow_title(title);
      const SlowText slow_body(body);
      std::vector<std::size_t> expected;
      for (std::size_t k = 0; k < keywords.size(); ++k) {
        if (OccursSlowly(keywords[k], slow_keywords[k], slow_title) ||
            OccursSlowly(keywords[k], slow_keywords[k], slow_body)) {
          expected.push_back(k);
        }
      }
      ASSERT_EQ(matcher.Matches(title, body), expected) << "case " << i << "\n"
                                                        << title << "\n"
                                                        << body;
    }
  }
}

}  // namespace
}  // namespace satchel::notes
