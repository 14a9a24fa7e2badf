// Whether `search`, `retrieve` and `pack` say that nothing here is an answer: the real binary in
// workspaces as small as they come.

#include <array>
#include <string>

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
    EXPECT_EQ(answer["abstained"], false) << query;
    EXPECT_EQ(answer["reason"], nullptr) << query;
    EXPECT_EQ(answer["results"][0]["path"], "session.py") << query;
  }
  for (const char* query : kElsewhere) {
    const Json answer = Search(query);
    EXPECT_EQ(answer["abstained"], true) << query;
    EXPECT_THAT(answer["results"], IsEmpty()) << query;
  }
}

TEST_F(CliAbstentionTest, AWorkspaceOfOneTextToo) {
  dir_.Write("app/NOTES.md", "# Sessions\n\nThe session cookie is signed with the secret key.\n");
  EXPECT_EQ(Search("where is the session cookie signed?")["results"][0]["path"], "NOTES.md");
  for (const char* query : kElsewhere) EXPECT_EQ(Search(query)["abstained"], true) << query;
}

TEST_F(CliAbstentionTest, APacketOfOneNoteToo) {
  dir_.Write("app/.context/LEARNINGS.md",
             "# Learnings\n\n## [2026-01-02-030405] The session cookie needs a secret\n\n"
             "**Context**: The session cookie was not signed.\n\n"
             "**Lesson**: Set the secret before the first request.\n\n"
             "**Application**: Check it at start.\n");
  const Json about = JsonOf({"pack", "the session cookie is not signed"});
  EXPECT_EQ(about["abstained"], false);
  EXPECT_THAT(about["sections"].dump(), HasSubstr("The session cookie needs a secret"));
  for (const char* task : kElsewhere) {
    EXPECT_EQ(JsonOf({"pack", task})["abstained"], true) << task;
  }
}

TEST_F(CliAbstentionTest, SaysWhatIsNowhereAndShowsTheNearest) {
  WriteCode();
  const std::string query = "the landlord must return my kubernetes deposit";
  const Json answer = Search(query, {"--explain"});
  EXPECT_EQ(answer["reason"], "floor");
  EXPECT_EQ(answer["missing"], Json({"landlord", "kubernetes", "deposit"}));
  EXPECT_EQ(answer["nearest"][0]["path"], "session.py");
  EXPECT_LT(std::stod(answer["floor"]["standing"].get<std::string>()), 0);
  const Finished text = Satchel({"search", query});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, StartsWith("nothing here answers this\nnot in the code: landlord, "));
  EXPECT_THAT(text.out, AllOf(HasSubstr("\nthe nearest:\n"), HasSubstr("session.py:")));
  EXPECT_THAT(text.err, HasSubstr("--anyway"));

  const Json anyway = Search(query, {"--anyway"});
  EXPECT_EQ(anyway["abstained"], false);
  EXPECT_EQ(anyway["results"][0]["path"], "session.py");
  EXPECT_THAT(anyway["nearest"], IsEmpty());
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

TEST_F(RetrieveAbstentionTest, ATaskAboutSomethingElseHasAnEmptyPackageThatSaysSo) {
  const Json json = RetrieveJson(kDeposit);
  EXPECT_EQ(json["abstained"], true);
  EXPECT_THAT(json["files"], IsEmpty());
  EXPECT_THAT(json["nearest"].dump(), HasSubstr("web/"));
  EXPECT_THAT(json["missing"].dump(), HasSubstr("landlord"));
  EXPECT_EQ(json["empty"]["reason"], "below_threshold");
  const Finished text = Retrieve(kDeposit);
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.err, AllOf(HasSubstr("nothing in the code answers the task; closest: web/"),
                              HasSubstr("not in the code: ")));
  EXPECT_THAT(text.out, Not(HasSubstr("def forecast")));
  EXPECT_THAT(Satchel({"why", "web/weather.py"}).out, HasSubstr("no_answer"));
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
