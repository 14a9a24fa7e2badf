#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/model_double.h"

// `satchel recall` as a person or a hook runs it.
namespace satchel::test {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Manner = ModelTurn::Manner;

class CliRecallTest : public CliFixture {
 protected:
  CliRecallTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/readme.md", "An application.\n");
    Git({"init", "-q"});
  }

  std::string Remember(const std::string& text, const Args& more = {}) const {
    Args args = {"remember", text, "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args).value("id", "");
  }
  Finished Recall(const std::string& prompt, const Args& more = {}) const {
    Args args = {"recall", prompt, "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  }
  Json RecallJson(const std::string& prompt, const Args& more = {}) const {
    Args args = {"recall", prompt, "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
};

TEST_F(CliRecallTest, WhatWasRememberedIsRecalled) {
  Remember("The job queue is kept in PostgreSQL, not in Redis.", {"--category", "decision"});
  Remember("Deployments happen on Tuesdays.");
  const Finished found = Recall("Where do we keep the job queue?");
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, AllOf(HasSubstr("PostgreSQL, not in Redis"), HasSubstr("decision"),
                               Not(HasSubstr("Tuesdays"))));
  EXPECT_EQ(Recall("Where do we keep the job queue?").out, found.out);
  const Finished why = Satchel({"why"});
  EXPECT_EQ(why.code, 0) << why.err;
  EXPECT_THAT(why.out, HasSubstr("queue"));
  const Finished replay = Satchel({"replay", "last"});
  EXPECT_EQ(replay.code, 0) << replay.err;
}

TEST_F(CliRecallTest, NothingIsSaidWithItsReason) {
  const Finished none = Recall("Where do we keep the job queue?");
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_THAT(none.out, IsEmpty());
  EXPECT_THAT(none.err, HasSubstr("nothing is recalled"));
  const Finished thanks = Recall("ok thanks");
  EXPECT_THAT(thanks.out, IsEmpty());
  EXPECT_THAT(thanks.err, HasSubstr("asks for nothing"));
}

TEST_F(CliRecallTest, WhatIsForgottenStaysAwayAndIsNamedAsSuch) {
  const std::string id = Remember("The wifi of the office is called Walrus.");
  ASSERT_NE(id, "");
  EXPECT_EQ(Satchel({"forget", id, "--now", kNow}).code, 0);
  const Finished gone = Recall("What is the wifi of the office called?");
  EXPECT_THAT(gone.out, IsEmpty());
  EXPECT_THAT(gone.err, HasSubstr("1 forgotten"));
  const Json json = RecallJson("What is the wifi of the office called?");
  ASSERT_EQ(json["excluded"].size(), 1U);
  EXPECT_EQ(json["excluded"][0]["rejected_by"], "forgotten");
}

TEST_F(CliRecallTest, TheBudgetIsThatOfTheSettings) {
  Remember("The ledger is audited every spring.");
  EXPECT_EQ(RecallJson("When is the ledger audited?")["budget"], 2000);
  EXPECT_EQ(Satchel({"config", "set", "memory.max_memory_tokens", "300"}).code, 0);
  EXPECT_EQ(RecallJson("When is the ledger audited?")["budget"], 300);
  EXPECT_EQ(RecallJson("When is the ledger audited?", {"--budget", "90"})["budget"], 90);
}

TEST_F(CliRecallTest, TheCapOfMemoriesBindsPackToo) {
  for (int i = 0; i < 40; ++i) {
    Remember(
        fmt::format("The ledger of branch {} is audited in room {} by clerk {}", i, i * 31, i * 57),
        {"--force"});
  }
  const auto taken = [this] {
    const Json packed =
        JsonOf({"pack", "when is the ledger audited?", "--now", kNow, "--budget", "50000"});
    std::size_t tokens = 0;
    for (const Json& section : packed["sections"]) tokens += section["used"].get<std::size_t>();
    return tokens;
  };
  ASSERT_EQ(Satchel({"config", "set", "memory.qmd_max_results", "40"}).code, 0);
  EXPECT_GT(taken(), 300U);
  ASSERT_EQ(Satchel({"config", "set", "memory.max_memory_tokens", "300"}).code, 0);
  EXPECT_LE(taken(), 300U);
  EXPECT_GT(taken(), 100U);
}

TEST_F(CliRecallTest, TheSharedNamespaceCanBeSwitchedOff) {
  Remember("The door code of the lab is on the board.", {"--namespace", "shared"});
  Remember("The door of the lab opens at nine.");
  const auto recalled = [this](const Args& more = {}) {
    return Recall("what do we know about the door of the lab?", more).out;
  };
  EXPECT_THAT(recalled(), AllOf(HasSubstr("on the board"), HasSubstr("at nine")));
  ASSERT_EQ(Satchel({"config", "set", "memory.namespaces_enabled", "false"}).code, 0);
  EXPECT_THAT(recalled(), AllOf(Not(HasSubstr("on the board")), HasSubstr("at nine")));
  EXPECT_THAT(recalled({"--namespace", "shared"}), HasSubstr("on the board"));
}

TEST_F(CliRecallTest, ShowingAMemoryByItsIdIsAUse) {
  const std::string id = Remember("The ledger is audited every spring.");
  const auto terms = [this] {
    return RecallJson("When is the ledger audited?")["included"][0]["terms"].dump();
  };
  EXPECT_THAT(terms(), Not(HasSubstr("access")));
  EXPECT_THAT(terms(), Not(HasSubstr("access"))) << "a recall is no use";
  EXPECT_EQ(Satchel({"memory", "show", id}).code, 0);
  EXPECT_THAT(terms(), HasSubstr("access"));
}

TEST_F(CliRecallTest, WhatIsRememberedIsNoEpisode) {
  Remember("It was deployed yesterday and the parser crashed.");
  EXPECT_EQ(RecallJson("did the parser crash?")["included"][0]["section"], "memories");
}

TEST_F(CliRecallTest, AContradictionIsNamedWhenItIsRememberedAndByTheDoctor) {
  const std::string older = Remember("We deploy on Tuesdays, never on Fridays");
  const Json newer = JsonOf({"remember", "We deploy on Fridays", "--now", "2026-01-11T12:00:00Z"});
  EXPECT_EQ(newer["contradicts"], older);
  const Finished doctor = Satchel({"memory", "doctor"});
  EXPECT_THAT(doctor.out, AllOf(HasSubstr("likely_contradiction"), HasSubstr("Tuesdays")));
}

TEST_F(CliRecallTest, BadInputIsRefused) {
  EXPECT_EQ(Recall("x", {"--as-of", "someday"}).code, 2);
  EXPECT_EQ(Recall("x", {"--limit", "many"}).code, 2);
  const Finished unknown = Recall("Where is the queue?", {"--namespace", "nobody"});
  EXPECT_NE(unknown.code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("nobody"));
}

class CliRerankTest : public CliRecallTest {
 protected:
  CliRerankTest() {
    Remember("The ledger is audited every spring by the board.");
    Remember("The ledger of the branch office is kept on paper.");
    Remember("The ledger has four columns for each kind of account.");
    EXPECT_EQ(Satchel({"config", "set", "memory.rerank_enabled", "true"}).code, 0);
  }
  Finished With(const ModelDouble& model) {
    environment_["SATCHEL_LLM_BASE_URL"] = model.OllamaUrl();
    environment_["SATCHEL_LLM_MODEL"] = "tiny";
    return Recall("What do we know about the ledger?", {"--format", "json"});
  }
  Json Without() {
    environment_.erase("SATCHEL_LLM_BASE_URL");
    environment_.erase("SATCHEL_LLM_MODEL");
    return RecallJson("What do we know about the ledger?");
  }
  static std::vector<std::string> Ids(const Json& json) {
    std::vector<std::string> ids;
    for (const Json& each : json["included"]) ids.push_back(each["id"].get<std::string>());
    return ids;
  }
};

TEST_F(CliRerankTest, AModelsOrderCounts) {
  const auto before = Ids(Without());
  ASSERT_EQ(before.size(), 3U);
  const ModelDouble model(
      {},
      {.content = R"({"scores":[{"id":3,"score":90},{"id":1,"score":10},{"id":77,"score":99}]})"});
  const Finished finished = With(model);
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  const auto after = Ids(json);
  EXPECT_THAT(after, testing::ElementsAre(before[2], before[0], before[1]));
  EXPECT_THAT(json["notices"].dump(), HasSubstr("second ranking"));
}

TEST_F(CliRerankTest, AModelThatFailsLiesOrTalksNonsenseChangesNothingAndIsNamed) {
  const auto before = Ids(Without());
  for (const ModelTurn& turn :
       {ModelTurn{.manner = Manner::kStatus, .content = "no such model", .status = 404},
        ModelTurn{.manner = Manner::kInvalidJson}, ModelTurn{.content = "of course!"},
        ModelTurn{.content = R"({"scores":[{"id":"one","score":1000}]})"}}) {
    const ModelDouble model({}, turn);
    const Finished finished = With(model);
    ASSERT_EQ(finished.code, 0) << finished.err;
    const Json json = Json::parse(finished.out);
    EXPECT_EQ(Ids(json), before);
    EXPECT_THAT(json["notices"].dump(), HasSubstr("the order before it stays"));
  }
}

TEST_F(CliRerankTest, AModelThatStallsIsNotWaitedForLongerThanItsTime) {
  const auto before = Ids(Without());
  const ModelDouble model({}, {.manner = Manner::kStall});
  environment_["SATCHEL_LLM_BASE_URL"] = model.OllamaUrl();
  environment_["SATCHEL_LLM_MODEL"] = "tiny";
  const Finished finished =
      Recall("What do we know about the ledger?", {"--format", "json", "--timeout", "60s"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(Ids(json), before);
  EXPECT_THAT(json["notices"].dump(), HasSubstr("out of time"));
}

}  // namespace
}  // namespace satchel::test
