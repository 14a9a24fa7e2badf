// `satchel retrieve` and `satchel refine`: the real binary on a real Git repository, on SQLite and
// on a real PostgreSQL. The rules of the command line are those of specification 003.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"
#include "tests/support/model_double.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class CliRetrieveTest : public RetrieveFixture {};

TEST_F(CliRetrieveTest, ATaskWithoutAPathOrANameFindsItsFiles) {
  const Json json = RetrieveJson("fix the login validation bug");
  EXPECT_EQ(File(json, "web/login.py")["tier"], 1);
  EXPECT_EQ(File(json, "web/login.py")["relation"], "search");
  EXPECT_EQ(json["task_query"]["task_type"], "bug_fix");
  EXPECT_EQ(json["enriched"], false);
  const Finished text = Retrieve("fix the login validation bug");
  EXPECT_THAT(text.out, HasSubstr("def validate(self, name, password):\n"
                                  "        \"\"\"Whether login data is valid.\"\"\""));
}

TEST_F(CliRetrieveTest, WhatATaskNamesIsASeedWhateverItsWords) {
  for (const char* task : {"look at weather.py", "look at web/weather.py:1", "what is forecast()",
                           "Traceback:\n  File \"/home/a/web/weather.py\", line 2, in forecast"}) {
    const Json json = RetrieveJson(task);
    EXPECT_EQ(File(json, "web/weather.py")["tier"], 1) << task;
    EXPECT_EQ(File(json, "web/weather.py")["mentioned"], true) << task;
  }
}

TEST_F(CliRetrieveTest, NeighboursOfSeedsComeWithTheRelationThatBroughtThem) {
  const Json json = RetrieveJson("change web/login.py");
  EXPECT_THAT(Paths(json),
              testing::IsSupersetOf({"web/login.py", "web/users.py", "web/routes.py"}));
  for (const Json& file : json["files"]) {
    if (file["tier"] == 1) continue;
    EXPECT_FALSE(file["seed"].get<std::string>().empty()) << file;
  }
  const Json edge = {{"from", "web/login.py"}, {"to", "web/users.py"}};
  EXPECT_THAT(json["dependencies"], Contains(edge));
}

TEST_F(CliRetrieveTest, EveryFileThatIsConsideredIsADecision) {
  const Json json = RetrieveJson("fix the login validation bug");
  const Json run = JsonOf({"runs", "show", json["run"]});
  std::size_t files = 0;
  for (const Json& decision : run["decisions"]) {
    if (decision["stage"] == "code.scope") ++files;
  }
  EXPECT_EQ(files, json["considered"].get<std::size_t>());
  EXPECT_GE(files, Paths(json).size());
}

TEST_F(CliRetrieveTest, ThePackageIsNeverLargerThanTheBudget) {
  for (const char* tokenizer : {"chars4", "o200k", "cl100k", "safe"}) {
    for (int window = 1'100; window < 2'500; window += 350) {
      const Json json = JsonOf({"retrieve", "fix the login validation bug", "--no-llm", "--stages",
                                "scope,precision", "--context-window", std::to_string(window),
                                "--reserved-tokens", "1000", "--tokenizer", tokenizer});
      EXPECT_LE(json["tokens_used"], window - 1'000) << tokenizer;
    }
  }
}

TEST_F(CliRetrieveTest, NamesThatDoNotFitAreAnErrorThatSaysWhatWouldDo) {
  const std::string error = Refused({"--no-llm", "--stages", "scope,precision", "--context-window",
                                     "12", "--reserved-tokens", "0"},
                                    "change web/login.py and web/users.py and web/weather.py");
  EXPECT_THAT(error, AllOf(HasSubstr("too small"), HasSubstr("give at least")));
}

TEST_F(CliRetrieveTest, AWindowAndAFileExcludeEachOtherAndAreChecked) {
  const Args stages = {"--no-llm", "--stages", "scope,precision"};
  const auto with = [&stages](Args more) {
    more.insert(more.begin(), stages.begin(), stages.end());
    return more;
  };
  EXPECT_THAT(Refused(with({"--context-window", "100"})), HasSubstr("leave nothing"));
  EXPECT_THAT(Refused(with({"--context-window", "0", "--reserved-tokens", "0"})),
              HasSubstr("more than 0"));
  EXPECT_THAT(Refused(with({"--context-window", "100", "--reserved-tokens=-1"})),
              HasSubstr("not be less than 0"));
  EXPECT_THAT(Refused(with({"--context-window", "100", "--reserved-tokens", "100"})),
              HasSubstr("leave nothing"));
  dir_.Write("app/budget.toml", "context_window = 4000\nreserved_tokens = 500\nmargin = 0\n");
  dir_.Write("app/budget.json", R"({"context_window": 4000, "reserved_tokens": 500})");
  EXPECT_THAT(Refused(with({"--budget-config", "budget.toml", "--context-window", "100"})),
              HasSubstr("cannot be combined"));
  const Json toml = JsonOf({"retrieve", "fix the login", "--no-llm", "--stages", "scope,precision",
                            "--budget-config", "budget.toml"});
  EXPECT_EQ(toml["budget"], 3'500);
  const Json json = JsonOf({"retrieve", "fix the login", "--no-llm", "--stages", "scope,precision",
                            "--budget-config", "budget.json"});
  EXPECT_EQ(json["budget"], 3'150);  // bytes / 4 is approximate: a tenth is left free
  EXPECT_EQ(json["budget_config"]["context_window"], 4'000);
  dir_.Write("app/bad.toml", "context_window = 4000\nwindow = 3\n");
  EXPECT_THAT(Refused(with({"--budget-config", "bad.toml"})), HasSubstr("unknown key 'window'"));
}

TEST_F(CliRetrieveTest, WithoutFlagsItTakesAllStagesNoModelAndTheUsualBudget) {
  const Json plain = JsonOf({"retrieve", "fix the login validation bug"});
  const Json pack = JsonOf({"pack", "fix the login validation bug"});
  EXPECT_EQ(plain["budget"], pack["budget"]);
  EXPECT_EQ(plain["budget"], 8'000);
  const Json named =
      JsonOf({"retrieve", "fix the login validation bug", "--no-llm", "--stages", "scope,precision",
              "--context-window", "8000", "--reserved-tokens", "0", "--margin", "0"});
  EXPECT_EQ(plain["digest"], named["digest"]);
  EXPECT_EQ(JsonOf({"retrieve", "fix the login", "--budget", "600"})["budget"], 600);
  // Half of a pair is enough: 4,096 tokens are reserved, and a window is one of 12,096.
  EXPECT_EQ(JsonOf({"retrieve", "fix the login", "--context-window", "5096"})["budget"], 900);
  EXPECT_EQ(JsonOf({"retrieve", "fix the login", "--reserved-tokens", "2096"})["budget"], 9'000);
  ASSERT_EQ(Satchel({"config", "set", "budget.tokens", "5000"}).code, 0);
  EXPECT_EQ(JsonOf({"retrieve", "fix the login"})["budget"], 5'000);
}

TEST_F(CliRetrieveTest, WhatIsGivenMustMakeSense) {
  EXPECT_THAT(Refused({"--stages", ""}), HasSubstr("list of stages is empty"));
  EXPECT_THAT(Refused({"--stages", "scope,magic"}), HasSubstr("unknown stage 'magic'"));
  EXPECT_THAT(Refused({"--llm", "required"}),
              AllOf(HasSubstr("needs a model"), HasSubstr("--base-url URL")));
  EXPECT_THAT(Refused({"--budget", "0"}), HasSubstr("more than 0"));
  EXPECT_THAT(Refused({"--budget", "many"}), HasSubstr("must be from"));
  for (const Args& form : {Args{"--context-window", "9"}, Args{"--reserved-tokens", "9"},
                           Args{"--budget-config", "x"}}) {
    Args args = form;
    args.insert(args.end(), {"--budget", "100"});
    EXPECT_THAT(Refused(args), HasSubstr("--budget cannot be combined with")) << form.front();
  }
  // Blanks in a list of stages are no part of a name.
  const Json blanks =
      RetrieveJson("fix the login validation bug", {"--stages", " scope, precision "});
  EXPECT_EQ(blanks["digest"], RetrieveJson("fix the login validation bug")["digest"]);
}

TEST_F(CliRetrieveTest, TheStageOfTheScopeAloneNamesFiles) {
  const Json json = JsonOf({"retrieve", "fix the login validation bug", "--no-llm", "--stages",
                            "scope", "--context-window", "4000", "--reserved-tokens", "0"});
  EXPECT_THAT(Paths(json), Contains("web/login.py"));
  for (const Json& file : json["files"]) {
    EXPECT_EQ(file["pieces"][0]["rendition"], "name") << file;
  }
}

TEST_F(CliRetrieveTest, ATestShowsWhatItAsserts) {
  const Finished text = Retrieve("fix LoginForm.validate in web/login.py");
  EXPECT_THAT(text.out, HasSubstr("assert not LoginForm().validate('a', 'b')"));
}

TEST_F(CliRetrieveTest, TheSameTaskGivesTheSameBytesAndReplays) {
  const Finished first = Retrieve("fix the login validation bug");
  const Finished second = Retrieve("fix the login validation bug");
  EXPECT_EQ(first.out, second.out);
  const Finished fresh = Satchel({"replay", "last", "--fresh"});
  EXPECT_EQ(fresh.code, 0) << fresh.out << fresh.err;
  const Json run = JsonOf({"runs", "list"})["runs"][1];  // the run before this one
  dir_.Write("app/web/login.py", "def other():\n    pass\n");
  const Finished replay = Satchel({"replay", run["id"]});
  EXPECT_EQ(replay.code, 0) << replay.out << replay.err;
  // Asked anew it is another one, and the first difference and its cause are named.
  const Finished changed = Satchel({"replay", run["id"], "--fresh", "--format", "json"});
  EXPECT_EQ(changed.code, 1) << changed.out << changed.err;
  const Json json = Json::parse(changed.out);
  EXPECT_GT(json["difference"]["line"], 1) << changed.out;
  EXPECT_THAT(json["causes"].dump(), HasSubstr("the index of the code"));
}

TEST_F(CliRetrieveTest, AskingAnewSaysWhatItLeavesOut) {
  Retrieve("fix the login validation bug");
  const Json refined = JsonOf({"refine", "last", "--missing-file", "web/weather.py"});
  const Finished fresh = Satchel({"replay", refined["run"], "--fresh"});
  EXPECT_EQ(fresh.code, 1);
  EXPECT_THAT(fresh.out, HasSubstr("the run was a refinement"));
}

TEST_F(CliRetrieveTest, RefiningAddsWhatWasMissingAndSaysSo) {
  const Json before = RetrieveJson("fix the login validation bug");
  EXPECT_THAT(Paths(before), Not(Contains("web/weather.py")));
  const Json after =
      JsonOf({"refine", "last", "--reason", "the forecast is missing", "--missing-symbol",
              "forecast", "--missing-file", "web/mail.py", "--missing-file", "web/nowhere.py"});
  EXPECT_EQ(after["task_id"], before["task_id"]);
  EXPECT_EQ(after["budget"], before["budget"]);
  EXPECT_LE(after["tokens_used"], after["budget"]);
  EXPECT_THAT(Paths(after),
              testing::IsSupersetOf({"web/weather.py", "web/mail.py", "web/login.py"}));
  EXPECT_EQ(after["not_found"], Json::array({"web/nowhere.py"}));
  std::set<std::string> added;
  for (const Json& change : after["difference"]["items"]) {
    if (change["then"].get<std::string>().empty()) added.insert(change["item"]);
  }
  EXPECT_THAT(added, Contains("web/weather.py"));
  // What the first refinement brought stays.
  const Json again = JsonOf({"refine", before["task_id"], "--missing-test", "test_wrong_password"});
  EXPECT_THAT(Paths(again), testing::IsSupersetOf({"web/weather.py", "tests/test_login.py"}));
}

TEST_F(CliRetrieveTest, NoRefreshPacksNewAndKnownTasksFromTheIndexAsItIs) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  dir_.Write("app/web/later.py", "def validate_later():\n    return 'login'\n");
  const Json task = RetrieveJson("fix the login validation bug", {"--no-refresh"});
  EXPECT_THAT(Paths(task), AllOf(Contains("web/login.py"), Not(Contains("web/later.py"))));
  const Json again = RetrieveJson("fix the login validation bug", {"--no-refresh"});
  EXPECT_EQ(again["digest"], task["digest"]);
  const Json refined = JsonOf({"refine", "last", "--missing-file", "web/weather.py",
                               "--missing-file", "web/later.py", "--no-refresh"});
  EXPECT_THAT(Paths(refined), Contains("web/weather.py"));
  EXPECT_EQ(refined["not_found"], Json::array({"web/later.py"}));
  for (const char* command : {"search", "uses"}) {
    const Finished found = Satchel({command, "validate_later", "--no-refresh"});
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_THAT(found.out, Not(HasSubstr("later.py"))) << command;
  }
  EXPECT_THAT(Paths(RetrieveJson("fix the login validation bug")), Contains("web/later.py"));
}

TEST_F(CliRetrieveTest, NoRefreshWithoutAnIndexSaysHowToMakeOne) {
  for (const Args& command : {Args{"retrieve", "fix the login"}, Args{"refine", "last"}}) {
    Args args = command;
    args.emplace_back("--no-refresh");
    if (command.front() == "retrieve") args.insert(args.end(), kPlain.begin(), kPlain.end());
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 5) << finished.out << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("`satchel init`"));
  }
}

TEST_F(CliRetrieveTest, ThereIsNothingToRefineBeforeATaskWasRetrieved) {
  const Finished finished = Satchel({"refine", "last", "--missing-file", "web/mail.py"});
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("`satchel pack` begins one"));
}

TEST_F(CliRetrieveTest, ATaskThatNothingIsLikeSaysSoAndIsNoFailure) {
  const Json json = RetrieveJson("xylophone qwertzuiop");
  EXPECT_EQ(Paths(json), std::vector<std::string>());
  EXPECT_EQ(json["abstained"], true);
  EXPECT_EQ(json["missing"], Json::array({"xylophone", "qwertzuiop"}));
  EXPECT_EQ(json["empty"]["reason"], "no_word_found");
  const std::string text = "no word of the task is in the code: xylophone, qwertzuiop";
  EXPECT_EQ(json["empty"]["text"], text);
  EXPECT_THAT(Retrieve("xylophone qwertzuiop").err, HasSubstr(text));
}

TEST_F(CliRetrieveTest, AModelJudgesFilesAndSymbolsAndEveryCallIsLogged) {
  for (const bool ollama : {true, false}) {
    // What it needs; which files: the first; which symbols: the first.
    ModelDouble model({{.content = R"({"intent": "Check passwords.", "concepts": ["login"]})"},
                       {.content = R"({"relevant": [1]})"},
                       {.content = R"({"primary": [1], "supporting": [], "type_context": []})"}});
    Args args = {"retrieve", "fix the login validation bug", "--format", "json"};
    const Args more = WithModel(ollama ? model.OllamaUrl() : model.OpenAiUrl());
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    ASSERT_EQ(finished.code, 0) << finished.err;
    const Json json = Json::parse(finished.out);
    EXPECT_EQ(Paths(json).size(), 1U) << finished.out;
    EXPECT_EQ(model.seen().size(), 3U);
    const Json run = JsonOf({"runs", "show", json["run"]});
    std::size_t judged = 0;
    for (const Json& decision : run["decisions"]) {
      if (decision["reason"] == "judged_irrelevant") ++judged;
    }
    EXPECT_GT(judged, 0U);
    // Without the model the log is enough.
    EXPECT_EQ(Satchel({"replay", json["run"]}).code, 0);
  }
}

TEST_F(CliRetrieveTest, TheSettingsNameTheServerOfAModelThatIsGiven) {
  const ModelDouble model(
      {},
      {.content = R"({"intent": "Check passwords.", "concepts": ["Login", "password check"]})"});
  environment_["SATCHEL_LLM_BASE_URL"] = model.OllamaUrl();
  const Json json = RetrieveJson("change web/weather.py",
                                 {"--no-llm=false", "--model", "tiny", "--stages", "scope"});
  EXPECT_GT(model.seen().size(), 0U);
  // What the model made of the task.
  const Json analysis = {{"intent", "Check passwords."}, {"concepts", {"login", "password check"}}};
  EXPECT_EQ(json["task_query"]["analysis"], analysis);
  EXPECT_EQ(RetrieveJson("change web/weather.py")["task_query"]["analysis"], nullptr);
}

TEST_F(CliRetrieveTest, WhatTheTaskNamesIsNeverJudgedAway) {
  ModelDouble model({}, {.content = R"({"relevant": []})"});
  Args args = {"retrieve", "change web/weather.py", "--format", "json"};
  const Args more = WithModel(model.OllamaUrl());
  args.insert(args.end(), more.begin(), more.end());
  const Finished finished = Satchel(args);
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(Paths(Json::parse(finished.out)), std::vector<std::string>{"web/weather.py"});
}

TEST_F(CliRetrieveTest, AnAnswerThatCannotBeReadIsADenialAndSaidSo) {
  ModelDouble model({}, {.content = "I would rather talk about the weather."});
  Args args = {"retrieve", "fix the login validation bug", "--format", "json"};
  const Args more = WithModel(model.OllamaUrl());
  args.insert(args.end(), more.begin(), more.end());
  const Finished finished = Satchel(args);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(Paths(json), std::vector<std::string>());
  EXPECT_GT(json["report"]["notices_count"], 0);
}

TEST_F(CliRetrieveTest, AModelThatIsRequiredAndDownEndsTheRunAndOneThatIsOptionalDoesNot) {
  std::string url;
  {
    const ModelDouble gone;
    url = gone.OllamaUrl();
  }
  const auto with = [&](const std::string& mode) {
    Args args = {"retrieve", "fix the login validation bug", "--format", "json", "--timeout",
                 "30s"};
    const Args more = WithModel(url, {"--llm", mode});
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  };
  EXPECT_NE(with("required").code, 0);
  const Finished optional = with("optional");
  ASSERT_EQ(optional.code, 0) << optional.err;
  EXPECT_THAT(Paths(Json::parse(optional.out)), Contains("web/login.py"));
}

TEST_F(CliRetrieveTest, AModelIsNamedWithItsServerOrRefused) {
  const Args rest = {"--stages", "scope", "--context-window", "4000", "--reserved-tokens", "0"};
  const auto with = [&rest](Args more) {
    more.insert(more.begin(), rest.begin(), rest.end());
    return more;
  };
  EXPECT_THAT(Refused(with({"--model", "tiny"})),
              AllOf(HasSubstr("--base-url is missing"), HasSubstr("config set llm.base_url")));
  EXPECT_THAT(Refused(with({"--base-url", "http://localhost:1"})),
              AllOf(HasSubstr("--model is missing"), HasSubstr("config set llm.model")));
  EXPECT_THAT(Refused(with({"--no-llm", "--model", "tiny"})), HasSubstr("cannot be combined"));
  EXPECT_THAT(Refused(with({"--model", "tiny", "--base-url", "file:///etc/passwd"})),
              Not(testing::IsEmpty()));
}

TEST_F(CliRetrieveTest, SqliteAndPostgresqlGiveTheSameBytes) {
  const Finished local = Retrieve("fix the login validation bug");
  ASSERT_EQ(local.code, 0) << local.err;
  const PostgresDatabase database;
  const Finished made = Satchel({"init", "--store", AppUrl(database)});
  ASSERT_EQ(made.code, 0) << made.err;
  const Finished shared = Retrieve("fix the login validation bug");
  ASSERT_EQ(shared.code, 0) << shared.err;
  EXPECT_EQ(local.out, shared.out);
}

}  // namespace
}  // namespace satchel::test
