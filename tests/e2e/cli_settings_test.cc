// What settings do, by the real binary: each value that is set has its effect, a flag is stronger,
// and one that nothing reads says so.

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using nlohmann::json;

class CliSettingsTest : public CliFixture {
 protected:
  CliSettingsTest() : CliFixture("app") {
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/.context/TASKS.md", "- [ ] Repair the login redirect #added:2026-01-09\n");
  }

  void Set(const std::string& name, const std::string& value) const {
    const Finished finished = Satchel({"config", "set", name, value});
    ASSERT_EQ(finished.code, 0) << finished.err;
  }
  void Unset(const std::string& name) const {
    ASSERT_EQ(Satchel({"config", "unset", name}).code, 0);
  }
  static std::vector<std::string> Lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }
};

TEST_F(CliSettingsTest, TheBudgetIsTheFlagsThenTheSettingsThenTheRecipes) {
  EXPECT_EQ(JsonOf({"agent"})["budget"], 8000);
  Set("budget.tokens", "300");
  EXPECT_EQ(JsonOf({"agent"})["budget"], 300);
  EXPECT_EQ(JsonOf({"agent", "--budget", "500"})["budget"], 500);
  Unset("budget.tokens");
  EXPECT_EQ(JsonOf({"agent"})["budget"], 8000);
}

TEST_F(CliSettingsTest, TheTokenizerIsTheFlagsThenTheSettingsThenTheRecipes) {
  EXPECT_EQ(JsonOf({"agent"})["tokenizer"], "chars4");
  Set("budget.tokenizer", "o200k");
  EXPECT_EQ(JsonOf({"agent"})["tokenizer"], "o200k");
  EXPECT_EQ(JsonOf({"agent", "--tokenizer", "safe"})["tokenizer"], "safe");
  Set("budget.tokenizer", "auto");
  EXPECT_EQ(JsonOf({"agent"})["tokenizer"], "chars4");
}

TEST_F(CliSettingsTest, ABudgetThatIsNotSetIsShownAsSuch) {
  const Finished get = Satchel({"config", "get", "budget.tokens"});
  EXPECT_EQ(get.code, 1);
  EXPECT_THAT(get.out, IsEmpty());
  EXPECT_THAT(get.err, HasSubstr("budget.tokens is not set"));
  EXPECT_THAT(Satchel({"config", "show"}).out, StartsWith("# budget.tokens is not set\n"));
  EXPECT_EQ(JsonOf({"config", "show"})["settings"][0]["value"], nullptr);
  EXPECT_EQ(Satchel({"config", "set", "budget.tokens", ""}).code, 2);
}

TEST_F(CliSettingsTest, TheFormatAppliesToResultsAndErrorsOfEveryCommandThatHasIt) {
  Set("output.format", "json");
  for (const Args& args : {Args{"agent"}, Args{"version"}, Args{"runs", "list"}}) {
    EXPECT_FALSE(json::parse(Satchel(args).out, nullptr, false).is_discarded()) << args.front();
  }
  for (const Args& args : {Args{"runs", "show", "none-such"}, Args{"stauts"}}) {
    const Finished failed = Satchel(args);
    EXPECT_NE(failed.code, 0);
    const json error = json::parse(failed.err, nullptr, false);
    ASSERT_FALSE(error.is_discarded()) << failed.err;
    EXPECT_EQ(error["error"]["exit_code"], failed.code);
  }
  EXPECT_THAT(Satchel({"stauts", "--format", "text"}).err, StartsWith("satchel: "));
}

TEST_F(CliSettingsTest, ColourAppliesToEveryCommand) {
  EXPECT_THAT(Satchel({"help"}).out, Not(HasSubstr("\x1b[")));
  Set("output.color", "always");
  EXPECT_THAT(Satchel({"help"}).out, HasSubstr("\x1b["));
  EXPECT_THAT(Satchel({"stauts"}).err, HasSubstr("\x1b["));
  EXPECT_THAT(Satchel({"help", "--color", "never"}).out, Not(HasSubstr("\x1b[")));
}

TEST_F(CliSettingsTest, NothingIsLoggedUnlessItIsAskedFor) {
  EXPECT_THAT(Satchel({"agent"}).err, Not(HasSubstr("request")));
  Set("log.level", "info");
  const std::string err = Satchel({"agent"}).err;
  EXPECT_THAT(err, AllOf(HasSubstr("info  request: packet (outcome=done recipe=notes run="),
                         HasSubstr("micros="), HasSubstr("store_calls="), HasSubstr("round_trips="),
                         Not(HasSubstr("cli: command"))));
  EXPECT_THAT(Satchel({"agent", "--quiet"}).err, Not(HasSubstr("request")));
  EXPECT_THAT(Satchel({"agent", "--log-level", "off"}).err, Not(HasSubstr("request")));
  Unset("log.level");
  EXPECT_THAT(Satchel({"agent", "--verbose"}).err, HasSubstr("info  request: packet"));
  EXPECT_THAT(Satchel({"agent", "--log-level", "warn,request=info"}).err,
              HasSubstr("info  request: packet"));
}

TEST_F(CliSettingsTest, EveryCommandSaysAtDebugHowItEnded) {
  for (const Args& args : {Args{"version"}, Args{"help"}, Args{"doctor"}, Args{"config", "show"}}) {
    Args with = args;
    with.insert(with.end(), {"--log-level", "debug"});
    EXPECT_THAT(Satchel(with).err, HasSubstr("debug cli: command (command=" + args.front()));
  }
  const Finished failed = Satchel({"runs", "show", "--log-level", "cli=debug"});
  EXPECT_THAT(failed.err, HasSubstr("(command=runs show exit_code=5 micros="));
  const Finished wrong = Satchel({"version", "--log-level", "loud"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--log-level: log.level is 'loud'; it must be a level"));
}

TEST_F(CliSettingsTest, LogLinesAreJsonWhenTheSettingSaysSo) {
  environment_["SATCHEL_LOG_LEVEL"] = "debug";
  environment_["SATCHEL_LOG_FORMAT"] = "json";
  const auto lines = Lines(Satchel({"agent", "--quiet", "--log-level", "debug"}).err);
  EXPECT_THAT(lines, IsEmpty()) << "--quiet leaves warnings and errors";
  const auto asked = Lines(Satchel({"agent", "--format", "json"}).err);
  ASSERT_THAT(asked, SizeIs(2));
  const json packet = json::parse(asked[0], nullptr, false);
  EXPECT_EQ(packet["component"], "request");
  EXPECT_EQ(packet["level"], "info");
  EXPECT_EQ(packet["msg"], "packet");
  EXPECT_GT(packet["fields"]["store_calls"], 0);
  EXPECT_GT(packet["fields"]["micros"], 0);
  EXPECT_EQ(packet["fields"]["outcome"], "done");
  const json command = json::parse(asked[1], nullptr, false);
  EXPECT_EQ(command["fields"]["command"], "agent");
  EXPECT_EQ(command["fields"]["exit_code"], 0);
}

TEST_F(CliSettingsTest, ARequestThatFailsIsLoggedWithoutItsSecrets) {
  // In two pieces, so that no scanner takes this file for a leak.
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  const Finished failed = Satchel({"agent", "--stages", secret, "--log-level", "info"});
  EXPECT_EQ(failed.code, 2);
  EXPECT_THAT(failed.err, AllOf(HasSubstr("info  request: packet (outcome=failed error="),
                                HasSubstr("[redacted"), Not(HasSubstr(secret))));
}

TEST_F(CliSettingsTest, WhatNothingReadsIsKeptAndSaysSo) {
  const Finished set = Satchel({"config", "set", "llm.mode", "optional"});
  EXPECT_EQ(set.code, 0);
  EXPECT_THAT(set.err, HasSubstr("nothing reads llm.mode yet; it is planned for calls of a model"));
  const Finished get = Satchel({"config", "get", "llm.mode"});
  EXPECT_EQ(get.out, "optional\n");
  EXPECT_THAT(get.err, HasSubstr("nothing reads llm.mode yet"));
  EXPECT_EQ(JsonOf({"config", "get", "llm.mode"})["planned"], "calls of a model");
  EXPECT_FALSE(JsonOf({"config", "get", "retention.days"}).contains("planned"));
  EXPECT_THAT(Satchel({"config", "show", "--changed"}).out,
              "llm.mode = \"optional\"  # planned; has no effect yet\n");
  EXPECT_THAT(Satchel({"help", "settings"}).out,
              HasSubstr("Planned for calls of a model: nothing reads it yet.\n"));
  const Finished doctor = Satchel({"doctor"});
  EXPECT_EQ(doctor.code, 0);
  EXPECT_THAT(doctor.out, HasSubstr("nothing reads llm.mode yet"));
  EXPECT_THAT(Satchel({"config", "set", "retention.days", "9"}).err,
              Not(HasSubstr("nothing reads")));
}

}  // namespace
}  // namespace satchel::test
