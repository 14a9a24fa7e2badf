#include "ask/query.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/code_names.h"

namespace satchel::ask {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> WordsOf(const Query& query) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < query.words; ++i) words.push_back(query.terms[i].text);
  return words;
}
std::vector<std::string> NamesOf(const Query& query) {
  std::vector<std::string> names;
  for (const QueryName& name : query.names) names.push_back(name.text);
  return names;
}
std::vector<std::string> JoinedOf(const Query& query) {
  std::vector<std::string> joined;
  for (std::size_t i = query.words; i < query.terms.size(); ++i) {
    EXPECT_EQ(query.terms[i].times, 0U);
    joined.push_back(query.terms[i].text);
  }
  return joined;
}

TEST(ReadQueryTest, TheFormIsThatOfTheText) {
  EXPECT_EQ(ReadQuery("SessionInterface").form, QueryForm::kSymbol);
  EXPECT_EQ(ReadQuery("app.run()").form, QueryForm::kSymbol);
  EXPECT_EQ(ReadQuery("std::vector").form, QueryForm::kSymbol);
  EXPECT_EQ(ReadQuery("parse_args").form, QueryForm::kSymbol);
  EXPECT_EQ(ReadQuery("session").form, QueryForm::kWords);
  EXPECT_EQ(ReadQuery("session management").form, QueryForm::kWords);
  EXPECT_EQ(ReadQuery("Where is the cookie signed?").form, QueryForm::kQuestion);
  EXPECT_EQ(ReadQuery("In which file is it").form, QueryForm::kQuestion);
  EXPECT_EQ(ReadQuery("где подписывается cookie").form, QueryForm::kQuestion);
  EXPECT_EQ(ReadQuery("It fails\n\nwith a trace").form, QueryForm::kReport);
  EXPECT_EQ(ReadQuery("src/app.c:12:5: error: expected ';'").form, QueryForm::kTrace);
}

TEST(ReadQueryTest, APointAtTheEndChangesNothing) {
  for (const std::string text : {"SessionInterface", "how is it signed", "session cookie"}) {
    const Query plain = ReadQuery(text);
    for (const char* end : {".", "?", " ", "!\n"}) {
      const Query other = ReadQuery(text + end);
      EXPECT_EQ(other.form, plain.form) << text << end;
      EXPECT_EQ(WordsOf(other), WordsOf(plain));
      EXPECT_EQ(NamesOf(other), NamesOf(plain));
    }
  }
}

TEST(ReadQueryTest, RepeatedWordsCountUpToThreeTimes) {
  const Query query = ReadQuery("cookie cookie cookie cookie jar");
  ASSERT_THAT(WordsOf(query), ElementsAre("cooki", "jar"));
  EXPECT_EQ(query.terms[0].times, 3U);
  EXPECT_EQ(query.terms[1].times, 1U);
}

TEST(ReadQueryTest, NamesAreWhatLooksLikeCode) {
  EXPECT_THAT(NamesOf(ReadQuery("how does `sign` use URLSafeSerializer in get_signing_key")),
              ElementsAre("sign", "URLSafeSerializer", "get_signing_key"));
  EXPECT_THAT(NamesOf(ReadQuery("The Session is closed. Then it opens")), ElementsAre("Session"));
  EXPECT_THAT(NamesOf(ReadQuery("calls close() twice")), ElementsAre("close"));
  EXPECT_THAT(NamesOf(ReadQuery("nothing of the kind")), IsEmpty());
}

TEST(ReadCodeNamesTest, NamesAreWrittenAsCodeAndKeepTheirQualifiers) {
  const auto read = [](std::string_view text) {
    std::vector<std::string> names;
    for (const CodeName& name : ReadCodeNames(text)) {
      names.push_back(name.alone ? name.text : "");
      for (const std::string& container : name.containers) {
        names.back() += (names.back().empty() ? "" : "|") + container + "." + name.text;
      }
    }
    return names;
  };
  EXPECT_THAT(read("why does pay() or `run` fail"), ElementsAre("pay", "run"));
  EXPECT_THAT(read("The Session has to pay, Users run it"), IsEmpty());
  EXPECT_THAT(read("compare Cart.total, Invoice::total and total()"),
              ElementsAre("Cart", "total|Cart.total|Invoice.total", "Invoice"));
  EXPECT_THAT(read("get_user in HTTPServer"), ElementsAre("get_user", "HTTPServer"));
  EXPECT_THAT(read("Cart.pay"), ElementsAre("Cart", "Cart.pay"));
}

TEST(ReadQueryTest, PathsModulesAndFramesAreFound) {
  const Query query = ReadQuery(
      "Error in flask.app.Flask\n"
      "see ./src/flask/app.py and docs\\config.rst, version 2.0\n"
      "  File \"/usr/lib/flask/sessions.py\", line 12, in open\n"
      "  File \"/usr/lib/flask/ctx.py\", line 3, in push\n"
      "main.go:17: bad\n");
  EXPECT_EQ(query.form, QueryForm::kReport);
  EXPECT_THAT(query.paths, Contains("src/flask/app.py"));
  EXPECT_THAT(query.paths, Contains("docs/config.rst"));
  EXPECT_THAT(query.paths, Not(Contains("2.0")));
  ASSERT_EQ(query.frames.size(), 3U);
  EXPECT_EQ(query.frames[1], (TraceFrame{"usr/lib/flask/ctx.py", 3}));
  EXPECT_THAT(query.modules, Contains("flask/app/Flask"));
}

TEST(ReadQueryTest, AFileNamedInAFrameWithItsPackageIsNoPath) {
  const Query query =
      ReadQuery("at org.shop.Cart.total(Cart.java:12)\nsee Cart.java and Main.java");
  EXPECT_THAT(query.paths, Contains("Main.java"));
  EXPECT_THAT(query.paths, Not(Contains("Cart.java")));
  EXPECT_THAT(ReadQuery("Cart.java:12: error: bad").paths, ElementsAre("Cart.java"));
}

TEST(ReadQueryTest, NeighbouringWordsMayBeOneName) {
  EXPECT_THAT(JoinedOf(ReadQuery("session cookie")), ElementsAre("sessioncooki", "session_cooki"));
  EXPECT_THAT(JoinedOf(ReadQuery("SessionInterface")), IsEmpty());
}

TEST(ReadQueryTest, QuotationsAreReadFromQuestionsAndNotFromReports) {
  EXPECT_THAT(ReadQuery("why does it say \"no such\" here").quotes, ElementsAre("no such"));
  EXPECT_THAT(ReadQuery("fix \"no such file\"\n\nIt says \"try to run again\".").quotes, IsEmpty());
}

TEST(ReadQueryTest, AFileNameIsNoListOfNames) {
  for (const char* text : {"config.yml.orig", "\"config.yml.orig\"", "`config.yml.orig`",
                           "where is config.yml.orig written"}) {
    const Query query = ReadQuery(text);
    EXPECT_NE(query.form, QueryForm::kSymbol) << text;
    EXPECT_THAT(query.names, IsEmpty()) << text;
    EXPECT_THAT(query.paths, ElementsAre("config.yml.orig")) << text;
    EXPECT_THAT(query.quotes, ElementsAre("config.yml.orig")) << text;
    EXPECT_THAT(ReadCodeNames(text), IsEmpty()) << text;
  }
  EXPECT_EQ(ReadQuery("app.run").form, QueryForm::kSymbol);
  EXPECT_THAT(NamesOf(ReadQuery("why does response.json fail")), ElementsAre("response", "json"));
  EXPECT_THAT(NamesOf(ReadQuery("why does table.csv() fail")), ElementsAre("table", "csv"));
}

TEST(ReadQueryTest, WishesAreReadFromTheFirstLine) {
  EXPECT_THAT(ReadQuery("how is it tested").wanted, ElementsAre(FileKind::kTest));
  EXPECT_THAT(ReadQuery("how do I sign a cookie").wanted, ElementsAre(FileKind::kDoc));
  EXPECT_THAT(ReadQuery("It fails\n\nand the tests too").wanted, IsEmpty());
}

TEST(ReadQueryTest, ABareWordIsNoWish) {
  for (const char* text :
       {"fix the lock timeout in the build cache", "the version of a document is lost on commit",
        "test the connection before a request", "a release of the semaphore is missing",
        "why does the document lock fail", "guide the user through the build"}) {
    EXPECT_THAT(ReadQuery(text).wanted, IsEmpty()) << text;
  }
}

TEST(ReadQueryTest, AWishNamesWhatItWants) {
  EXPECT_THAT(ReadQuery("tests for the parser").wanted, ElementsAre(FileKind::kTest));
  EXPECT_THAT(ReadQuery("where is the parser tested").wanted, ElementsAre(FileKind::kTest));
  EXPECT_THAT(ReadQuery("parser tests").wanted, ElementsAre(FileKind::kTest));
  EXPECT_THAT(ReadQuery("the Makefile builds twice").wanted, ElementsAre(FileKind::kData));
  EXPECT_THAT(ReadQuery("build files are stale").wanted, ElementsAre(FileKind::kData));
  EXPECT_THAT(ReadQuery("documentation of the parser").wanted, ElementsAre(FileKind::kDoc));
  EXPECT_THAT(ReadQuery("update the lock file").wanted, ElementsAre(FileKind::kGenerated));
  EXPECT_THAT(ReadQuery("benchmarks of the parser").wanted, ElementsAre(FileKind::kBenchmark));
  EXPECT_THAT(ReadQuery("the translations of errors").wanted, ElementsAre(FileKind::kStrings));
}

TEST(ReadQueryTest, EndlessChainsAndPathsAreNone) {
  std::string chain = "a";
  std::string path;
  for (int i = 0; i < 20'000; ++i) {
    chain += ".b";
    path += "./";
  }
  EXPECT_THAT(ReadQuery("see " + chain).modules, IsEmpty());
  EXPECT_THAT(ReadQuery("see " + path + "a.py").paths, IsEmpty());
}

TEST(ReadQueryTest, HostileTextIsBounded) {
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "A" + std::to_string(i) + "b.c/d" + std::to_string(i) + ".py ";
  const Query query = ReadQuery(text);
  EXPECT_LE(query.terms.size(), Query::kMostTerms);
  EXPECT_LE(query.names.size(), 64U);
  EXPECT_LE(query.paths.size(), 128U);
  EXPECT_EQ(ReadQuery("").words, 0U);
  EXPECT_EQ(ReadQuery("...\n\n").words, 0U);
  EXPECT_EQ(ReadQuery(std::string("\xFF\xFE\x00 a.b", 7)).form, QueryForm::kWords);
}

}  // namespace
}  // namespace satchel::ask
