// Whether `search`, `retrieve` and `pack` say that nothing here is an answer: the real binary in
// workspaces as small as they come.

#include <array>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// What nothing about sessions answers.
const auto kElsewhere = std::to_array<const char*>({
    "how do I cook rice for six people",
    "thanks a lot, that was very helpful",
    "kubernetes horizontal pod autoscaler metrics",
    "where are invoices numbered",
    "why does my plant lose its leaves in winter?",
});

class CliAbstentionTest : public CliFixture {
 protected:
  CliAbstentionTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    Git({"init", "-q"});
  }

  void WriteCode() const {
    dir_.Write("app/session.py",
               "def sign_cookie(value):\n    \"\"\"Signs the cookie of a session.\"\"\"\n"
               "    return value\n\n\ndef read_cookie(text):\n    return text\n");
  }
  Json Search(const std::string& query, const Args& more = {}) const {
    Args args = {"search", query};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
};

TEST_F(CliAbstentionTest, AWorkspaceOfOneFileAnswersWhatItHasAndNothingElse) {
  WriteCode();
  for (const char* query : {"where is the session cookie signed?", "sign the cookie", "cookie",
                            "how is a cookie read", "read_cookie"}) {
    const Json answer = Search(query);
    EXPECT_EQ(answer["confidence"], "sure") << query;
    EXPECT_EQ(answer["reason"], nullptr) << query;
    EXPECT_EQ(answer["results"][0]["path"], "session.py") << query;
  }
  for (const char* query : kElsewhere) {
    const Json answer = Search(query);
    EXPECT_NE(answer["confidence"], "sure") << query;
    EXPECT_EQ(answer["results"].empty(), answer["confidence"] == "none") << query;
  }
}

TEST_F(CliAbstentionTest, AWorkspaceOfOneTextToo) {
  dir_.Write("app/NOTES.md", "# Sessions\n\nThe session cookie is signed with the secret key.\n");
  EXPECT_EQ(Search("where is the session cookie signed?")["results"][0]["path"], "NOTES.md");
  for (const char* query : kElsewhere) EXPECT_NE(Search(query)["confidence"], "sure") << query;
}

TEST_F(CliAbstentionTest, APacketOfOneNoteToo) {
  dir_.Write("app/.context/LEARNINGS.md",
             "# Learnings\n\n## [2026-01-02-030405] The session cookie needs a secret\n\n"
             "**Context**: The session cookie was not signed.\n\n"
             "**Lesson**: Set the secret before the first request.\n\n"
             "**Application**: Check it at start.\n");
  const Json about = JsonOf({"pack", "the session cookie is not signed"});
  EXPECT_EQ(about["confidence"], "sure");
  EXPECT_THAT(about["sections"].dump(), HasSubstr("The session cookie needs a secret"));
  for (const char* task : kElsewhere) {
    EXPECT_NE(JsonOf({"pack", task})["confidence"], "sure") << task;
  }
}

TEST_F(CliAbstentionTest, AWeakAnswerSaysSoAndShowsTheClosestPlaces) {
  WriteCode();
  const std::string query = "the landlord must return my kubernetes deposit";
  const Json answer = Search(query, {"--explain"});
  EXPECT_EQ(answer["abstained"], false);
  EXPECT_EQ(answer["confidence"], "weak");
  EXPECT_EQ(answer["reason"], nullptr);
  EXPECT_EQ(answer["missing"], Json({"landlord", "kubernetes", "deposit"}));
  EXPECT_EQ(answer["results"][0]["path"], "session.py");
  EXPECT_THAT(answer["nearest"], IsEmpty());
  EXPECT_LT(std::stod(answer["floor"]["standing"].get<std::string>()), 0);
  const Finished text = Satchel({"search", query});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, StartsWith("Nothing here matches well; not in the code: landlord, "
                                   "kubernetes, deposit. The closest places:\n\n 1  session.py:"));
}

TEST_F(CliAbstentionTest, WithoutAWordInCommonThereIsNoAnswer) {
  WriteCode();
  const Json answer = Search("zebra quagga okapi");
  EXPECT_EQ(answer["confidence"], "none");
  EXPECT_EQ(answer["reason"], "nothing");
  EXPECT_THAT(answer["results"], IsEmpty());
  const Json packet = JsonOf({"pack", "zebra quagga okapi"});
  EXPECT_EQ(packet["abstained"], true);
  EXPECT_EQ(packet["confidence"], "none");
}

TEST_F(CliAbstentionTest, AWeakPacketTakesHalfOfTheBudget) {
  std::string code;
  for (int i = 0; i < 100; ++i) {
    code += fmt::format("def deliver_{0}(parcel):\n    return parcel + {0}\n\n\n", i);
  }
  dir_.Write("app/parcels.py", code);
  const Args budget = {"--budget", "1000", "--tokenizer", "chars4"};
  const auto tokens = [&](const char* task, const char* confidence) {
    Args args = {"pack", task};
    args.insert(args.end(), budget.begin(), budget.end());
    const Json json = JsonOf(args);
    EXPECT_EQ(json["confidence"], confidence) << task;
    return json["tokens_used"].get<int>();
  };
  EXPECT_LT(tokens("the landlord must return my kubernetes deposit", "weak"), 700);
  EXPECT_GT(tokens("deliver the parcel", "sure"), 850);
}

TEST_F(CliAbstentionTest, AWeakPacketHasARemarkAboveTheCode) {
  WriteCode();
  const Finished packed = Satchel({"pack", "the landlord must return my kubernetes deposit"});
  EXPECT_EQ(packed.code, 0);
  EXPECT_THAT(packed.out,
              AllOf(HasSubstr("Few words of this task are in the code of this workspace."),
                    HasSubstr("def sign_cookie")));
  const Json sure = JsonOf({"pack", "where is the session cookie signed?"});
  EXPECT_EQ(sure["confidence"], "sure");
  EXPECT_THAT(sure.dump(), Not(HasSubstr("weak_match")));
}

TEST_F(CliAbstentionTest, AMistypedNameIsNoReason) {
  WriteCode();
  for (const char* query : {"sign_cokie", "read_cookei", "sesion cookie"}) {
    EXPECT_EQ(Search(query)["results"][0]["path"], "session.py") << query;
  }
}

TEST_F(CliAbstentionTest, WhatAQueryNamesIsShownWhateverElseItSays) {
  WriteCode();
  for (const char* query :
       {"does sign_cookie have anything to do with kubernetes ingress controllers",
        "please translate the comments in session.py into Portuguese for my grandmother"}) {
    EXPECT_EQ(Search(query)["results"][0]["path"], "session.py") << query;
  }
}

constexpr const char* kDeposit = "the landlord must return my kubernetes deposit";

class RetrieveAbstentionTest : public RetrieveFixture {};

TEST_F(RetrieveAbstentionTest, ATaskAboutSomethingElseHasAWeakPacketThatSaysSo) {
  const Json json = RetrieveJson(kDeposit);
  EXPECT_EQ(json["abstained"], false);
  EXPECT_EQ(json["confidence"], "weak");
  EXPECT_THAT(json["files"], Not(IsEmpty()));
  EXPECT_THAT(json["missing"].dump(), HasSubstr("landlord"));
  EXPECT_EQ(json["empty"], nullptr);
  EXPECT_EQ(Retrieve(kDeposit).code, 0);
}

TEST_F(RetrieveAbstentionTest, WhatATaskMentionsIsInItsPackageWhateverElseItSays) {
  const Json json = RetrieveJson("the landlord must return my deposit, then look at weather.py");
  EXPECT_EQ(json["abstained"], false);
  EXPECT_EQ(File(json, "web/weather.py")["mentioned"], true);
  EXPECT_EQ(json["empty"], nullptr);
}

TEST_F(RetrieveAbstentionTest, RefiningGoesOnFromAnEmptyPackage) {
  const Json json = RetrieveJson(kDeposit);
  const Finished refined =
      Satchel({"refine", json["task_id"], "--missing-file", "web/weather.py", "--format", "json"});
  ASSERT_EQ(refined.code, 0) << refined.err;
  EXPECT_THAT(Json::parse(refined.out)["files"].dump(), HasSubstr("web/weather.py"));
}

}  // namespace
}  // namespace satchel::test
