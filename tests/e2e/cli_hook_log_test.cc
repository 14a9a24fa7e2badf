// `satchel hook log`: what the hooks of a real binary gave an agent, and why they were silent.

#include <filesystem>
#include <string>
#include <vector>

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

constexpr const char* kAboutCode = "FloorOf() in answer_floor.cc judges a pasted trace";
constexpr const char* kOther = "which flowers like shade in a small garden?";
constexpr const char* kError =
    "Exit code 2\nsrc/rank/answer_floor.cc:40:3: error: no member named 'standing'\n";

class CliHookLogTest : public CliFixture {
 protected:
  // Some of this repository's own code.
  CliHookLogTest() : CliFixture("app") {
    const fs::path source = fs::path(SATCHEL_SOURCE_DIR) / "src/code/rank";
    fs::create_directories(dir_.path() / "app/src");
    fs::copy(source, dir_.path() / "app/src/rank", fs::copy_options::recursive);
  }

  std::string Hook(const std::string& event, Json input) const {
    Process hook =
        Command({"hook", event, "--agent", "claude-code", "--timeout", "20s", "--now", kNow});
    input["cwd"] = (dir_.path() / "app").string();
    input["hook_event_name"] = event;
    hook.input = input.dump();
    const Finished done = Execute(hook);
    EXPECT_EQ(done.code, 0) << done.err;
    return done.out;
  }
  std::string Ask(const std::string& prompt, const std::string& session = "one") const {
    return Hook("UserPromptSubmit", {{"session_id", session}, {"prompt", prompt}});
  }
  std::string Fail(const std::string& session = "one") const {
    return Hook("PostToolUseFailure", {{"session_id", session},
                                       {"tool_name", "Bash"},
                                       {"tool_input", {{"command", "make"}}},
                                       {"error", kError}});
  }
  Json Log(const Args& more = {}) const {
    Args args = {"hook", "log"};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args);
  }
  // The reasons of the log, the latest first; empty for an answer.
  static std::vector<std::string> Reasons(const Json& log) {
    std::vector<std::string> reasons;
    for (const Json& prompt : log["prompts"]) {
      reasons.push_back(prompt["silent"].is_null() ? ""
                                                   : prompt["silent"]["reason"].get<std::string>());
    }
    return reasons;
  }
};

TEST_F(CliHookLogTest, APromptThatIsAnsweredAndOneThatIsNot) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  ASSERT_THAT(Ask(kAboutCode), Not(IsEmpty()));
  ASSERT_THAT(Ask(kOther), IsEmpty());
  const Json log = Log();
  ASSERT_EQ(Reasons(log), (std::vector<std::string>{"elsewhere", ""}));
  const Json& answered = log["prompts"][1];
  EXPECT_EQ(answered["at"], kNow);
  EXPECT_EQ(answered["conversation"], "claude-code-one");
  EXPECT_EQ(answered["agent"], "claude-code");
  EXPECT_EQ(answered["event"], "UserPromptSubmit");
  EXPECT_EQ(answered["prompt"], kAboutCode);
  EXPECT_GT(answered["tokens"], 0);
  EXPECT_GT(answered["items"], 0);
  EXPECT_GE(answered["milliseconds"], 0);
  const Json& silent = log["prompts"][0];
  EXPECT_EQ(silent["silent"]["why"], "the prompt is about something else");
  EXPECT_EQ(silent["tokens"], 0);
  EXPECT_EQ(silent["items"], 0);
  EXPECT_EQ(log["counts"], Json({{"prompts", 2}, {"answered", 1}, {"silent", {{"elsewhere", 1}}}}));
  EXPECT_EQ(log["complete"], true);
  const Finished text = Satchel({"hook", "log"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(HasSubstr("claude-code-one\n  2026-01-10 12:00:00  UserPromptSubmit  "),
                    HasSubstr("  silent: elsewhere\n      which flowers like"),
                    HasSubstr("\n2 prompts: 1 answered, 1 silent\n"
                              "  1 elsewhere: the prompt is about something else\n")));
}

TEST_F(CliHookLogTest, WhichShownFilesTheAgentThenUsed) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  ASSERT_THAT(Ask(kAboutCode), Not(IsEmpty()));
  const auto tool = [this](const std::string& name, const std::string& path) {
    return Hook("PostToolUse.files", {{"session_id", "one"},
                                      {"tool_name", name},
                                      {"tool_input", {{"file_path", path}, {"content", "x"}}}});
  };
  const std::string shown = "src/rank/answer_floor.cc";
  const auto file = [&] {
    Json found;
    const Json log = Log();
    for (const Json& each : log["prompts"][0]["files"]) {
      if (each["path"] == shown) found = each;
    }
    return found;
  };
  EXPECT_EQ(file(), Json({{"path", shown}, {"read", false}, {"edited", false}}));
  EXPECT_THAT(tool("Read", (dir_.path() / "app" / shown).string()), IsEmpty());
  EXPECT_EQ(file()["read"], true);
  EXPECT_EQ(file()["edited"], false);
  EXPECT_THAT(tool("Edit", shown), IsEmpty());
  EXPECT_THAT(tool("Read", "/etc/passwd"), IsEmpty());
  EXPECT_EQ(file()["edited"], true);
  EXPECT_EQ(Log()["prompts"].size(), 1U) << "a tool is no prompt";
  const std::string count = std::to_string(Log()["prompts"][0]["files"].size());
  EXPECT_THAT(Satchel({"hook", "log"}).out,
              HasSubstr("      1 of " + count + " files used: " + shown + " (edited)\n"));
  const Json week = JsonOf({"status", "--week", "--now", kNow})["week"];
  EXPECT_EQ(week["used_files"]["used"], 1);
  EXPECT_EQ(std::to_string(week["used_files"]["shown"].get<int>()), count);
  EXPECT_THAT(Satchel({"status", "--week", "--now", kNow}).out,
              HasSubstr("used       1 of " + count + " shown files were read or edited"));
}

TEST_F(CliHookLogTest, TheDoctorNamesAnAgentThatOnlyAsksTheServer) {
  dir_.MakeDirectory("home/.claude");
  ASSERT_EQ(Satchel({"install", "claude-code"}).code, 0);
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const auto doctor = [this] { return Satchel({"doctor"}).out; };
  const auto ask_server = [this](const std::string& now) {
    Process server = Command({"mcp", "--now", now});
    const auto line = [](int id, const std::string& method, const Json& params) {
      return Json({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}).dump() +
             "\n";
    };
    server.input = line(1, "initialize",
                        {{"protocolVersion", "2025-06-18"},
                         {"capabilities", Json::object()},
                         {"clientInfo", {{"name", "claude-code"}, {"version", "2"}}}}) +
                   "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    for (int id = 2; id < 5; ++id) {
      server.input +=
          line(id, "tools/call", {{"name", "pack"}, {"arguments", {{"task", kAboutCode}}}});
    }
    const Finished done = Execute(server);
    EXPECT_EQ(done.code, 0) << done.err;
  };
  ask_server("2026-01-20T12:00:00Z");
  EXPECT_THAT(doctor(), Not(HasSubstr("its hooks"))) << "no hook was ever called";
  ASSERT_THAT(Ask(kAboutCode), Not(IsEmpty()));
  EXPECT_THAT(doctor(), HasSubstr("hint  agents: Claude Code has not called its hooks since "
                                  "2026-01-10, but asked the MCP server for 3 packets after "
                                  "that\n"));
  ASSERT_EQ(Satchel({"off"}).code, 0);
  EXPECT_THAT(doctor(), Not(HasSubstr("its hooks")));
  ASSERT_EQ(Satchel({"on"}).code, 0);
  ASSERT_EQ(Satchel({"install", "claude-code", "--undo"}).code, 0);
  EXPECT_THAT(doctor(), Not(HasSubstr("its hooks"))) << "it is not connected";
}

TEST_F(CliHookLogTest, OneConversationIsSilenced) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const Finished off = Satchel({"off", "--session", "claude-code-one"});
  EXPECT_EQ(off.code, 0) << off.err;
  EXPECT_THAT(off.out, HasSubstr("hooks are off for the conversation claude-code-one in "));
  EXPECT_THAT(Ask(kAboutCode), IsEmpty());
  EXPECT_THAT(Ask(kAboutCode, "two"), Not(IsEmpty()));
  const Json on = JsonOf({"on", "--session", "claude-code-one"});
  EXPECT_EQ(on["changed"], true);
  EXPECT_EQ(on["session"], "claude-code-one");
  EXPECT_THAT(Ask(kAboutCode), Not(IsEmpty()));
}

TEST_F(CliHookLogTest, AConversationIsNamedOrKnownFromItsAgent) {
  for (const Args& args :
       {Args{"off", "--session"}, Args{"off", "one"}, Args{"off", "--session", ""},
        Args{"off", "--session", "a b"}, Args{"on", "--session", "a/b"}}) {
    const Finished refused = Satchel(args);
    EXPECT_EQ(refused.code, 2) << testing::PrintToString(args);
    EXPECT_THAT(refused.out, IsEmpty());
  }
  environment_["CLAUDE_CODE_SESSION_ID"] = "7f3e";
  EXPECT_EQ(JsonOf({"off", "--session"})["session"], "claude-code-7f3e");
  environment_["CODEX_THREAD_ID"] = "9";
  EXPECT_THAT(Satchel({"off", "--session"}).err,
              AllOf(HasSubstr("several agents"), HasSubstr("--session codex-9")));
  EXPECT_EQ(JsonOf({"off"})["session"], nullptr);
}

TEST_F(CliHookLogTest, APromptAfterTheQuotaWasUsedIsOneSmallRow) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  ASSERT_EQ(Satchel({"config", "set", "hook.quota_tokens", "400"}).code, 0);
  ASSERT_EQ(Satchel({"config", "set", "hook.budget_tokens", "400"}).code, 0);
  ASSERT_THAT(Ask(kAboutCode), Not(IsEmpty()));
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  ASSERT_THAT(Ask("why does FloorOf()\n\n" + secret + " fail " + std::string(500, 'x')), IsEmpty());
  const Json log = Log();
  ASSERT_EQ(Reasons(log), (std::vector<std::string>{"quota_used", ""}));
  EXPECT_THAT(log["prompts"][0]["prompt"].get<std::string>(),
              AllOf(testing::StartsWith("why does FloorOf() "), Not(HasSubstr("aB3dE5"))));
  const Json runs = JsonOf({"runs", "list", "--recipe", "hook"})["runs"];
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_LT(runs[0]["bytes"], 1'000);
  EXPECT_EQ(JsonOf({"runs", "list"})["runs"].size(), 1U) << "it made no packet";
  EXPECT_EQ(JsonOf({"runs", "show", log["prompts"][0]["run"]})["recipe"], "hook");
}

TEST_F(CliHookLogTest, AFailedCommandIsAnsweredOnceAndTheLogHasItsMessage) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  ASSERT_THAT(Fail(), HasSubstr("answer_floor.cc"));
  ASSERT_THAT(Fail(), IsEmpty());
  const Json log = Log();
  ASSERT_EQ(Reasons(log), (std::vector<std::string>{"answered", ""}));
  for (const Json& prompt : log["prompts"]) {
    EXPECT_EQ(prompt["event"], "PostToolUseFailure");
    EXPECT_THAT(prompt["prompt"].get<std::string>(), HasSubstr("no member named"));
  }
}

TEST_F(CliHookLogTest, WhatIsDecidedBeforeAStoreIsOpenIsNotRecorded) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  Ask("yes, go on");
  Ask("/compact now");
  const Finished log = Satchel({"hook", "log"});
  EXPECT_EQ(log.code, 0);
  EXPECT_EQ(log.out, "0 prompts: 0 answered, 0 silent\n");
  EXPECT_THAT(log.err, HasSubstr("no prompts yet"));
}

TEST_F(CliHookLogTest, OneConversationIsFoundByEitherOfItsIds) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  Ask(kOther, "one");
  Ask(kAboutCode, "two");
  Ask(kOther, "one");
  EXPECT_EQ(Log()["prompts"].size(), 3U);
  EXPECT_EQ(Log({"--limit", "2"})["prompts"].size(), 2U);
  EXPECT_EQ(Log({"--limit", "2"})["counts"]["prompts"], 2);
  for (const char* id : {"two", "claude-code-two"}) {
    const Json log = Log({"--conversation", id});
    ASSERT_EQ(log["prompts"].size(), 1U) << id;
    EXPECT_EQ(log["prompts"][0]["prompt"], kAboutCode);
  }
  EXPECT_THAT(Log({"--conversation", "three"})["prompts"], IsEmpty());
  EXPECT_THAT(Log({"--conversation", "tw"})["prompts"], IsEmpty());
  const Finished text = Satchel({"hook", "log"});
  const auto first = text.out.find("claude-code-one\n");
  EXPECT_EQ(first, 0U) << "the conversation with the latest prompt comes first";
  EXPECT_GT(text.out.find("claude-code-two\n"), text.out.rfind("garden"));
}

TEST_F(CliHookLogTest, HostileIdsAndPromptsArePrintedWithoutControlCharacters) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  Ask("which \x1b[31mflowers\u202e like shade in a garden?", "../../\x1b]0;x\x07");
  const Finished text = Satchel({"hook", "log"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, AllOf(HasSubstr("flowers"), HasSubstr("\\u{1B}"), Not(HasSubstr("\x1b")),
                              Not(HasSubstr("\u202e")), Not(HasSubstr("../.."))));
  const Finished none = Satchel({"hook", "log", "--conversation", "\x1b[31m/../'; DROP TABLE run"});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.err, AllOf(HasSubstr("\\u{1B}"), Not(HasSubstr("\x1b"))));
}

TEST_F(CliHookLogTest, WrongFlagsAndMissingStoresEndWithTheirCode) {
  const Finished missing = Satchel({"hook", "log"});
  EXPECT_EQ(missing.code, 5);
  EXPECT_THAT(missing.err, HasSubstr("satchel init"));
  EXPECT_EQ(Satchel({"hook", "log", "--limit", "0"}).code, 2);
  EXPECT_EQ(Satchel({"hook", "log", "--limit", "many"}).code, 2);
  EXPECT_EQ(Satchel({"hook", "log", "--conversation", ""}).code, 2);
  EXPECT_EQ(Satchel({"hook", "log", "more"}).code, 2);
  EXPECT_EQ(Satchel({"hook", "log", "--agent", "claude-code"}).code, 2);
  EXPECT_EQ(Satchel({"hook", "log", "--format", "markdown"}).code, 2);
}

TEST_F(CliHookLogTest, EventsOfAgentsAreStillEvents) {
  for (const Args& args :
       {Args{"hook"}, Args{"hook", "lag"}, Args{"hook", "LOG", "--agent", "claude-code"},
        Args{"hook", "--agent", "claude-code", "UserPromptSubmit"},
        Args{"hook", "UserPromptSubmit", "log", "--agent", "claude-code"}}) {
    const Finished done = Satchel(args);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_THAT(done.err, Not(HasSubstr("did you mean")));
  }
}

}  // namespace
}  // namespace satchel::test
