// `satchel search` after `satchel index`: the real binary on a real Git repository, on SQLite and
// on a real PostgreSQL.

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"
#include "tests/support/sqlite_file.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Json = nlohmann::json;

class CliSearchTest : public CliFixture {
 protected:
  CliSearchTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/web/session.py",
               "SECRET = 'none'\n\n\ndef sign_cookie(value):\n"
               "    \"\"\"Signs the session's cookie.\"\"\"\n    return value\n\n\n"
               "def read_cookie(text):\n    return text\n");
    dir_.Write("app/web/routes.py",
               "from .session import read_cookie\n\n\ndef home():\n    pass\n");
    dir_.Write("app/README.md", "# App\n\nCookies are signed.\n");
    Git({"init", "-q"});
  }

  void Index(const Args& more = {}) const {
    Args args = {"index"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  Json Search(const std::string& query, const Args& more = {}) const {
    Args args = {"search", query, "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  }
  // Flips a bit in the middle of every row of one kind.
  void Damage(int kind) const {
    const std::string sql = fmt::format(
        "UPDATE segment_row SET data = CAST(substr(data, 1, length(data) / 2) || x'55' || "
        "substr(data, length(data) / 2 + 2) AS BLOB) WHERE kind = {}",
        kind);
    EXPECT_GT(ChangeSqlite(dir_.path() / "app/.satchel/curated.db", sql), 0);
  }
};

TEST_F(CliSearchTest, FindsThePlaceWithItsLinesAndSaysWhy) {
  Index();
  const Json answer = Search("where is the cookie of a session signed?", {"--explain"});
  ASSERT_FALSE(answer["results"].empty());
  const Json& best = answer["results"][0];
  EXPECT_EQ(best["path"], "web/session.py");
  EXPECT_EQ(best["symbol"], "sign_cookie");
  EXPECT_EQ(best["kind"], "function");
  EXPECT_EQ(best["start_line"], 4);
  EXPECT_EQ(best["end_line"], 6);
  EXPECT_EQ(best["lines"][0]["line"], 4);
  EXPECT_EQ(best["lines"][0]["text"], "def sign_cookie(value):");
  EXPECT_EQ(best["changed"], false);
  EXPECT_EQ(best["terms"][0]["name"], "chunk");
  EXPECT_EQ(best["words"][0]["word"], "cooki");
  EXPECT_EQ(best["words"][0]["fields"]["body"], 2);
  EXPECT_EQ(answer["form"], "question");
  EXPECT_EQ(answer["abstained"], false);
  EXPECT_LE(answer["store_calls"], 30);

  const Finished text = Satchel({"search", "cookie signed", "--explain", "--limit", "1"});
  EXPECT_THAT(text.out, HasSubstr("web/session.py:4-6  function sign_cookie\n"));
  EXPECT_THAT(text.out, HasSubstr("  score "));
  EXPECT_THAT(text.out, HasSubstr("cooki "));
  EXPECT_THAT(text.err, IsEmpty());
}

TEST_F(CliSearchTest, TheTermsOfAScoreAddUpToIt) {
  Index();
  const Json answer = Search("cookie session", {"--explain"});
  ASSERT_FALSE(answer["results"].empty());
  for (const Json& place : answer["results"]) {
    double sum = 0;
    for (const Json& term : place["terms"]) sum += std::stod(term["value"].get<std::string>());
    EXPECT_NEAR(sum, std::stod(place["score"].get<std::string>()), 1e-9) << place.dump();
  }
}

TEST_F(CliSearchTest, ANameLeadsToWhereItIsDefined) {
  Index();
  const Json answer = Search("read_cookie", {"--per-file", "2"});
  EXPECT_EQ(answer["form"], "symbol");
  const Json& best = answer["results"][0];
  EXPECT_EQ(best["path"], "web/session.py");
  EXPECT_EQ(best["symbol"], "read_cookie");
  EXPECT_EQ(answer["results"][1]["path"], "web/session.py");
}

TEST_F(CliSearchTest, TheSameTwiceAndAfterReadingEverythingAnew) {
  Index();
  const std::string first = Search("cookie home session").dump();
  EXPECT_EQ(Search("cookie home session").dump(), first);
  Index({"--full"});
  EXPECT_EQ(Search("cookie home session")["results"].dump(), Json::parse(first)["results"].dump());
}

TEST_F(CliSearchTest, WhatChangedIsReadBeforeTheAnswer) {
  Index();
  EXPECT_EQ(Search("home")["index"]["state"], "fresh");
  dir_.Write("app/web/routes.py", "def zebra():\n    pass\n");
  dir_.Write("app/web/new.py", "def okapi():\n    pass\n");
  const Json edited = Search("zebra");
  EXPECT_EQ(edited["results"][0]["path"], "web/routes.py");
  EXPECT_EQ(edited["index"]["state"], "refreshed");
  EXPECT_EQ(edited["index"]["changed"], 1);
  EXPECT_EQ(edited["index"]["added"], 1);
  EXPECT_EQ(Search("okapi")["results"][0]["path"], "web/new.py");
  EXPECT_EQ(Search("home")["abstained"], true);
  fs::remove(dir_.path() / "app/web/routes.py");
  const Json removed = Search("zebra");
  EXPECT_EQ(removed["abstained"], true);
  EXPECT_EQ(removed["index"]["gone"], 1);
  EXPECT_THAT(Satchel({"search", "zebra"}).out, HasSubstr("not in the code: zebra"));
}

TEST_F(CliSearchTest, AStaleAnswerSaysSo) {
  Index();
  dir_.Write("app/web/routes.py", "def zebra():\n    home()\n");
  const Json changed = Search("home", {"--no-refresh"});
  EXPECT_EQ(changed["index"]["state"], "unchecked");
  EXPECT_EQ(changed["results"][0]["changed"], true);
  EXPECT_EQ(changed["results"][0]["lines"][0]["text"], "    home()");
  fs::remove(dir_.path() / "app/web/routes.py");
  const Json gone = Search("home", {"--no-refresh"});
  EXPECT_EQ(gone["results"][0]["gone"], true);
  EXPECT_EQ(gone["results"][0]["changed"], false);
  for (int i = 0; i < 201; ++i) dir_.Write(fmt::format("app/many/f{}.py", i), "pass\n");
  const Json stale = Search("cookie");
  EXPECT_EQ(stale["index"]["state"], "stale");
  const Finished text = Satchel({"search", "cookie"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.err, HasSubstr("files changed since the index was made"));
  Index();
  EXPECT_EQ(Search("cookie")["index"]["state"], "fresh");
}

TEST_F(CliSearchTest, TheFirstSearchIndexes) {
  const Finished first = Satchel({"search", "sign_cookie"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("web/session.py:4-6"));
  EXPECT_THAT(first.err, HasSubstr("indexed 3 files first"));
  EXPECT_THAT(Satchel({"search", "sign_cookie"}).err, IsEmpty());
}

TEST_F(CliSearchTest, WordsNeedNoQuotationMarksAndMayComeFromTheStandardInput) {
  Index();
  const std::string wanted = Satchel({"search", "session cookie signed"}).out;
  EXPECT_EQ(Satchel({"search", "session", "cookie", "signed"}).out, wanted);
  EXPECT_EQ(Satchel({"search", "session", "--limit", "10", "cookie", "signed"}).out, wanted);
  Process piped = Command({"search", "-"});
  piped.input = "session cookie signed\n";
  EXPECT_EQ(Execute(piped).out, wanted);
}

TEST_F(CliSearchTest, AFileIsNotCalledChangedRightAfterItWasIndexed) {
  dir_.Write("app/large.txt", std::string(2'000'000, 'x') + "\nplatypus\n");
  Index();
  EXPECT_THAT(Satchel({"status"}).out, HasSubstr("; up to date"));
  EXPECT_EQ(Search("large")["results"][0]["changed"], false);
}

TEST_F(CliSearchTest, SecretsAndInvisibleCharactersAreNotShown) {
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  dir_.Write("app/deploy.py", "def deploy():\n    token = '" + secret +
                                  "'  # deploying\n    return 'deploy\xE2\x80\xAEing'\n");
  Index();
  const Finished text = Satchel({"search", "deploy token"});
  EXPECT_THAT(text.out, HasSubstr("[redacted:"));
  EXPECT_THAT(text.out, Not(HasSubstr(secret)));
  EXPECT_THAT(text.out, Not(HasSubstr("\xE2\x80\xAE")));
}

TEST_F(CliSearchTest, APhraseMustBeThereAndTheNearestAreShownWhenItIsNot) {
  dir_.Write("app/a.txt", "the red fox jumps over a dog\n");
  dir_.Write("app/b.txt", "a fox that is red, red, red. The Red\nFox!\n");
  dir_.Write("app/c.txt", "fox red, foxes\n");
  Index();
  const Json found = Search("\"red fox\"");
  ASSERT_EQ(found["results"].size(), 2U);
  for (const Json& place : found["results"]) EXPECT_NE(place["path"], "c.txt");
  EXPECT_TRUE(found["nearest"].empty());
  // Beside other words, or in a text, quotation marks are no condition.
  EXPECT_EQ(Search("\"red fox jumps\" dog")["results"][0]["path"], "a.txt");
  dir_.Write("app/d.py", "foxes = 1  # red\n");
  EXPECT_EQ(Search("File \"/home/u/app/d.py\", line 1\nError: \"no fox\"")["results"][0]["path"],
            "d.py");
  const Json none = Search("\"red dog\"");
  EXPECT_EQ(none["abstained"], true);
  EXPECT_FALSE(none["nearest"].empty());
  EXPECT_THAT(Satchel({"search", "\"red dog\""}).out, HasSubstr("The closest places:"));
  EXPECT_FALSE(Search("an \"open mark red")["results"].empty());
}

TEST_F(CliSearchTest, ANameThatIsNowhereIsSaid) {
  Index();
  const Json none = Search("signCookieTwice");
  EXPECT_EQ(none["abstained"], true);
  EXPECT_EQ(none["missing"], Json({"signCookieTwice"}));
  EXPECT_EQ(none["nearest"][0]["path"], "web/session.py");
  EXPECT_THAT(Satchel({"search", "signCookieTwice"}).out,
              testing::StartsWith("not in the code: signCookieTwice\nThe closest places:\n"));
  const Finished some = Satchel({"search", "cookie", "autoscaler"});
  EXPECT_THAT(some.out, HasSubstr("web/session.py"));
  EXPECT_THAT(some.err, HasSubstr("not in the code: autoscaler"));
  // A name that is there brings no places that have parts of it alone.
  const Json named = Search("sign_cookie");
  ASSERT_FALSE(named["results"].empty());
  for (const Json& place : named["results"]) EXPECT_EQ(place["path"], "web/session.py");
}

TEST_F(CliSearchTest, AWordThatIsNowhereStandsForThoseThatLookAlike) {
  dir_.Write("app/web/hyperloglog.py",
             "def count_distinct(values):\n    return len(set(values))\n");
  dir_.Write("app/web/guard.py", "def verify_signature(text):\n    return text\n");
  Index();
  const auto first = [](const Json& answer) {
    return answer["results"].empty() ? Json() : answer["results"][0]["path"];
  };
  const Json name = Search("sign_cokie");
  EXPECT_EQ(first(name), "web/session.py");
  EXPECT_EQ(name["missing"], Json({"sign_cokie"}));
  EXPECT_EQ(name["replaced"],
            Json({{{"word", "sign_cokie"}, {"with", {"sign_cookie"}}, {"by", "spelling"}}}));
  EXPECT_EQ(first(Search("hyperlog")), "web/hyperloglog.py");
  EXPECT_EQ(first(Search("reed cookie")), "web/session.py");
  EXPECT_EQ(first(Search("где проверяется подпись")), "web/guard.py");
  const Json synonym = Search("validate signature");
  EXPECT_EQ(first(synonym), "web/guard.py");
  EXPECT_EQ(synonym["replaced"][0]["by"], "synonym");
  EXPECT_EQ(synonym["replaced"][0]["version"], 1);

  const Finished said = Satchel({"search", "sign_cokie"});
  EXPECT_THAT(said.err, HasSubstr("not in the code: \"sign_cokie\"; looked for sign_cookie"));
  EXPECT_THAT(said.out, HasSubstr("web/session.py"));
}

TEST_F(CliSearchTest, AWordThatAFourthPlaceHasNeedsNoSynonym) {
  dir_.Write("app/web/guard.py", "def verify_signature(text):\n    return text\n");
  for (int i = 1; i <= 3; ++i) {
    dir_.Write(fmt::format("app/web/form{}.py", i), "def validate(form):\n    return form\n");
  }
  Index();
  const Json few = Search("validate signature");
  ASSERT_THAT(few["replaced"], SizeIs(1));
  EXPECT_EQ(few["replaced"][0]["word"], "validate");
  dir_.Write("app/web/form4.py", "def validate(form):\n    return form\n");
  Index();
  EXPECT_THAT(Search("validate signature")["replaced"], IsEmpty());
}

TEST_F(CliSearchTest, WordsThatAreNearNothingAreLeftAsTheyAre) {
  Index();
  for (const std::string name : {"fooBarBazQuux", "KubernetesAutoscaler", "zzGetCookieHandlerQx"}) {
    const Json answer = Search(name);
    EXPECT_EQ(answer["abstained"], true) << name;
    EXPECT_EQ(answer["missing"], Json({name})) << name;
  }
  const Json words = Search("kubernetes cookie autoscaler");
  EXPECT_EQ(words["missing"], Json({"kubernetes", "autoscaler"}));
  EXPECT_THAT(words["replaced"], IsEmpty());
}

TEST_F(CliSearchTest, APastedTraceLeadsToItsInnermostFrame) {
  Index();
  const std::string trace =
      "Traceback (most recent call last):\n"
      "  File \"/usr/lib/python3/threading.py\", line 9, in run\n"
      "  File \"/home/me/app/web/routes.py\", line 4, in home\n    read_cookie(x)\n"
      "  File \"/home/me/app/web/session.py\", line 10, in read_cookie\n    return text\n"
      "NameError: name 'text' is not defined\n";
  const Json found = Search(trace);
  EXPECT_EQ(found["form"], "trace");
  EXPECT_EQ(found["results"][0]["path"], "web/session.py");
  EXPECT_EQ(found["results"][0]["symbol"], "read_cookie");
  EXPECT_EQ(found["results"][1]["path"], "web/routes.py");
  EXPECT_EQ(Search("web/session.py:5")["results"][0]["symbol"], "sign_cookie");
}

TEST_F(CliSearchTest, ASymbolIsNamedAsItsLanguageDoes) {
  std::string members;
  for (int i = 0; i < 300; ++i) members += fmt::format("  int box{}() {{ return {}; }}\n", i, i);
  dir_.Write("app/a.cpp", "namespace attic {\nstruct Trunk {\n  int rummage() { return 1; }\n" +
                              members + "};\n}\n");
  dir_.Write("app/b.py", "class Cellar:\n    def rummages(self):\n        pass\n");
  Index();
  std::map<std::string, std::string> names;
  const Json found = Search("rummage");
  for (const Json& place : found["results"]) {
    names.emplace(place["path"], place["symbol"]);
  }
  EXPECT_THAT(names["a.cpp"], testing::StartsWith("attic::Trunk"));
  EXPECT_THAT(names["b.py"], testing::StartsWith("Cellar"));
}

// The class of an exception is everywhere; its message is in one place.
TEST_F(CliSearchTest, AMessageWordForWordBeatsTheNamesOfItsException) {
  dir_.Write("app/web/context.py",
             "def app_context():\n    raise RuntimeError('Working outside of the context')\n");
  dir_.Write("app/web/errors.py",
             "class ContextError(RuntimeError):\n    pass\n\n\nclass RuntimeError2(RuntimeError):\n"
             "    context = 'working'\n    outside = RuntimeError\n");
  Index();
  const Json found = Search("RuntimeError: Working outside of the context", {"--explain"});
  EXPECT_EQ(found["results"][0]["path"], "web/context.py");
  std::set<std::string> terms;
  for (const Json& term : found["results"][0]["terms"]) terms.insert(term["name"]);
  EXPECT_TRUE(terms.contains("run")) << found["results"][0].dump();
}

TEST_F(CliSearchTest, ImportLinesAreNoPlace) {
  dir_.Write("app/web/signing.py",
             "from .session import sign_cookie, cookie_signed\nfrom . import cookie_session\n\n\n"
             "class Store:\n    def load(self):\n        return 1  # a session\n");
  dir_.Write("app/web/names.py",
             "from .cookies import walrus_cookie\nimport walrus\n\n\n"
             "def other():\n    pass\n");
  Index();
  std::map<std::string, Json> places;
  const Json signed_where = Search("where is the session cookie signed?");
  for (const Json& place : signed_where["results"]) {
    places[place["path"]] = place;
  }
  ASSERT_TRUE(places.contains("web/signing.py"));
  EXPECT_EQ(places["web/signing.py"]["start_line"], 5);
  EXPECT_EQ(places["web/signing.py"]["lines"][0]["line"], 7);
  // Nothing but imports has the words: what the file defines.
  const Json walrus = Search("how does a walrus swim?")["results"][0];
  EXPECT_EQ(walrus["path"], "web/names.py");
  EXPECT_EQ(walrus["symbol"], "other");
  EXPECT_EQ(walrus["lines"][0]["text"], "def other():");
  // Of a name it says who has it.
  EXPECT_EQ(Search("walrus_cookie")["results"][0]["lines"][0]["line"], 1);
}

TEST_F(CliSearchTest, APathGivesTheHeadOfTheFileAndWhatItDefines) {
  dir_.Write("app/lib/__init__.py", "");
  Index();
  const Json found = Search("web/session.py");
  ASSERT_EQ(found["results"].size(), 1U);
  const Json& place = found["results"][0];
  EXPECT_EQ(place["start_line"], 1);
  EXPECT_EQ(place["lines"][0]["text"], "SECRET = 'none'");
  EXPECT_EQ(place["more_symbols"], 0);
  std::vector<std::string> names;
  for (const Json& symbol : place["symbols"]) names.push_back(symbol["symbol"]);
  EXPECT_THAT(names, testing::ElementsAre("SECRET", "sign_cookie", "read_cookie"));
  EXPECT_THAT(Satchel({"search", "./web/session.py"}).out,
              HasSubstr("it defines:\n      1  constant SECRET\n      4  function sign_cookie\n"));
  EXPECT_FALSE(Search("sign_cookie")["results"][0].contains("symbols"));
  // That line, whatever stands on it.
  const Json line = Search("web/session.py:10")["results"][0];
  EXPECT_EQ(line["symbol"], "read_cookie");
  EXPECT_EQ(line["lines"][0]["line"], 10);
  EXPECT_THAT(Satchel({"search", "lib/__init__.py"}).out, Not(HasSubstr(":0-0")));
}

TEST_F(CliSearchTest, APlaceIsCalledByWhatItsLineBelongsTo) {
  std::string members;
  for (int i = 0; i < 200; ++i) members += fmt::format("int box{}(int a);\n", i);
  dir_.Write("app/attic.h",
             "#pragma once\n\n#include <trunk>\n\nnamespace attic {\n\n"
             "// How much a trunk holds.\ninline constexpr int kTrunkSize = 12;\n\n" +
                 members + "}\n");
  Index();
  const Json place = Search("how large is a trunk?")["results"][0];
  EXPECT_EQ(place["path"], "attic.h");
  EXPECT_EQ(place["symbol"], "attic::kTrunkSize");
  for (const Json& line : place["lines"]) EXPECT_GT(line["line"], 5);
}

TEST_F(CliSearchTest, FiltersComeBeforeTheCut) {
  // More than a search looks at, all of them better.
  for (int i = 0; i < 500; ++i) {
    dir_.Write(fmt::format("app/noise/cookie{}.py", i),
               "def cookie():\n    cookie_cookie = 'cookie'\n" + std::string(5, '\n') +
                   "def cookie2():\n    return 'cookie cookie'\n" + std::string(5, '\n') +
                   "def cookie3():\n    return 'cookie cookie'\n");
  }
  for (int i = 0; i < 12; ++i) {
    dir_.Write(fmt::format("app/quiet/long_name_{}.js", i),
               "function a() {\n  return 'one two three four cookie five six seven';\n}\n");
  }
  dir_.Write("app/quiet/tests/test_a.js", "function b() { return 'cookie'; }\n");
  Index();
  const auto paths = [this](const Args& more) {
    std::vector<std::string> found;
    const Json answer = Search("cookie", more);
    for (const Json& place : answer["results"]) found.push_back(place["path"]);
    return found;
  };
  const auto all_below = [](const std::string& folder) {
    return testing::Each(testing::StartsWith(folder));
  };
  EXPECT_THAT(paths({}), all_below("noise/"));
  EXPECT_THAT(paths({"--path", "quiet/"}),
              testing::AllOf(testing::SizeIs(10), all_below("quiet/")));
  EXPECT_THAT(paths({"--lang", "js", "--limit", "50"}), testing::SizeIs(13));
  EXPECT_THAT(paths({"--lang", "javascript", "--no-tests", "--limit", "50"}), testing::SizeIs(12));
  EXPECT_THAT(paths({"--path", "!noise", "--path", "!quiet"}),
              testing::UnorderedElementsAre("web/session.py", "web/routes.py", "README.md"));
  EXPECT_THAT(paths({"--path", "web/", "--path", "*.md", "--lang", "py"}),
              testing::UnorderedElementsAre("web/session.py", "web/routes.py"));
  const Finished none = Satchel({"search", "cookie", "--path", "nowhere/"});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, HasSubstr("nothing found"));
  EXPECT_THAT(none.err, HasSubstr("--path"));
}

TEST_F(CliSearchTest, ABudgetIsNeverExceeded) {
  for (int i = 0; i < 30; ++i) {
    dir_.Write(fmt::format("app/many/cookie{}.py", i), "def cookie():\n    return 'cookie'\n");
  }
  Index();
  std::size_t before = 0;
  for (const int budget : {1, 20, 100, 400, 2'000}) {
    const Finished text =
        Satchel({"search", "cookie", "--budget", std::to_string(budget), "--tokenizer", "chars4"});
    EXPECT_EQ(text.code, 0);
    EXPECT_LE((text.out.size() + 3) / 4, static_cast<std::size_t>(budget));
    EXPECT_GE(text.out.size(), before);
    before = text.out.size();
    EXPECT_EQ(text.out.empty(), text.err.contains("even the first")) << text.err;
  }
  EXPECT_GT(before, 30U * 40U);  // all of them, not ten
  const Finished json =
      Satchel({"search", "cookie", "--budget", "900", "--tokenizer", "chars4", "--format", "json"});
  EXPECT_LE((json.out.size() + 3) / 4, 900U);
  const Json answer = Json::parse(json.out, nullptr, false);
  EXPECT_GT(answer["results"].size(), 0U);
  EXPECT_EQ(answer["results"].size() + answer["left_out"].get<std::size_t>(), 33U);
}

TEST_F(CliSearchTest, JsonHasReasonsOnlyWhenTheyAreAskedFor) {
  Index();
  const Json plain = Search("cookie session");
  EXPECT_FALSE(plain.contains("words"));
  EXPECT_FALSE(plain["results"][0].contains("terms"));
  EXPECT_FALSE(plain["results"][0].contains("words"));
  const Json reasons = Search("cookie session", {"--explain"});
  EXPECT_TRUE(reasons["results"][0].contains("terms"));
  EXPECT_TRUE(reasons.contains("words"));
}

TEST_F(CliSearchTest, UsesAreDefinitionsUsersImportersAndCallees) {
  dir_.Write("app/web/page.py",
             "from .session import sign_cookie\n\n\nclass Page:\n    def show(self):\n"
             "        return sign_cookie(self.make()) + sign_cookie('x')\n\n"
             "    def make(self):\n        return 'x'\n");
  dir_.Write("app/tests/test_page.py",
             "from web.session import sign_cookie\n\n\ndef test_it():\n    sign_cookie('a')\n");
  Index();
  const auto uses = [this](Args args) {
    args.insert(args.begin(), "uses");
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  };
  const Json found = uses({"sign_cookie"});
  ASSERT_EQ(found["definitions"]["places"].size(), 1U);
  EXPECT_EQ(found["definitions"]["places"][0]["path"], "web/session.py");
  EXPECT_EQ(found["definitions"]["places"][0]["line"], 4);
  ASSERT_EQ(found["users"]["places"].size(), 2U);
  const Json& user = found["users"]["places"][0];
  EXPECT_EQ(user["path"], "web/page.py");
  EXPECT_EQ(user["symbol"], "Page.show");
  EXPECT_EQ(user["line"], 6);
  EXPECT_EQ(user["times"], 2);
  EXPECT_EQ(user["rule"], "import");
  EXPECT_EQ(user["text"], "return sign_cookie(self.make()) + sign_cookie('x')");
  EXPECT_EQ(found["users"]["places"][1]["path"], "tests/test_page.py");
  EXPECT_EQ(found["importers"]["places"].size(), 2U);
  EXPECT_EQ(uses({"sign_cookie", "--no-tests"})["users"]["places"].size(), 1U);
  EXPECT_EQ(uses({"sign_cookie", "--limit", "1"})["users"]["left_out"], 1);
  const Json method = uses({"Page.show"});
  ASSERT_EQ(method["callees"]["places"].size(), 2U);
  EXPECT_EQ(method["callees"]["places"][0]["symbol"], "Page.make");
  EXPECT_EQ(method["callees"]["places"][1]["symbol"], "sign_cookie");
  EXPECT_TRUE(uses({"Book.show"})["definitions"]["places"].empty());
  const Finished text = Satchel({"uses", "sign_cookie"});
  EXPECT_THAT(text.out, testing::StartsWith("defined in (1)\n  web/session.py:4-6  function "
                                            "sign_cookie\n      def sign_cookie(value):\n"));
  EXPECT_THAT(text.out, HasSubstr("used by (2)\n  web/page.py:6  method Page.show  2 times\n"));
  const Finished none = Satchel({"uses", "sign_cookies_twice"});
  EXPECT_EQ(none.code, 0);
  EXPECT_EQ(none.out, "nothing defines or uses sign_cookies_twice\n");
}

TEST_F(CliSearchTest, UsesLeadFromAClientToTheRoutesOfAServer) {
  dir_.Write(
      "app/server/orders.py",
      "@router.get(\"/orders/{order_id}\")\ndef read_order(order_id):\n    return pick(order_id)\n"
      "\n\ndef pick(order_id):\n    return order_id\n");
  dir_.Write("app/page/orders.js",
             "export async function load(id) {\n  return await fetch(`/api/orders/${id}`);\n}\n");
  Index();
  const auto uses = [this](const std::string& name) {
    const Finished finished = Satchel({"uses", name, "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  };
  for (const std::string name : {"GET /orders/{id}", "/orders/7", "read_order"}) {
    const Json found = uses(name);
    ASSERT_EQ(found["definitions"]["places"].size(), 1U) << name;
    EXPECT_EQ(found["definitions"]["places"][0]["path"], "server/orders.py");
    ASSERT_EQ(found["users"]["places"].size(), 1U) << name;
    EXPECT_EQ(found["users"]["places"][0]["path"], "page/orders.js");
    EXPECT_EQ(found["users"]["places"][0]["symbol"], "load");
    EXPECT_EQ(found["users"]["places"][0]["rule"], "route");
    ASSERT_EQ(found["callees"]["places"].size(), 1U) << name;
    EXPECT_EQ(found["callees"]["places"][0]["symbol"], "pick");
  }
  const Json client = uses("load");
  ASSERT_EQ(client["callees"]["places"].size(), 1U);
  EXPECT_EQ(client["callees"]["places"][0]["kind"], "route");
  EXPECT_EQ(client["callees"]["places"][0]["symbol"], "GET /orders/{order_id}");
  EXPECT_EQ(client["callees"]["places"][0]["line"], 1);
  EXPECT_TRUE(uses("POST /orders/7")["definitions"]["places"].empty());
  const Finished text = Satchel({"uses", "/orders/7"});
  EXPECT_THAT(text.out,
              HasSubstr("defined in (1)\n  server/orders.py:1  route GET /orders/{order_id}\n"));
  EXPECT_THAT(text.out, HasSubstr("page/orders.js:2  function load  (named by a literal)\n"));
}

TEST_F(CliSearchTest, UsesLeadFromGeneratedNamesAndFromPythonToWhatIsMeant) {
  dir_.Write("app/shop.proto",
             "message Order {}\nmessage Pick {}\nservice OrderService {\n"
             "  rpc GetOrder(Pick) returns (Order);\n}\n");
  dir_.Write("app/main.go",
             "package main\n\nimport pb \"example.com/gen/shoppb\"\n\nfunc run() *pb.Order {\n"
             "\tc := pb.NewOrderServiceClient(conn)\n\treturn c.GetOrder(ctx, &pb.Pick{})\n}\n");
  dir_.Write("app/native.c",
             "static PyObject *py_blend(PyObject *self) { return 0; }\n"
             "static PyMethodDef methods[] = {{\"blend\", py_blend, METH_NOARGS, \"\"}};\n");
  dir_.Write("app/paint.py", "from _native import blend\n\n\ndef paint():\n    return blend()\n");
  Index();
  const struct {
    std::string name;
    std::string user;
    int line;
    std::string rule;
  } cases[] = {{"OrderService", "run", 6, "protobuf"},
               {"GetOrder", "run", 7, "protobuf"},
               {"Pick", "run", 7, "protobuf"},
               {"py_blend", "paint", 5, "binding"}};
  for (const auto& [name, user, line, rule] : cases) {
    const Finished finished = Satchel({"uses", name, "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    const Json found = Json::parse(finished.out, nullptr, false);
    const auto places = found["users"]["places"];
    const auto there = std::ranges::find_if(places, [&](const Json& one) {
      return one["symbol"] == user && one["line"] == line && one["rule"] == rule;
    });
    EXPECT_TRUE(there != places.end()) << name << ": " << finished.out;
  }
}

TEST_F(CliSearchTest, AVeryLongQueryIsAnswered) {
  Index();
  std::string query;
  for (int i = 0; i < 5000; ++i) query += fmt::format("w{} cookie ", i % 1000);
  const Json found = Search(query, {"--explain"});
  EXPECT_EQ(found["results"][0]["words"][0]["word"], "cooki");
  EXPECT_EQ(found["form"], "report");
  EXPECT_LE(found["words"].size(), 256U);
}

TEST_F(CliSearchTest, WrongUseIsSaid) {
  Index();
  const struct {
    Args args;
    int code;
    std::string says;
  } cases[] = {{{"search"}, 2, "QUERY"},
               {{"search", ""}, 2, "no word"},
               {{"search", "!?"}, 2, "no word"},
               {{"search", "x", "--limit", "0"}, 2, "from 1 to 100"},
               {{"search", "x", "--source", "attic"}, 2, "code"},
               {{"search", std::string(70'000, 'x')}, 2, "64 KiB"},
               {{"search", "x", "--path", ""}, 2, "is empty"},
               {{"search", "x", "--path", "!"}, 2, "is empty"},
               {{"search", "x", "--lang", "cobol"}, 2, "there are bash, c, cmake, cpp"},
               {{"search", "x", "--lang", "pyhton"}, 2, "did you mean python?"},
               {{"search", "x", "--budget", "0"}, 2, "from 1 to"},
               {{"search", "x", "--tokenizer", "safe"}, 2, "--budget"},
               {{"search", "cookie", "--budget", "5", "--format", "json"}, 2, "more than 5 tokens"},
               {{"uses"}, 2, "NAME"},
               {{"uses", "::"}, 2, "no name"},
               {{"uses", "x", "--limit", "501"}, 2, "from 1 to 500"},
               {{"uses", std::string(2'000, 'x')}, 2, "1000 bytes"},
               {{"uses", "x", "--lang", "cobol"}, 2, "there are bash, c, cmake, cpp"}};
  for (const auto& [args, code, says] : cases) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(says));
  }
}

TEST_F(CliSearchTest, ADamagedIndexIsMadeAnew) {
  Index();
  Damage(8);  // changes: the few files are in no segment yet
  const Finished as_it_is = Satchel({"search", "cookie", "--no-refresh"});
  EXPECT_NE(as_it_is.code, 0);
  EXPECT_THAT(as_it_is.err, HasSubstr("the search index is damaged"));
  const Finished healed = Satchel({"search", "cookie"});
  EXPECT_EQ(healed.code, 0) << healed.err;
  EXPECT_THAT(healed.err, HasSubstr("Satchel rebuilds the index"));
  EXPECT_THAT(healed.out, HasSubstr("web/session.py"));
  EXPECT_THAT(Satchel({"search", "cookie"}).err, IsEmpty());
}

// Noise in the middle of a file, at its beginning, or all of it.
void WriteNoise(const fs::path& file, double from, std::size_t size) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(static_cast<std::streamoff>(from * static_cast<double>(fs::file_size(file))));
  std::string bytes(size, 'z');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 131 % 251);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TEST_F(CliSearchTest, WhatDoctorSaysOfADamagedIndexMendsIt) {
  const fs::path file = dir_.path() / "app/.satchel/curated.db";
  Index();
  WriteNoise(file, 0.3, 60'000);
  const Finished doctor = Satchel({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_THAT(doctor.out, HasSubstr("the index: `satchel index --full` rebuilds it"));
  const Finished full = Satchel({"index", "--full"});
  EXPECT_EQ(full.code, 0);
  EXPECT_THAT(full.err, HasSubstr("nothing is lost; Satchel rebuilds the index"));
  EXPECT_EQ(Satchel({"doctor"}).code, 0);
  EXPECT_THAT(Satchel({"search", "sign_cookie"}).out, HasSubstr("web/session.py:4-6"));
}

TEST_F(CliSearchTest, WhateverIsBrokenSearchGoesOn) {
  for (const auto& [name, from, size] :
       std::vector<std::tuple<std::string, double, std::size_t>>{{"curated.db", 0.3, 60'000},
                                                                 {"curated.db", 0, 4096},
                                                                 {"raw.db", 0.2, 60'000},
                                                                 {"raw.db", 0, 4096}}) {
    fs::remove_all(dir_.path() / "app/.satchel");
    Index();
    WriteNoise(dir_.path() / "app/.satchel" / name, from, size);
    EXPECT_EQ(Satchel({"doctor"}).code, 1) << name << from;
    const Finished found = Satchel({"search", "sign_cookie"});
    EXPECT_EQ(found.code, 0) << name << from << found.err;
    EXPECT_THAT(found.out, HasSubstr("web/session.py:4-6")) << name << from;
    const Finished index = Satchel({"index"});
    EXPECT_EQ(index.code, 0) << name << from << index.err;
    EXPECT_EQ(Satchel({"search", "sign_cookie"}).code, 0) << name << from;
  }
}

TEST_F(CliSearchTest, StatusShowsWhatIsSearched) {
  Index();
  const Json status =
      Json::parse(Satchel({"status", "--format", "json"}).out, nullptr, false)["code"]["search"];
  EXPECT_GT(status["documents"], 3);
  EXPECT_EQ(status["pending"], status["documents"]);
  EXPECT_THAT(Satchel({"status"}).out, HasSubstr("pieces of text in 0 parts"));
}

TEST_F(CliSearchTest, AServerGivesTheSameAnswer) {
  Index();
  const Json local = Search("cookie signed session home");
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  Index();
  EXPECT_EQ(Search("cookie signed session home")["results"], local["results"]);
}

}  // namespace
}  // namespace satchel::test
