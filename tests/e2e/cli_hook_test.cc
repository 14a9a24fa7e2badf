// `satchel hook`: when it speaks, in a workspace with enough code to tell.

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CliHookTest : public CliFixture {
 protected:
  // Some of this repository's own code.
  CliHookTest() : CliFixture("app") {
    const fs::path source = fs::path(SATCHEL_SOURCE_DIR) / "src";
    fs::create_directories(dir_.path() / "app/src");
    for (const char* folder : {"text", "index", "code/rank"}) {
      const fs::path copy = dir_.path() / "app/src" / folder;
      fs::create_directories(copy.parent_path());
      fs::copy(source / folder, copy, fs::copy_options::recursive);
    }
  }

  // What the hook gives the model; empty: nothing.
  std::string Ask(const std::string& prompt, const std::string& session) const {
    Process hook = Command(
        {"hook", "UserPromptSubmit", "--agent", "claude-code", "--timeout", "20s", "--now", kNow});
    hook.input = Json({{"session_id", session},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "UserPromptSubmit"},
                       {"prompt", prompt}})
                     .dump();
    const Finished done = Execute(hook);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, IsEmpty());
    if (done.out.empty()) return "";
    return Json::parse(done.out)["hookSpecificOutput"]["additionalContext"];
  }
  std::string Ask(const std::string& prompt) const { return Ask(prompt, prompt); }
};

TEST_F(CliHookTest, TheLogSaysWhyNothingWasSaid) {
  const auto why = [this](const std::string& prompt) {
    Process hook = Command({"hook", "UserPromptSubmit", "--agent", "claude-code", "--now", kNow});
    hook.environment["SATCHEL_LOG_LEVEL"] = "debug";
    hook.input = Json({{"session_id", "s"},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "UserPromptSubmit"},
                       {"prompt", prompt}})
                     .dump();
    const Finished done = Execute(hook);
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, IsEmpty());
    return done.err;
  };
  EXPECT_THAT(why("yes, go on"), HasSubstr("the prompt is small talk"));
  EXPECT_THAT(why("how does the redactor find a key"), HasSubstr("there are no stores"));
  ASSERT_EQ(Satchel({"off"}).code, 0);
  EXPECT_THAT(why("how does the redactor find a key"), HasSubstr("hooks are off here"));
}

TEST_F(CliHookTest, PromptsAboutTheCodeAreAnsweredAndOthersAreNot) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  for (const char* prompt :
       {"thanks, looks good", "continue", "run the tests again please", "ok commit and push",
        "what is the capital of Burkina Faso", "how do airplanes stay up",
        "kotlin coroutines: launch vs async", "give me a recipe for shakshuka",
        "what's new in Laravel 11", "спасибо, на сегодня хватит"}) {
    EXPECT_THAT(Ask(prompt), IsEmpty()) << prompt;
  }
  EXPECT_THAT(Ask("the redactor lets a secret through when the key stands in a continued line"),
              HasSubstr("src/text/"));
  EXPECT_THAT(Ask("add a stop word to the analyser"), HasSubstr("src/text/stop_words"));
  EXPECT_THAT(Ask("words that are spelt alike are replaced in a query: where is that done?"),
              HasSubstr("src/code/rank/"));
  EXPECT_THAT(Ask("FloorOf() in answer_floor.cc judges a pasted trace"),
              HasSubstr("src/code/rank/answer_floor.cc"));
}

TEST_F(CliHookTest, AFailedCommandIsAnsweredAndTheLogNamesTheReasonForSilence) {
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  const auto run = [this](const std::string& command, const std::string& error) {
    Process hook = Command({"hook", "PostToolUseFailure", "--agent", "claude-code", "--timeout",
                            "20s", "--now", kNow});
    hook.environment["SATCHEL_LOG_LEVEL"] = "debug";
    hook.input = Json({{"session_id", "failed"},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "PostToolUseFailure"},
                       {"tool_name", "Bash"},
                       {"tool_input", {{"command", command}}},
                       {"error", error}})
                     .dump();
    const Finished done = Execute(hook);
    EXPECT_EQ(done.code, 0) << done.err;
    return done;
  };
  const std::string error =
      "Exit code 2\nsrc/code/rank/answer_floor.cc:40:3: error: no member named 'standing'\n";
  const Finished answered = run("make", error);
  EXPECT_THAT(answered.out, AllOf(HasSubstr("PostToolUseFailure"), HasSubstr("answer_floor.cc")));
  EXPECT_THAT(answered.err, HasSubstr("reason=failed_command"));
  const Finished again = run("make", error);
  EXPECT_THAT(again.out, IsEmpty());
  EXPECT_THAT(again.err, HasSubstr("reason=answered"));
  EXPECT_THAT(run("grep -n standing src/a.cc", error).err, HasSubstr("reason=only_reads"));
  EXPECT_THAT(run("make", "Exit code 2\nno rule to make target\n").err,
              HasSubstr("reason=no_place"));
  EXPECT_THAT(run("make", "Exit code 2\nvendor/gone/nowhere.cc:4:3: error: no\n").err,
              HasSubstr("reason=elsewhere"));
}

TEST_F(CliHookTest, RulesForEveryTaskLeaveRoomAndAreShownOnce) {
  std::string rules = "# Constitution\n\n";
  for (int i = 0; i < 60; ++i) {
    rules += fmt::format("- Rule {}: never ship a change that nobody has looked at with care\n", i);
  }
  dir_.Write("app/.context/CONSTITUTION.md", rules);
  ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0);
  const std::string first = Ask("add a stop word to the analyser", "one");
  EXPECT_THAT(first, AllOf(HasSubstr("Rule 0:"), Not(HasSubstr("Rule 59:")),
                           HasSubstr("src/text/stop_words")));
  const std::string second = Ask("FloorOf() in answer_floor.cc judges a pasted trace, why?", "one");
  EXPECT_THAT(second, AllOf(Not(HasSubstr("Rule 0:")), HasSubstr("answer_floor.cc")));
  const Finished packed = Satchel({"pack", "add a stop word to the analyser", "--now", kNow});
  EXPECT_THAT(packed.out, AllOf(HasSubstr("Rule 0:"), HasSubstr("Rule 59:")))
      << "who asks is shown all of them";
}

}  // namespace
}  // namespace satchel::test
