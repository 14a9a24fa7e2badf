#include "text/analyser.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

using ::testing::ElementsAre;

std::string Join(const std::vector<Term>& terms) {
  std::string joined;
  for (const Term& term : terms) {
    if (!joined.empty()) joined += ' ';
    joined += term.text;
  }
  return joined;
}

// The terms as written, without stems.
std::string Plain(std::string_view text) { return Join(Analyse(text, {.stems = Stems::kNone})); }

struct Case {
  std::string_view text;
  std::string_view terms;
};

TEST(AnalyserTest, IdentifiersGiveThemselvesAndTheirParts) {
  const std::vector<Case> cases = {
      {"", ""},
      {"word", "word"},
      {"HTTPServer2Error_handler",
       "httpserver2error_handler httpserver2error http server 2 error handler"},
      {"camelCase PascalCase", "camelcase camel case pascalcase pascal case"},
      {"snake_case", "snake_case snake case"},
      {"SCREAMING_CASE", "screaming_case screaming case"},
      {"kebab-case", "kebab case kebab-case"},
      {"my_var-otherVar", "my_var my var othervar other var my_var-othervar"},
      {"--dry-run", "dry run dry-run"},
      {"a--b a- -b a-_b", "a b a b a _b b"},
      {"__init__ _x", "__init__ init _x x"},
      {"___ _ __", ""},
      {"_mm_avx512bw", "_mm_avx512bw mm avx512bw avx 512 bw"},
      {"_HTTPServer", "_httpserver httpserver http server"},
      {"utf8", "utf8 utf 8"},
      {"0x1f", "0x1f 0 x 1 f"},
      {"URLs", "urls"},
      {"os.path.join(a,b)", "os path join a b"},
      {"std::vector<int>", "std vector int"},
      {"x = 42;", "x 42"},
      {"2024-01-15", "2024 01 15 2024-01-15"},
      {"$var @attr #tag", "var attr tag"},
  };
  for (const Case& c : cases) EXPECT_EQ(Plain(c.text), c.terms) << c.text;
}

TEST(AnalyserTest, ContractionsAreOneWord) {
  const std::vector<Case> cases = {
      {"don't", "dont"},
      {"Don\u2019t CAN'T", "dont cant"},
      {"cat's", "cat"},
      {"we'll they're I'm you've he'd", "we they i you he"},
      {"FooBar's", "foobar foo bar"},
      {"'quoted' b's' f'name'", "quoted b s f name"},
      {"l'homme it'll'", "l homme it ll"},
      {"it't don't-care", "it t dont care"},
      {"naïve's", "naïve s"},
  };
  for (const Case& c : cases) EXPECT_EQ(Plain(c.text), c.terms) << c.text;
}

TEST(AnalyserTest, EveryScriptGivesTerms) {
  const std::vector<Case> cases = {
      {"Привет, мир!", "привет мир"},
      {"ИмяФайла имя_файла", "имяфайла имя файла имя_файла имя файла"},
      {"中文分词", "中文 文分 分词"},
      {"中", "中"},
      {"中 文", "中 文"},
      {"検索エンジン", "検索 索エ エン ンジ ジン"},
      {"コーヒー", "コー ーヒ ヒー"},
      {"ｶﾞｷﾞｸﾞ", "ガギ ギグ"},  // half width
      {"한국어 검색", "한국 국어 검색"},
      {"\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국"},  // decomposed
      {"人々", "人々"},
      {"Python中文2", "python 中文 2"},
      {"get中文Name", "get 中文 name"},
      {"مرحبا بالعالم", "مرحبا بالعالم"},
      {"שלום עולם", "שלום עולם"},
      {"हिन्दी भाषा", "हिन्दी भाषा"},
      {"สวัสดี", "สวั วัส สดี"},
      {"café CAFE\u0301", "café café"},
      {"Élève été épée2x", "élève été épée2x épée 2 x"},  // ASCII goes on after other letters
      {"ΣΟΦΙΑ σοφίας", "σοφια σοφίασ"},
      {"Straße ﬁx ＡＢＣ", "strasse fix abc"},
      {"done 🎉👨‍👩‍👧 ok👍🏽", "done ok"},
      {"“quoted”—dash…end", "quoted dash end"},
      {"co\u00adoperate", "cooperate"},
      {"x² ½", "x2 x 2 12"},
      {"\ufeffint main", "int main"},
      {"ﷺ", "صلىاللهعليهوسلم"},
  };
  for (const Case& c : cases) EXPECT_EQ(Plain(c.text), c.terms) << c.text;
}

TEST(AnalyserTest, StemsStandInsteadOfWordsOrBesideThem) {
  EXPECT_EQ(Join(Analyse("running Servers")), "run server");
  EXPECT_EQ(Join(Analyse("cachedFiles")), "cachedfil cach file");
  EXPECT_EQ(Join(Analyse("файлы индексов")), "файл индекс");
  EXPECT_EQ(Join(Analyse("running x", {.stems = Stems::kAlso})), "running run x");
  EXPECT_THAT(
      Analyse("running", {.stems = Stems::kAlso}),
      ElementsAre(Term{"running", {0, 7}, TermKind::kWhole}, Term{"run", {0, 7}, TermKind::kStem}));
}

TEST(AnalyserTest, AWordIsFoundUnderAnyWayOfWritingItsName) {
  const std::string stored = Join(Analyse("DataFrame"));
  EXPECT_TRUE(stored.starts_with(Join(Analyse("dataframe")) + ' ')) << stored;
}

TEST(AnalyserTest, RangesAndKindsSayWhereATermIsFrom) {
  EXPECT_THAT(Analyse("x fooBar-baz", {.stems = Stems::kNone}),
              ElementsAre(Term{"x", {0, 1}, TermKind::kWhole},      //
                          Term{"foobar", {2, 8}, TermKind::kPart},  //
                          Term{"foo", {2, 5}, TermKind::kPart},     //
                          Term{"bar", {5, 8}, TermKind::kPart},     //
                          Term{"baz", {9, 12}, TermKind::kPart},    //
                          Term{"foobar-baz", {2, 12}, TermKind::kWhole}));
  EXPECT_THAT(Analyse("ж中文"), ElementsAre(Term{"ж", {0, 2}, TermKind::kWhole},
                                            Term{"中文", {2, 8}, TermKind::kGram}));
  EXPECT_THAT(Analyse("can't", {.stems = Stems::kNone}),
              ElementsAre(Term{"cant", {0, 5}, TermKind::kWhole}));
}

TEST(AnalyserTest, QueriesDropStopWordsUnlessNothingElseIsAsked) {
  EXPECT_EQ(Join(AnalyseQuery("How does the parser work?")), "parser work");
  EXPECT_EQ(Join(AnalyseQuery("Где и как хранится индекс")), "хран индекс");
  EXPECT_EQ(Join(AnalyseQuery("what is it")), "what is it");
  EXPECT_EQ(Join(AnalyseQuery("is_valid")), "is_valid is valid");  // a part is no stop word
  EXPECT_EQ(Join(AnalyseQuery("state-of-the-art", {.stems = Stems::kNone})),
            "state art state-of-the-art");
  EXPECT_EQ(Join(Analyse("what is it")), "what is it");  // documents keep them
  Analyser analyser({.drop_stop_words = true});
  const AnalysisReport report =
      analyser.ForEach("what is a segment", [](std::string_view, ByteRange, TermKind) {});
  EXPECT_EQ(report.words_dropped, 3U);
  EXPECT_EQ(report.terms, 1U);
}

TEST(AnalyserTest, ProseCanBeReadWithoutPartsAndJoints) {
  const AnalyserOptions prose = {
      .stems = Stems::kNone, .split_identifiers = false, .join_hyphens = false};
  EXPECT_EQ(Join(Analyse("snake_case kebab-case camelCase utf8", prose)),
            "snake case kebab case camelcase utf8");
}

TEST(AnalyserTest, BadBytesSeparateWordsAndLoseNothing) {
  EXPECT_EQ(Plain("foo\xff"
                  "bar"),
            "foo bar");
  EXPECT_EQ(Plain("\xe4\xb8 x \xed\xa0\x80y"), "x y");
  EXPECT_EQ(Plain(std::string_view("a\0b", 3)), "a b");
}

TEST(AnalyserTest, GiantWordsAreCutAndCounted) {
  Analyser analyser;
  std::vector<std::string> terms;
  const auto keep = [&terms](std::string_view term, ByteRange, TermKind) {
    terms.emplace_back(term);
  };
  const std::string giant(1'000'000, 'a');
  const AnalysisReport report = analyser.ForEach("x " + giant + " y", keep);
  EXPECT_THAT(terms, ElementsAre("x", std::string(128, 'a'), "y"));
  EXPECT_EQ(report.words_cut, 1U);
  EXPECT_EQ(report.bytes_cut, giant.size() - 128);

  terms.clear();
  std::string russian;
  for (int i = 0; i < 1000; ++i) russian += "ж";
  EXPECT_EQ(analyser.ForEach(russian, keep).words_cut, 1U);
  EXPECT_EQ(terms.size(), 1U);
  EXPECT_TRUE(IsValidUtf8(terms.front()));

  terms.clear();
  std::string swollen;  // each folds to eleven times its size
  for (int i = 0; i < 40; ++i) swollen += "ﷺ";
  EXPECT_EQ(analyser.ForEach(swollen, keep).words_cut, 1U);
  EXPECT_LE(terms.front().size(), 128U);

  terms.clear();
  std::string chain = "a";
  for (int i = 0; i < 1000; ++i) chain += "-a";
  EXPECT_EQ(analyser.ForEach(chain, keep).words_cut, 0U);
  EXPECT_EQ(terms.size(), 1001U);  // each word, but not the chain
}

TEST(AnalyserTest, AMountainOfMarksStaysBounded) {
  std::string text = "中";
  for (int i = 0; i < 100'000; ++i) text += "\u0301\u0327";
  for (const Term& term : Analyse(text + "文 a" + text.substr(3))) {
    EXPECT_LE(term.text.size(), 128U);
  }
}

TEST(WordsTest, WordsAreFoldedAndCutAtWordBoundaries) {
  EXPECT_EQ(Join(Words("Fix the BUG_IN parser-Core, don't ПаникуЙ")),
            "fix the bug in parser core dont паникуй");
  EXPECT_EQ(Join(Words("中文 検索エンジン camelCase")), "中文 検索エンジン camelcase");
  EXPECT_THAT(Words("a b's"), ElementsAre(Term{"a", {0, 1}, TermKind::kWhole},
                                          Term{"b", {2, 5}, TermKind::kWhole}));
}

// Texts of pieces that meet in every order.
std::string RandomText(test::Random& random) {
  const std::vector<std::string> pieces = {
      "foo",  "Bar",     "HTTP",   "_",  "-",      "'s",     "'t",     "n",      "42",      "ж",
      "Имя",  "中",      "文",     "ｶ",  "ﾞ",      "\u0301", "é",      "\u200d", "\xff",    "\xe4",
      "\xb8", ".",       "ﷺ",      "한", "\u1112", "\u1161", "हि",     "🎉",     "\u2019s", "ß",
      "İ",    "running", "\u0345", "ΑΙ", "½",      "\u314f", "\u314e", "ﬁ"};
  std::string text;
  for (std::uint64_t n = random.Below(10); n > 0; --n) text += random.Pick(pieces);
  return text;
}

TEST(AnalyserTest, TermsOfJoinedTextsAreTheJoinedTerms) {
  Analyser analyser;
  for (std::uint64_t i = 0; i < test::CaseCount(5'000); ++i) {
    test::Random random(test::FirstSeed() + i);
    const std::string first = RandomText(random);
    const std::string second = RandomText(random);
    const std::string separator = random.OneIn(2) ? "\n" : " ";
    std::vector<Term> expected = analyser.Analyse(first);
    for (Term term : analyser.Analyse(second)) {
      term.range.begin += first.size() + 1;
      term.range.end += first.size() + 1;
      expected.push_back(std::move(term));
    }
    ASSERT_EQ(analyser.Analyse(first + separator + second), expected)
        << "seed " << test::FirstSeed() + i;
  }
}

TEST(AnalyserTest, TermsAreFoldedAndTheirRangesLieOnCodePoints) {
  Analyser analyser({.stems = Stems::kAlso});
  for (std::uint64_t i = 0; i < test::CaseCount(5'000); ++i) {
    test::Random random(test::FirstSeed() + i);
    const std::string text = RandomText(random);
    std::vector<bool> boundary(text.size() + 1, false);
    for (std::size_t at = 0; at < text.size(); at += DecodeUtf8(text, at).size) boundary[at] = true;
    boundary[text.size()] = true;
    for (const Term& term : analyser.Analyse(text)) {
      ASSERT_FALSE(term.text.empty()) << "seed " << test::FirstSeed() + i;
      ASSERT_EQ(Fold(term.text), term.text) << "seed " << test::FirstSeed() + i;
      ASSERT_LT(term.range.begin, term.range.end);
      ASSERT_LE(term.range.end, text.size());
      ASSERT_TRUE(boundary[term.range.begin] && boundary[term.range.end]);
    }
  }
}

TEST(AnalyserTest, ForEachReportsWhatAnalyseReturns) {
  Analyser analyser;
  for (std::uint64_t i = 0; i < test::CaseCount(300); ++i) {
    test::Random random(test::FirstSeed() + i);
    const std::string text = RandomText(random) + ' ' + RandomText(random);
    std::vector<Term> streamed;
    const AnalysisReport report =
        analyser.ForEach(text, [&](std::string_view term, ByteRange range, TermKind kind) {
          streamed.push_back({std::string(term), range, kind});
        });
    ASSERT_EQ(streamed, Analyse(text)) << "seed " << test::FirstSeed() + i;
    ASSERT_EQ(report.terms, streamed.size());
  }
}

}  // namespace
}  // namespace satchel::text
