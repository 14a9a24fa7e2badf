// `satchel eval history --recipe code`: the functions that commits changed, in packages that are
// made without having seen the commit.

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Json = nlohmann::json;

class CliHistoryPackagesTest : public CliFixture {
 protected:
  CliHistoryPackagesTest() : CliFixture("app") {
    environment_["TMPDIR"] = dir_.MakeDirectory("tmp").string();
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.MakeDirectory("app");
    Git({"init", "-q", "."});
    Add("first", {{"src/Session.php", Session("", "$this->open = false;")},
                  {"src/Colour.php", Colour("$a")},
                  {"src/Clock.kt", Clock("1")},
                  {"tests/SessionTest.php", "<?php\nfunction testClose() {\n    return 1;\n}\n"}});
    // Nothing but this commit has the word: in its message, and in what it writes.
    Add("Zanzibar", {{"src/Colour.php", Colour("/* zanzibar */ $b")}});
    Add("Zanzibar once more", {{"src/Colour.php", Colour("/* zanzibar */ $a . $b")}});
    // Eight lines more above it, so that close() stands where nothing was.
    Add("Close the idle session with the clock",
        {{"src/Session.php",
          Session("// 1\n// 2\n// 3\n// 4\n// 5\n// 6\n// 7\n// 8\n", "$this->open = null;")},
         {"src/Clock.kt", Clock("2")},
         {"src/Idle.php", "<?php\nfunction idleSession() {\n    return true;\n}\n"},
         {"tests/SessionTest.php", "<?php\nfunction testClose() {\n    return 2;\n}\n"}});
  }

  static std::string Session(const std::string& above, const std::string& close) {
    return "<?php\n" + above +
           "class Session\n{\n    public function open()\n    {\n        $this->open = true;\n    "
           "}\n"
           "\n    public function close()\n    {\n        " +
           close + "\n    }\n}\n";
  }
  static std::string Colour(const std::string& value) {
    return "<?php\nclass Colour\n{\n    public function mix($a, $b)\n    {\n        return " +
           value + ";\n    }\n}\n";
  }
  static std::string Clock(const std::string& value) {
    return "class Clock {\n    fun tick(): Int {\n        return " + value + "\n    }\n}\n";
  }
  void Add(const std::string& message, const std::map<std::string, std::string>& files) const {
    for (const auto& [path, bytes] : files) dir_.Write("app/" + path, bytes);
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", message});
  }
  Json History(const Args& more) const {
    Args args = {"eval", "history", "--recipe", "code"};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
  // The packages of each commit, by language.
  static std::map<std::string, Json> PackagesOf(const Json& history, const std::string& subject) {
    std::map<std::string, Json> packages;
    for (const Json& commit : history["commits"]) {
      if (commit["subject"] != subject) continue;
      for (const Json& package : commit["packages"]) packages[package["language"]] = package;
    }
    return packages;
  }
};

TEST_F(CliHistoryPackagesTest, ThePackageIsJudgedByTheFunctionsThatTheCommitChanged) {
  const Json history = History({});
  auto packages = PackagesOf(history, "Close the idle session with the clock");
  ASSERT_EQ(packages.size(), 2U);
  EXPECT_THAT(packages["php"]["gold"], ElementsAre("src/Session.php"))
      << "neither the new file nor the test";
  EXPECT_THAT(packages["php"]["gold_functions"], ElementsAre("src/Session.php::Session::close"))
      << "by the lines of the file before the commit";
  EXPECT_THAT(packages["php"]["missed_functions"], IsEmpty());
  EXPECT_THAT(packages["kotlin"]["gold_functions"], ElementsAre("src/Clock.kt::Clock.tick"));
  EXPECT_THAT(packages["kotlin"]["missed_functions"], IsEmpty());
  EXPECT_LE(packages["php"]["tokens"], 4000);
}

TEST_F(CliHistoryPackagesTest, NothingOfTheCommitItselfIsSeen) {
  const Json history = History({});
  const Json unseen = PackagesOf(history, "Zanzibar")["php"];
  EXPECT_THAT(unseen["missed"], ElementsAre("src/Colour.php"));
  EXPECT_THAT(unseen["missed_functions"], ElementsAre("src/Colour.php::Colour::mix"));
  // The next one is found by what that one left behind: so would it be, had it been seen.
  EXPECT_THAT(PackagesOf(history, "Zanzibar once more")["php"]["missed_functions"], IsEmpty());
}

TEST_F(CliHistoryPackagesTest, EachLanguageHasARow) {
  const Json rows = History({})["languages"];
  ASSERT_EQ(rows.size(), 2U) << rows;
  EXPECT_EQ(rows[0]["language"], "kotlin");
  EXPECT_EQ(rows[0]["functions"], "1");
  const Json& php = rows[1];
  EXPECT_EQ(php["language"], "php");
  EXPECT_EQ(php["budget"], 4000);
  EXPECT_EQ(php["commits"], 3);
  EXPECT_EQ(php["empty"], 1) << "nothing has the word of the first one";
  EXPECT_EQ(php["with_functions"], 3);
  EXPECT_EQ(php["functions_changed"], 3);
  EXPECT_EQ(php["files"], "0.666666");
  EXPECT_EQ(php["functions"], "0.666666");
  EXPECT_EQ(php["function_bodies"], "0.666666");
  EXPECT_EQ(php["search"]["files"], "0.666666");
  EXPECT_FALSE(JsonOf({"eval", "history"}).contains("languages"));
}

TEST_F(CliHistoryPackagesTest, OnlyCommitsOfOneLanguage) {
  const Json history = History({"--language", "Kotlin", "--budget", "500"});
  EXPECT_EQ(history["asked"], 1);
  EXPECT_EQ(history["left_out"]["other_language"], 2);
  ASSERT_EQ(history["languages"].size(), 1U);
  EXPECT_EQ(history["languages"][0]["language"], "kotlin");
  EXPECT_EQ(history["languages"][0]["budget"], 500);
}

TEST_F(CliHistoryPackagesTest, TheTableHasPackagesAndTheSearchBesideThem) {
  const Finished text = Satchel({"eval", "history", "--recipe", "code"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              HasSubstr("functions in packets of 4000 tokens / in as many tokens of a search"));
  EXPECT_THAT(text.out, HasSubstr("\nphp           3      1  0.667 / 0.667"));
  EXPECT_THAT(Satchel({"eval", "history"}).out, Not(HasSubstr("packages")));
}

TEST_F(CliHistoryPackagesTest, WrongUseIsSaid) {
  const Finished budget = Satchel({"eval", "history", "--budget", "4000"});
  EXPECT_EQ(budget.code, 2);
  EXPECT_THAT(budget.err, HasSubstr("give --recipe code as well"));
  const Finished language = Satchel({"eval", "history", "--language", "klingon"});
  EXPECT_EQ(language.code, 2);
  EXPECT_THAT(language.err, HasSubstr("klingon"));
}

}  // namespace
}  // namespace satchel::test
