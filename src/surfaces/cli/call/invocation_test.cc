#include "surfaces/cli/call/invocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Args = std::vector<std::string>;

Invocation Parsed(const Args& args) {
  auto parsed = ParseArgs(args);
  EXPECT_TRUE(parsed) << testing::PrintToString(args) << parsed.error().error.text();
  return parsed ? *std::move(parsed) : Invocation();
}

// "text / hint".
std::string Refused(const Args& args) {
  const auto parsed = ParseArgs(args);
  if (parsed) return "accepted";
  EXPECT_EQ(parsed.error().code, ExitCode::kUsage);
  return parsed.error().error.text() + " / " + std::string(parsed.error().error.hint());
}

TEST(InvocationTest, AValueIsTheNextWordOrBehindAnEqualsSign) {
  EXPECT_EQ(Parsed({"search", "x", "--limit", "5"}).Find("--limit"), "5");
  EXPECT_EQ(Parsed({"search", "x", "--limit=5"}).Find("--limit"), "5");
  EXPECT_EQ(Parsed({"search", "x", "--limit=a=b"}).Find("--limit"), "a=b");
  EXPECT_EQ(Parsed({"search", "x", "--limit", "--full"}).Find("--limit"), "--full")
      << "whatever it looks like";
  EXPECT_EQ(Parsed({"search", "x", "--limit", ""}).Find("--limit"), "");
  EXPECT_EQ(Parsed({"search", "x", "--limit", "5", "--limit=6"}).Find("--limit"), "6");
  EXPECT_THAT(Parsed({"search", "x", "--path", "a", "--path=!b"}).All("--path"),
              ElementsAre("a", "!b"));
  EXPECT_TRUE(Parsed({"search", "x"}).All("--path").empty());
}

TEST(InvocationTest, AFlagMayStandBeforeItsCommandAndBetweenItsWords) {
  const Invocation invocation = Parsed({"--format", "json", "config", "-q", "get", "log.level"});
  EXPECT_EQ(invocation.name, "config get");
  EXPECT_EQ(invocation.Find("--format"), "json");
  EXPECT_TRUE(invocation.Has("--quiet"));
  EXPECT_THAT(invocation.arguments, ElementsAre("log.level"));
}

TEST(InvocationTest, LettersMayBeBundled) {
  const Invocation both = Parsed({"status", "-qv"});
  EXPECT_TRUE(both.Has("--quiet") && both.Has("--verbose"));
  EXPECT_EQ(Parsed({"runs", "gc", "-qh"}).help, Help::kShort);
  EXPECT_THAT(Refused({"status", "-qxv"}), HasSubstr("status has no flag -xv / "));
}

TEST(InvocationTest, ASwitchCanBeTakenBack) {
  EXPECT_FALSE(Parsed({"status", "--quiet=false"}).Has("--quiet"));
  EXPECT_FALSE(Parsed({"status", "--quiet", "--quiet=false"}).Has("--quiet"));
  EXPECT_TRUE(Parsed({"status", "--quiet=true"}).Has("--quiet"));
  EXPECT_THAT(Refused({"status", "--quiet=4"}), HasSubstr("--quiet takes no value"));
}

TEST(InvocationTest, BehindTwoHyphensEverythingIsAnArgument) {
  EXPECT_THAT(Parsed({"config", "set", "llm.model", "--", "-x"}).arguments,
              ElementsAre("llm.model", "-x"));
  EXPECT_THAT(Parsed({"search", "--", "--help"}).arguments, ElementsAre("--help"));
  EXPECT_THAT(Parsed({"db", "import", "-"}).arguments, ElementsAre("-"));
  EXPECT_THAT(Parsed({"search", "++"}).arguments, ElementsAre("++"));
}

TEST(InvocationTest, AMissingValueSaysWhatItIs) {
  EXPECT_THAT(Refused({"status", "--now"}),
              HasSubstr("--now needs a value: --now TIME / use this time"));
  EXPECT_THAT(Refused({"status", "--now="}), HasSubstr("--now needs a value: --now TIME"));
  EXPECT_THAT(Refused({"status", "--nope", "--now"}), HasSubstr("--now needs a value: --now TIME"));
}

TEST(InvocationTest, AnUnknownFlagSaysWhatWasMeant) {
  EXPECT_EQ(Refused({"status", "--formt", "json"}),
            "status has no flag --formt / did you mean --format?");
  EXPECT_EQ(Refused({"status", "--formt=json"}),
            "status has no flag --formt / did you mean --format?");
  EXPECT_EQ(Refused({"status", "--xyzzy", "--never"}),
            "status has no flag --xyzzy / `satchel status -h` shows how");
  EXPECT_EQ(Refused({"-x"}), "satchel has no flag -x / `satchel help` lists the commands");
  EXPECT_THAT(Refused({"status", "-5"}), HasSubstr("status has no flag -5"));
  EXPECT_EQ(Refused({"pack", "x", "--http", "3"}),
            "pack has no flag --http / did you mean --help? `satchel mcp` has it");
  EXPECT_EQ(
      Refused({"pack", "x", "--stages", "scope"}),
      "pack has no flag --stages / `satchel recall`, `satchel retrieve`, `satchel agent` have it");
  EXPECT_EQ(Refused({"search", "x", "--week"}),
            "search has no flag --week / `satchel status` has it");
}

TEST(InvocationTest, AChoiceIsCheckedAgainstWhatTheCommandHas) {
  EXPECT_EQ(Parsed({"agent", "--format=md"}).Find("--format"), "markdown");
  EXPECT_THAT(Refused({"status", "--format", "md"}),
              HasSubstr("--format is 'markdown'; it must be one of text, json"));
  EXPECT_THAT(Refused({"status", "--color", "blue", "--format", "xml"}), HasSubstr("--format is"));
  EXPECT_THAT(Refused({"completion", "bsh"}), AllOf(HasSubstr("bsh"), HasSubstr("bash")));
}

TEST(InvocationTest, HelpAndVersionAreFoundAnywhere) {
  EXPECT_EQ(Parsed({"config", "--help", "get"}).help, Help::kLong);
  EXPECT_EQ(Parsed({"-h", "config"}).help, Help::kShort);
  EXPECT_TRUE(Parsed({"--version"}).version);
  EXPECT_THAT(Parsed({"--version"}).arguments, IsEmpty());
}

TEST(InvocationTest, ErrorsAreJsonByTheFlagThenByTheSetting) {
  EXPECT_TRUE(WantsJson({"stauts", "--format", "json"}, "auto"));
  EXPECT_TRUE(WantsJson({"stauts", "--format=json"}, "text"));
  EXPECT_FALSE(WantsJson({"stauts", "--format", "text"}, "json"));
  EXPECT_TRUE(WantsJson({"stauts"}, "json"));
  EXPECT_FALSE(WantsJson({"search", "--", "--format=json"}, "auto"));
}

TEST(InvocationTest, WordsWithoutQuotationMarksAreJoined) {
  const auto joined = ParseArgs({"search", "session", "cookie", "--limit", "3", "signed"});
  ASSERT_TRUE(joined);
  EXPECT_THAT(joined->arguments, testing::ElementsAre("session cookie signed"));
  const auto graph = ParseArgs({"graph", "add", "task", "Repair", "the", "import"});
  ASSERT_TRUE(graph);
  EXPECT_THAT(graph->arguments, testing::ElementsAre("task", "Repair the import"));
  EXPECT_FALSE(ParseArgs({"config", "set", "output.color", "never", "more"}));
}

}  // namespace
}  // namespace satchel::cli
