// Models that judge what `satchel retrieve` found: the real binary against a server that answers,
// stalls or is gone, and what the log and a refinement make of it.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"
#include "tests/support/model_double.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTask = "fix the login validation bug";

class CliJudgeTest : public RetrieveFixture {
 protected:
  Finished Judged(const std::string& url, const Args& more = {},
                  const std::string& task = kTask) const {
    Args args = {"retrieve", task, "--format", "json"};
    const Args model = WithModel(url, more);
    args.insert(args.end(), model.begin(), model.end());
    return Satchel(args);
  }
  Json CallsOf(const std::string& run) const {
    return JsonOf({"runs", "show", run})["model_calls"];
  }
};

TEST_F(CliJudgeTest, AnOptionalServerThatStallsLeavesTimeToGoOnWithoutIt) {
  const ModelDouble model({}, {.manner = ModelTurn::Manner::kStall});
  const Finished finished = Judged(model.OllamaUrl(), {"--llm", "optional", "--timeout", "4s"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_THAT(Paths(json), Contains("web/login.py"));
  EXPECT_EQ(json["judgement"], (Json{{"by", "rules"}}));
  EXPECT_EQ(json["report"]["notices_count"], 3) << "a notice of each stage";
  EXPECT_EQ(model.seen().size(), 1U);
  const Json calls = CallsOf(json["run"]);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0]["outcome"], "deadline");
  // The packet is that of the rules.
  EXPECT_EQ(Paths(json), Paths(RetrieveJson(kTask)));
}

TEST_F(CliJudgeTest, AnOptionalServerThatIsDownIsConnectedToOnce) {
  std::string url;
  {
    const ModelDouble gone;
    url = gone.OllamaUrl();
  }
  const Finished finished = Judged(url, {"--llm", "optional"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json calls = CallsOf(Json::parse(finished.out)["run"]);
  ASSERT_EQ(calls.size(), 1U) << calls;
  EXPECT_EQ(calls[0]["outcome"], "unreachable");
  EXPECT_EQ(calls[0]["attempts"], 1);
}

TEST_F(CliJudgeTest, ARequiredServerIsTriedAgainWhileItIsBusy) {
  const ModelTurn busy{
      .manner = ModelTurn::Manner::kStatus, .status = 503, .headers = {{"retry-after-ms", "1"}}};
  const ModelDouble model({busy, busy}, {.content = R"({"relevant": []})"});
  const Finished finished = Judged(model.OllamaUrl());
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(CallsOf(Json::parse(finished.out)["run"])[0]["attempts"], 3);
}

TEST_F(CliJudgeTest, RunsShowPrintsWhatAModelWasAskedAndWhatItAnswered) {
  ModelDouble model({{.content = R"({"intent": "Check passwords.", "concepts": ["login"]})"},
                     {.content = R"({"relevant": [1]})"},
                     {.content = R"({"primary": [1], "supporting": [], "type_context": []})"}});
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  const Finished finished =
      Judged(model.OpenAiUrl(), {}, std::string(kTask) + " with token " + secret);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::string run = Json::parse(finished.out)["run"];
  const Json calls = CallsOf(run);
  ASSERT_EQ(calls.size(), 3U);
  std::vector<std::string> stages;
  for (const Json& call : calls) {
    stages.push_back(call["stage"]);
    EXPECT_EQ(call["model"], "tiny");
    EXPECT_EQ(call["outcome"], "answered");
    EXPECT_GT(call["prompt_tokens"], 0);
    EXPECT_GT(call["completion_tokens"], 0);
    EXPECT_GE(call["latency_ms"], 0);
    EXPECT_THAT(call["prompt"].get<std::string>(),
                AllOf(HasSubstr("Task:\nfix the login"), Not(HasSubstr(secret))));
  }
  EXPECT_THAT(stages, ElementsAre("code.analysis", "code.scope", "code.precision"));
  EXPECT_EQ(calls[1]["response"], R"({"relevant": [1]})");
  const Finished text = Satchel({"runs", "show", run});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("\n  call      code.scope       tiny  "),
                              HasSubstr("tokens of prompt"), HasSubstr("answered  1 attempt\n"),
                              HasSubstr("\n    prompt\n      Task:\n      fix the login"),
                              HasSubstr("\n    answer\n      {\"relevant\": [1]}\n"),
                              Not(HasSubstr(secret))));
}

TEST_F(CliJudgeTest, ARunWithoutAModelHasNoCalls) {
  const Json json = RetrieveJson(kTask);
  EXPECT_EQ(CallsOf(json["run"]), Json::array());
  EXPECT_THAT(Satchel({"runs", "show", json["run"]}).out, Not(HasSubstr("\n  call ")));
}

TEST_F(CliJudgeTest, ARefinementWithoutTheModelSaysThatItRepeatsItsJudgement) {
  ModelDouble model(
      {{.content = R"({"intent": "", "concepts": []})"}, {.content = R"({"relevant": [1]})"}},
      {.content = R"({"primary": [1], "supporting": [], "type_context": []})"});
  const Finished finished = Judged(model.OllamaUrl());
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::vector<std::string> judged = Paths(Json::parse(finished.out));
  ASSERT_EQ(judged.size(), 1U);
  const Finished refined = Satchel({"refine", "last", "--missing-file", "web/weather.py"});
  ASSERT_EQ(refined.code, 0) << refined.err;
  EXPECT_THAT(refined.err, HasSubstr("files and symbols are judged as the model tiny judged them "
                                     "before; name a model to ask again\n"));
  const Json json = JsonOf({"refine", "last", "--reason", "more"});
  EXPECT_THAT(Paths(json), testing::UnorderedElementsAre(judged.front(), "web/weather.py"));
  EXPECT_EQ(json["judgement"], (Json{{"by", "record"}, {"model", "tiny"}}));
  EXPECT_EQ(model.seen().size(), 3U);
}

TEST_F(CliJudgeTest, EachFileListsItsSymbolsWithTheirTiers) {
  const Json json = RetrieveJson("fix LoginForm.validate");
  const Json login = File(json, "web/login.py");
  bool primary = false;
  for (const Json& symbol : login["symbols"]) {
    if (symbol["name"] != "LoginForm.validate") continue;
    primary = true;
    EXPECT_EQ(symbol["tier"], "primary");
    EXPECT_EQ(symbol["relation"], "mentioned");
    EXPECT_EQ(symbol["line"], 7);
    EXPECT_EQ(symbol["shown"], true);
  }
  EXPECT_TRUE(primary) << login.dump(1);
  const Json users = File(json, "web/users.py");
  ASSERT_FALSE(users["symbols"].empty()) << json["files"].dump(1);
  for (const Json& symbol : users["symbols"]) {
    EXPECT_THAT(symbol["tier"].get<std::string>(),
                testing::AnyOf("primary", "supporting", "type_context"));
  }
  // A budget for names alone shows none of them.
  const Json small =
      JsonOf({"retrieve", "fix LoginForm.validate", "--no-llm", "--stages", "scope,precision",
              "--context-window", "40", "--reserved-tokens", "0"});
  for (const Json& file : small["files"]) {
    for (const Json& symbol : file["symbols"]) {
      if (file["pieces"].size() > 1) continue;
      EXPECT_EQ(symbol["shown"], false) << file.dump(1);
    }
  }
}

}  // namespace
}  // namespace satchel::test
