// `satchel enrich`: descriptions by a model, the real binary against a server that speaks the
// models' own protocols.

#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

constexpr const char* kAboutUmbrellas =
    R"({"purpose": "Says what the sky will do.", "module": "sky", "domain": "umbrellas",
        "concepts": ["umbrella", "sky"], "public_api_surface": "forecast", "complexity_notes": ""})";

class CliEnrichTest : public RetrieveFixture {
 protected:
  // All source files are described alike.
  CliEnrichTest() : model_({}, {.content = kAboutUmbrellas}) {}

  Finished Enrich(const Args& more, const std::string& url) const {
    Args args = {"enrich", "--model", "tiny", "--base-url", url};
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  }
  Json EnrichJson(const Args& more) const {
    Args args = {"enrich", "--model", "tiny", "--base-url", model_.OllamaUrl()};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }

  ModelDouble model_;
};

TEST_F(CliEnrichTest, DescriptionsCountOnceTheyArePromoted) {
  const Json json = EnrichJson({});
  EXPECT_EQ(json["files"], 5);  // the test is no file of source code
  EXPECT_EQ(json["described"], 5);
  EXPECT_EQ(json["promoted"], nullptr);
  EXPECT_EQ(model_.seen().size(), 5U);
  EXPECT_EQ(RetrieveJson("where are umbrellas")["enriched"], false);
  // Promoting needs no model.
  const Json promoted = JsonOf({"enrich", "--promote"});
  EXPECT_EQ(promoted["promoted"], 5);
  EXPECT_EQ(promoted["known"], 5);
  const Json found = RetrieveJson("where are the umbrella umbrellas of web/login.py");
  EXPECT_EQ(found["enriched"], true);
  EXPECT_EQ(File(found, "web/weather.py")["tier"], 4) << found.dump(1);
  EXPECT_EQ(File(found, "web/weather.py")["relation"], "concept");
}

TEST_F(CliEnrichTest, ATaskFindsDescriptionsByTheStemsOfTheirWords) {
  const ModelDouble model({}, {.content = R"({"purpose": "", "module": "", "domain": "",
      "concepts": ["invoices"], "public_api_surface": "", "complexity_notes": ""})"});
  ASSERT_EQ(Enrich({"--promote"}, model.OllamaUrl()).code, 0);
  for (const char* task :
       {"make the invoices of web/login.py larger", "make the invoice of web/login.py larger"}) {
    EXPECT_EQ(File(RetrieveJson(task), "web/weather.py")["relation"], "concept") << task;
  }
}

TEST_F(CliEnrichTest, TheSettingsNameTheServerAndTheModel) {
  const Finished refused = Satchel({"enrich", "--model", "tiny", "--promote"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("satchel config set llm.base_url"));
  environment_["SATCHEL_LLM_BASE_URL"] = model_.OllamaUrl();
  const Json json = JsonOf({"enrich", ".", "--model", "tiny", "--promote"});
  EXPECT_EQ(json["promoted"], 5);
  environment_["SATCHEL_LLM_MODEL"] = "tiny";
  dir_.Write("app/web/weather.py", "def forecast():\n    return 'sun'\n");
  EXPECT_EQ(JsonOf({"enrich"})["described"], 1);
  // Promoting alone asks nobody.
  EXPECT_EQ(JsonOf({"enrich", "--promote"})["promoted"], 5);
  EXPECT_EQ(model_.seen().size(), 6U);
}

TEST_F(CliEnrichTest, OnlyWhatHasChangedIsAskedAboutAgain) {
  EXPECT_EQ(EnrichJson({"--limit", "2"})["waiting"], 3);
  EXPECT_EQ(EnrichJson({"--promote"})["described"], 3);
  EXPECT_EQ(EnrichJson({})["described"], 0);
  dir_.Write("app/web/weather.py", "def forecast():\n    return 'sun'\n");
  const Json json = EnrichJson({});
  EXPECT_EQ(json["described"], 1);
  EXPECT_EQ(json["known"], 4);
  EXPECT_THAT(model_.seen().back().body, HasSubstr("web/weather.py"));
  EXPECT_THAT(model_.seen().back().body, Not(HasSubstr("web/login.py")));
}

TEST_F(CliEnrichTest, AnAnswerThatCannotBeUsedIsSaidAndTheOthersStay) {
  const ModelDouble model({{.content = "no"}}, {.content = kAboutUmbrellas});
  const Finished finished = Enrich({"--format", "json"}, model.OllamaUrl());
  ASSERT_EQ(finished.code, 0) << finished.err;
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json["described"].get<std::size_t>() + json["failures"].size(), 5U) << finished.out;
}

TEST_F(CliEnrichTest, WhatWasAnsweredBeforeAServerBrokeOffIsKept) {
  {
    const ModelDouble model(
        {{.content = kAboutUmbrellas}, {.content = kAboutUmbrellas}},
        {.manner = ModelTurn::Manner::kStatus, .content = "not this one", .status = 401});
    const Finished broken = Enrich({}, model.OllamaUrl());
    EXPECT_NE(broken.code, 0) << broken.out;
    EXPECT_THAT(broken.err, HasSubstr("401"));
  }
  EXPECT_EQ(EnrichJson({})["described"], 3);
}

TEST_F(CliEnrichTest, SecretsAreNotSent) {
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  dir_.Write("app/web/weather.py",
             "TOKEN = '" + secret + "'\n\n\ndef forecast():\n    return TOKEN\n");
  EnrichJson({});
  for (const auto& seen : model_.seen()) EXPECT_THAT(seen.body, Not(HasSubstr(secret)));
}

TEST_F(CliEnrichTest, AModelIsNamedOrThereIsSomethingToPromote) {
  const Finished nothing = Satchel({"enrich"});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_THAT(nothing.err, AllOf(HasSubstr("enrich needs a model, or --promote")));
  EXPECT_THAT(Satchel({"enrich", "--model", "tiny"}).err, HasSubstr("--base-url is missing"));
  EXPECT_EQ(Satchel({"enrich", "--promote", "--limit", "0"}).code, 2);
}

TEST_F(CliEnrichTest, TheDirectoryMayBeAnArgument) {
  const Json json = JsonOf({"index", (dir_.path() / "app").string()});
  EXPECT_GT(json["files"]["seen"], 0) << json.dump();
  const Finished twice = Satchel({"index", ".", "--workspace", "."});
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.err, HasSubstr("are the same"));
}

TEST_F(CliEnrichTest, PostgresqlFindsTheSame) {
  EnrichJson({"--promote"});
  const Finished local = Retrieve("where are the umbrellas of web/login.py");
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  EnrichJson({"--promote"});
  const Finished shared = Retrieve("where are the umbrellas of web/login.py");
  EXPECT_EQ(local.out, shared.out);
  EXPECT_THAT(shared.out, HasSubstr("web/weather.py"));
}

}  // namespace
}  // namespace satchel::test
