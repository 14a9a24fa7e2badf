// How files and symbols come into a package: the rules of specification 003 that show only where
// several files compete.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

class CliTiersTest : public RetrieveFixture {
 protected:
  // Commits in which both files change.
  void ChangeTogether(const std::string& one, const std::string& other, int times) {
    for (int i = 0; i < times; ++i) {
      for (const std::string& path : {one, other}) {
        dir_.Write("app/" + path,
                   TempDir::ReadFile(dir_.path() / "app" / path) + fmt::format("\n# {}\n", i));
      }
      Git({"add", "."});
      Commit(fmt::format("Tidy {}", i));
    }
  }
  Json DecisionsOf(const Json& json) const {
    return JsonOf({"runs", "show", json["run"].get<std::string>()})["decisions"];
  }
};

TEST_F(CliTiersTest, WhatChangedTogetherOftenEnoughComesAsTheThirdTier) {
  ChangeTogether("web/login.py", "web/weather.py", 3);
  const Json json = RetrieveJson("change web/login.py");
  EXPECT_EQ(File(json, "web/weather.py")["tier"], 3) << json.dump(1);
  EXPECT_EQ(File(json, "web/weather.py")["relation"], "changed_with");
  EXPECT_EQ(File(json, "web/weather.py")["seed"], "web/login.py");
  // How often is a setting.
  ASSERT_EQ(Satchel({"config", "set", "code.co_change_min_commits", "5"}).code, 0);
  EXPECT_THAT(Paths(RetrieveJson("change web/login.py")), Not(Contains("web/weather.py")));
}

TEST_F(CliTiersTest, InATierWhatTouchesMoreSeedsIsFirst) {
  dir_.Write("app/web/a_one.py", "from .login import LoginForm\n\n\ndef one():\n    pass\n");
  dir_.Write("app/web/z_both.py",
             "from .login import LoginForm\nfrom .weather import forecast\n\n\ndef both():\n"
             "    pass\n");
  const auto paths = Paths(RetrieveJson("change web/login.py and web/weather.py"));
  const auto both = std::ranges::find(paths, "web/z_both.py");
  const auto one = std::ranges::find(paths, "web/a_one.py");
  ASSERT_NE(both, paths.end());
  ASSERT_NE(one, paths.end());
  EXPECT_LT(both, one);
}

TEST_F(CliTiersTest, ATierEndsWhereSignaturesFillTheBudget) {
  for (int i = 0; i < 80; ++i) {
    dir_.Write(fmt::format("app/web/user_{:02}.py", i),
               fmt::format("from .weather import forecast\n\n\ndef a_function_with_a_long_name_{}("
                           "first_argument, second_argument):\n    return forecast()\n",
                           i));
  }
  const Json json = RetrieveJson("change web/weather.py", {"--context-window", "1800"});
  std::size_t no_room = 0;
  for (const Json& decision : DecisionsOf(json))
    no_room += decision["reason"] == "no_room" ? 1U : 0U;
  EXPECT_GT(no_room, 0U);
  EXPECT_LT(Paths(json).size(), 80U);
  EXPECT_LE(json["tokens_used"], json["budget"]);
}

TEST_F(CliTiersTest, WhatATierLeavesOutIsNoCandidateOfALaterOne) {
  const auto name = [](int i) { return fmt::format("web/user_{:02}.py", i); };
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 40; ++i) {  // a commit of more than 50 files would not count
      dir_.Write(
          "app/" + name(i),
          fmt::format("from .weather import forecast\n\n\ndef a_function_with_a_long_name_{}("
                      "first_argument, second_argument):\n    return forecast({})\n",
                      i, round));
    }
    dir_.Write("app/web/weather.py", fmt::format("def forecast():\n    return {}\n", round));
    Git({"add", "."});
    Commit(fmt::format("Weather {}", round));
  }
  for (const char* window : {"1200", "1400", "1600", "1800"}) {
    const Json json = RetrieveJson("change web/weather.py", {"--context-window", window});
    std::map<std::string, std::string> decided;
    for (const Json& decision : DecisionsOf(json)) {
      if (decision["stage"] != "code.scope" || decision["section"] == "seeds") continue;
      const std::string item = decision["item"];
      EXPECT_TRUE(decided.emplace(item, decision["section"]).second) << window << item;
    }
    EXPECT_GE(decided.size(), 30U) << window;
  }
}

TEST_F(CliTiersTest, WhatAPrimarySymbolUsesAndWhoUsesItAreNamedWithTheReason) {
  dir_.Write("app/web/clock.py",
             "from .gears import turn\n\n\nclass Clock:\n    def strike(self, hour):\n"
             "        return turn(hour)\n");
  dir_.Write("app/web/gears.py", "def turn(steps):\n    return steps + 1\n");
  std::string tower = "from .clock import Clock\n\n\ndef ring(bell):\n";
  for (int i = 0; i < 400; ++i) tower += fmt::format("    bell.swing({})\n", i);  // no room for it
  dir_.Write("app/web/tower.py", tower + "    return Clock().strike(bell)\n");
  const Json json = RetrieveJson("fix Clock.strike", {"--context-window", "2000"});
  std::vector<std::string> reasons;
  for (const Json& decision : DecisionsOf(json)) {
    if (decision["section"] != "symbols") continue;
    reasons.push_back(fmt::format("{}: {}", decision["item"].get<std::string>(),
                                  decision["provenance"].value("relation", "")));
  }
  EXPECT_THAT(reasons, IsSupersetOf({"web/gears.py#turn: used by Clock.strike",
                                     "web/tower.py#ring: uses Clock"}));
  const Finished text = Retrieve("fix Clock.strike", {"--context-window", "2000"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("def turn(steps)"), HasSubstr("def ring(bell)")));
}

TEST_F(CliTiersTest, DependenciesAreBetweenFilesThatAreShown) {
  for (const char* window : {"1300", "1800", "6000"}) {
    const Json json = RetrieveJson("fix the login validation bug", {"--context-window", window});
    const auto paths = Paths(json);
    for (const Json& edge : json["dependencies"]) {
      EXPECT_THAT(paths, Contains(edge["from"])) << window;
      EXPECT_THAT(paths, Contains(edge["to"])) << window;
    }
  }
}

TEST_F(CliTiersTest, VerboseSaysWhatWasUnderstoodAndWhatEachStageDid) {
  const Finished finished = Retrieve("fix the login validation bug", {"-v"});
  EXPECT_THAT(finished.err,
              AllOf(HasSubstr("bug_fix, change"), HasSubstr("stage code.scope: done in"),
                    HasSubstr("stage code.precision: done in"), HasSubstr("considered"),
                    HasSubstr("enrichment not found, tier 4 skipped"), HasSubstr("store calls")));
}

TEST_F(CliTiersTest, TheLogHasWindowReserveAndMargin) {
  const Json json = RetrieveJson("fix the login validation bug", {"--margin", "7"});
  const Json request = JsonOf({"runs", "show", json["run"].get<std::string>()})["asked"];
  const std::string text = request.dump();
  EXPECT_THAT(text,
              AllOf(HasSubstr(R"("context_window":6000)"), HasSubstr(R"("reserved_tokens":1000)"),
                    HasSubstr(R"("margin_percent":7)")));
}

TEST_F(CliTiersTest, AnErrorThatCameUpBringsItsFile) {
  const Json before = RetrieveJson("fix the login validation bug", {"--context-window", "2000"});
  const Json after = JsonOf({"refine", before["task_id"], "--error",
                             "File \"web/weather.py\", line 2, in forecast\nValueError: no rain"});
  EXPECT_EQ(File(after, "web/weather.py")["tier"], 1) << after.dump(1);
  EXPECT_LE(after["tokens_used"], after["budget"]);
  // Without a word of what is missing the task is looked at again, and nothing is taken away.
  const Json again = JsonOf({"refine", before["task_id"]});
  EXPECT_EQ(Paths(again), Paths(after));
}

}  // namespace
}  // namespace satchel::test
