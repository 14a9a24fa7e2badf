// What each agent says to its hooks and takes from them.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "surfaces/agents/agent.h"
#include "surfaces/agents/conversation.h"

namespace satchel::agents {
namespace {

using testing::ElementsAre;

HookInput Read(const Agent& agent, std::string_view event, std::string_view payload) {
  const auto json = ParseJson(payload);
  EXPECT_TRUE(json.has_value()) << payload;
  auto input = agent.Read(event, json.value_or(Json()));
  EXPECT_TRUE(input.has_value()) << payload;
  return input.value_or(HookInput());
}

TEST(AgentsTest, HaveStableNamesInOrder) {
  std::vector<std::string_view> names;
  for (const Agent* agent : AllAgents()) names.push_back(agent->name());
  EXPECT_THAT(names,
              ElementsAre("claude-code", "codex", "cursor", "gemini", "openclaw", "opencode"));
  EXPECT_EQ(FindAgent("codex"), &Codex());
  EXPECT_EQ(FindAgent("Codex"), nullptr);
  EXPECT_EQ(FindAgent(""), nullptr);
}

TEST(AgentsTest, ClaudeCodeTellsOfAPrompt) {
  const auto input = Read(ClaudeCode(), "UserPromptSubmit",
                          R"({"session_id":"0b1c-2","transcript_path":"/home/u/.claude/t.jsonl",
                              "cwd":"/src/app","prompt_id":"p1","permission_mode":"default",
                              "hook_event_name":"UserPromptSubmit","prompt":"fix the login",
                              "source":"user","a_field_of_tomorrow":{"deep":[1]}})");
  EXPECT_EQ(input.moment, Moment::kPrompt);
  EXPECT_EQ(input.prompt, "fix the login");
  EXPECT_EQ(input.session, "0b1c-2");
  EXPECT_EQ(input.cwd, "/src/app");
}

TEST(AgentsTest, TheSourceOfAStartSaysWhatTheConversationHasSeen) {
  const auto moment = [](const Agent& agent, std::string_view source) {
    const auto input = agent.Read("SessionStart", {{"session_id", "s"}, {"source", source}});
    EXPECT_TRUE(input.has_value());
    return input ? input->moment : Moment::kPrompt;
  };
  for (const Agent* agent : {&ClaudeCode(), &Codex(), &Gemini()}) {
    EXPECT_EQ(moment(*agent, "compact"), Moment::kCompacted);
    EXPECT_EQ(moment(*agent, "resume"), Moment::kResumed);
    for (const char* source : {"startup", "clear", "fork", ""}) {
      EXPECT_EQ(moment(*agent, source), Moment::kStarted) << source;
    }
  }
  const auto cursor = Cursor().Read("sessionStart", {{"conversation_id", "c"}});
  EXPECT_EQ(cursor ? cursor->moment : Moment::kPrompt, Moment::kStarted);
}

TEST(AgentsTest, CodexTellsOfAPromptWithoutATranscript) {
  const auto input = Read(Codex(), "UserPromptSubmit",
                          R"({"session_id":"s","turn_id":"t","model":"m","transcript_path":null,
                              "cwd":"/src/app","hook_event_name":"UserPromptSubmit","prompt":"why"})");
  EXPECT_EQ(input.prompt, "why");
}

TEST(AgentsTest, GeminisPromptIsReadWithoutWhatHooksPutIntoIt) {
  const auto input = Read(Gemini(), "BeforeAgent",
                          R"({"session_id":"s","cwd":"/a","hook_event_name":"BeforeAgent",
               "timestamp":"2026-11-15T12:00:00Z",
               "prompt":"<hook_context>old</hook_context>fix it<hook_context>x</hook_context> now"})");
  EXPECT_EQ(input.prompt, "fix it now");
  EXPECT_EQ(Read(Gemini(), "BeforeAgent", R"({"prompt":"a<hook_context>never closed"})").prompt,
            "a");
}

TEST(AgentsTest, GeminiForgetsOnlyWhenItsUserAskedForThat) {
  EXPECT_EQ(Read(Gemini(), "PreCompress", R"({"session_id":"s","trigger":"manual"})").moment,
            Moment::kForgotten);
  for (const char* payload : {R"({"session_id":"s","trigger":"auto"})", "{}"}) {
    EXPECT_FALSE(Gemini().Read("PreCompress", ParseJson(payload).value_or(Json())).has_value());
  }
}

TEST(AgentsTest, CursorNamesConversationAndFoldersItsOwnWay) {
  const auto input = Read(Cursor(), "beforeSubmitPrompt",
                          R"({"conversation_id":"c","generation_id":"g","model":"m",
                              "hook_event_name":"beforeSubmitPrompt","cursor_version":"3.20.17",
                              "workspace_roots":["/src/app","/src/lib"],"user_email":null,
                              "transcript_path":null,"prompt":"fix","attachments":[]})");
  EXPECT_EQ(input.session, "c");
  EXPECT_EQ(input.cwd, "/src/app");
  EXPECT_EQ(input.prompt, "fix");
  for (const char* roots : {"{}", R"({"workspace_roots":[]})", R"({"workspace_roots":[1]})",
                            R"({"workspace_roots":"/a"})"}) {
    EXPECT_EQ(Read(Cursor(), "beforeSubmitPrompt", roots).cwd, "") << roots;
  }
}

TEST(AgentsTest, ScriptsTellOfAPromptAndOfASessionThatForgets) {
  const std::string payload = R"({"session_id":"s","cwd":"/a","prompt":"fix"})";
  EXPECT_EQ(Read(OpenCode(), "chat.message", payload).prompt, "fix");
  EXPECT_EQ(Read(OpenCode(), "session.compacting", payload).moment, Moment::kForgotten);
}

TEST(AgentsTest, OpenClawsConversationsAreNamelessBecauseTheyKeepNothing) {
  const auto input = Read(OpenClaw(), "before_prompt_build",
                          R"({"session_id":"agent:main:main","cwd":"/a","prompt":"fix"})");
  EXPECT_EQ(input.prompt, "fix");
  EXPECT_EQ(input.cwd, "/a");
  EXPECT_EQ(input.session, "");
}

struct ToolCall {
  const Agent* agent;
  std::string_view event;
  std::string_view payload;
  std::optional<int> exit_code;
};

TEST(AgentsTest, TellOfACommandThatHasEnded) {
  const std::vector<ToolCall> calls = {
      {&ClaudeCode(), "PostToolUseFailure",
       R"({"session_id":"s","cwd":"/a","tool_name":"Bash","tool_input":{"command":"make"},
           "error":"Exit code 2\nboom","is_interrupt":false})",
       2},
      {&ClaudeCode(), "PostToolUseFailure",
       R"({"session_id":"s","cwd":"/a","tool_name":"Bash","tool_input":{"command":"make"},
           "error":"boom, timed out"})",
       std::nullopt},
      {&ClaudeCode(), "PostToolUse",
       R"({"session_id":"s","cwd":"/a","tool_name":"Bash","tool_input":{"command":"make"},
           "tool_response":{"stdout":"boom","stderr":"","interrupted":false}})",
       0},
      {&Codex(), "PostToolUse",
       R"({"session_id":"s","cwd":"/a","tool_name":"Bash","tool_input":{"command":"make"},
           "tool_response":"boom\n"})",
       std::nullopt},
      {&Gemini(), "AfterTool",
       R"({"session_id":"s","cwd":"/a","tool_name":"run_shell_command",
           "tool_input":{"command":"make"},"tool_response":{"returnDisplay":"boom",
           "llmContent":"<untrusted_context>\nOutput: boom\nExit Code: 3\nProcess Group PGID: 7\n"}})",
       3},
      {&Gemini(), "AfterTool",
       R"({"session_id":"s","cwd":"/a","tool_name":"run_shell_command",
           "tool_input":{"command":"make"},"tool_response":{"returnDisplay":"boom",
           "llmContent":"<untrusted_context>\nOutput: boom\nProcess Group PGID: 7\n"}})",
       0},
      {&Cursor(), "postToolUse",
       R"({"conversation_id":"s","cwd":"/a","tool_name":"Shell","tool_input":{"command":"make"},
           "tool_output":"{\"exitCode\":1,\"stdout\":\"boom\"}"})",
       1},
      {&Cursor(), "postToolUse",
       R"({"conversation_id":"s","workspace_roots":["/a"],"tool_name":"Shell",
           "tool_input":{"command":"make"},"tool_output":"boom"})",
       std::nullopt},
      {&OpenCode(), "tool.execute.after",
       R"({"session_id":"s","cwd":"/a","tool_name":"bash","tool_input":{"command":"make"},
           "exit":4,"output":"boom"})",
       4},
  };
  for (const ToolCall& call : calls) {
    const HookInput input = Read(*call.agent, call.event, call.payload);
    EXPECT_EQ(input.moment, Moment::kCommand) << call.payload;
    EXPECT_EQ(input.session, "s");
    EXPECT_EQ(input.cwd, "/a");
    EXPECT_EQ(input.prompt, "");
    EXPECT_EQ(input.run.command, "make");
    EXPECT_THAT(input.run.output, testing::HasSubstr("boom"));
    EXPECT_THAT(input.run.output, testing::Not(testing::HasSubstr("Exit")));
    EXPECT_EQ(input.run.exit_code, call.exit_code) << call.payload;
    EXPECT_FALSE(input.run.interrupted);
    Json other = ParseJson(call.payload).value_or(Json());
    other["tool_name"] = "Read";
    EXPECT_FALSE(call.agent->Read(call.event, other).has_value()) << "no shell";
  }
}

// What a tool was given besides the path stays unread.
TEST(AgentsTest, TellOfFilesThatTheyReadOrEdited) {
  struct Edit {
    const Agent* agent;
    std::string_view event;
    std::string_view tool;
    Json input;
    std::vector<std::string> files;
    bool edited = true;
  };
  constexpr std::string_view kPatch =
      "*** Begin Patch\n*** Update File: a.cc\n@@ f\n-*** Add File: no.cc\n+x\n"
      "*** Add File: sub dir/b.cc\r\n+y\n*** Update File: c.cc\n*** Move to: d.cc\n"
      "*** Delete File: e.cc\n*** End Patch";
  const std::vector<std::string> patched = {"a.cc", "sub dir/b.cc", "c.cc", "d.cc", "e.cc"};
  const Json file = {{"file_path", "/a/x.py"}, {"content", "secret"}};
  const std::vector<Edit> edits = {
      {&ClaudeCode(), "PostToolUse.files", "Edit", file, {"/a/x.py"}},
      {&ClaudeCode(), "PostToolUse.files", "Write", file, {"/a/x.py"}},
      {&ClaudeCode(), "PostToolUse.files", "MultiEdit", file, {"/a/x.py"}},
      {&ClaudeCode(),
       "PostToolUse.files",
       "NotebookEdit",
       {{"notebook_path", "/a/n.ipynb"}},
       {"/a/n.ipynb"}},
      {&Codex(), "PostToolUse", "apply_patch", {{"command", kPatch}}, patched},
      {&Gemini(), "AfterTool", "write_file", file, {"/a/x.py"}},
      {&Gemini(), "AfterTool", "replace", {{"file_path", "x.py"}}, {"x.py"}},
      {&OpenCode(), "tool.execute.after", "edit", file, {"/a/x.py"}},
      {&OpenCode(), "tool.execute.after", "write", file, {"/a/x.py"}},
      {&OpenCode(), "tool.execute.after", "apply_patch", {{"patch", kPatch}}, patched},
      {&ClaudeCode(), "PostToolUse.files", "Read", file, {"/a/x.py"}, false},
      {&Gemini(), "AfterTool", "read_file", file, {"/a/x.py"}, false},
      {&Cursor(), "postToolUse", "Read", file, {"/a/x.py"}, false},
      {&OpenCode(), "tool.execute.after", "read", file, {"/a/x.py"}, false},
  };
  for (const Edit& edit : edits) {
    const Json payload = {{"session_id", "s"},
                          {"conversation_id", "s"},
                          {"cwd", "/a"},
                          {"tool_name", edit.tool},
                          {"tool_input", edit.input}};
    const HookInput input = Read(*edit.agent, edit.event, payload.dump());
    EXPECT_EQ(input.moment, Moment::kFiles) << edit.tool;
    EXPECT_EQ(input.session, "s");
    EXPECT_EQ(input.cwd, "/a");
    std::vector<std::string> files;
    for (const engine::TouchedFile& each : input.files) {
      files.push_back(each.path.string());
      EXPECT_EQ(each.edited, edit.edited) << edit.tool;
    }
    EXPECT_EQ(files, edit.files) << edit.agent->name() << " " << edit.tool;
    Json other = payload;
    other["tool_input"] = Json::object();
    EXPECT_FALSE(edit.agent->Read(edit.event, other) &&
                 edit.agent->Read(edit.event, other)->moment == Moment::kFiles);
  }
}

TEST(AgentsTest, CursorTellsOfAFileThatItEdited) {
  const auto input = Read(Cursor(), "afterFileEdit",
                          R"({"conversation_id":"c","workspace_roots":["/a"],
                              "file_path":"/a/x.py","edits":[{"old_string":"1"}]})");
  EXPECT_EQ(input.moment, Moment::kFiles);
  EXPECT_EQ(input.session, "c");
  EXPECT_EQ(input.cwd, "/a");
  ASSERT_EQ(input.files.size(), 1U);
  EXPECT_EQ(input.files.front().path, "/a/x.py");
}

TEST(AgentsTest, OfALongPatchTheFirstFilesCount) {
  std::string patch;
  for (int i = 0; i < 1'000; ++i) patch += "*** Add File: f" + std::to_string(i) + "\n+x\n";
  const Json payload = {{"tool_name", "apply_patch"}, {"tool_input", {{"command", patch}}}};
  EXPECT_EQ(Read(Codex(), "PostToolUse", payload.dump()).files.size(), engine::kMostTouchedFiles);
}

TEST(AgentsTest, ClaudeCodeTellsThatItsUserInterruptedACommand) {
  const auto input = Read(ClaudeCode(), "PostToolUseFailure",
                          R"({"tool_name":"Bash","error":"Exit code 130\n","is_interrupt":true})");
  EXPECT_TRUE(input.run.interrupted);
}

TEST(AgentsTest, TellInWhichSubagentSomethingHappens) {
  const HookInput spawn = Read(ClaudeCode(), "PreToolUse", R"({"session_id":"s","cwd":"/a",
      "tool_name":"Task","tool_input":{"prompt":"find it","description":"d"}})");
  EXPECT_EQ(spawn.moment, Moment::kSpawning);
  EXPECT_EQ(spawn.prompt, "find it");
  EXPECT_EQ(spawn.subagent_type, "general-purpose");
  EXPECT_EQ(spawn.subagent_id, "");
  const HookInput start = Read(ClaudeCode(), "SubagentStart",
                               R"({"session_id":"s","agent_id":"a1","agent_type":"Explore"})");
  EXPECT_EQ(start.moment, Moment::kSubagent);
  EXPECT_EQ(start.session, "s");
  EXPECT_EQ(start.subagent_id, "a1");
  EXPECT_EQ(start.subagent_type, "Explore");
  const HookInput prompt =
      Read(Codex(), "UserPromptSubmit",
           R"({"session_id":"s","agent_id":"a2","agent_type":"default","prompt":"find it"})");
  EXPECT_EQ(prompt.moment, Moment::kPrompt);
  EXPECT_EQ(prompt.subagent_id, "a2");
  EXPECT_EQ(prompt.subagent_type, "default");
  const HookInput command = Read(
      ClaudeCode(), "PostToolUseFailure",
      R"({"session_id":"s","agent_id":"a1","agent_type":"Explore","tool_name":"Bash","error":"x"})");
  EXPECT_EQ(command.subagent_id, "a1");
  // The agent itself may have a type, too.
  EXPECT_EQ(Read(ClaudeCode(), "UserPromptSubmit", R"({"agent_type":"Plan"})").subagent_type, "");
}

TEST(AgentsTest, AnswersHaveTheShapeThatEachAgentTakes) {
  const Json common = {{"hookSpecificOutput",
                        {{"hookEventName", "UserPromptSubmit"}, {"additionalContext", "text"}}}};
  EXPECT_EQ(ClaudeCode().Answer("UserPromptSubmit", "text"), common);
  EXPECT_EQ(Codex().Answer("UserPromptSubmit", "text"), common);
  EXPECT_EQ(Gemini().Answer("BeforeAgent", "text")["hookSpecificOutput"]["hookEventName"],
            "BeforeAgent");
  EXPECT_EQ(Cursor().Answer("beforeSubmitPrompt", "text"),
            Json({{"continue", true}, {"additional_context", "text"}}));
  EXPECT_EQ(ClaudeCode().Answer("PostToolUseFailure", "text")["hookSpecificOutput"],
            Json({{"hookEventName", "PostToolUseFailure"}, {"additionalContext", "text"}}));
  EXPECT_EQ(Cursor().Answer("postToolUse", "text"), Json({{"additional_context", "text"}}));
  EXPECT_EQ(OpenCode().Answer("chat.message", "text"), Json({{"context", "text"}}));
  EXPECT_EQ(OpenClaw().Answer("before_prompt_build", "text"), Json({{"context", "text"}}));
}

TEST(AgentsTest, SomeTellTheirShellCommandsWhichConversationItIs) {
  settings::Environment environment;
  EXPECT_THAT(ConversationsIn(environment), testing::IsEmpty());
  environment.variables["CLAUDE_CODE_SESSION_ID"] = "0b1c-2";
  EXPECT_THAT(ConversationsIn(environment), ElementsAre("claude-code-0b1c-2"));
  environment.variables["CODEX_THREAD_ID"] = "t";
  EXPECT_THAT(ConversationsIn(environment), ElementsAre("claude-code-0b1c-2", "codex-t"));
}

TEST(AgentsTest, AConversationWithAnUnusualIdIsNamedByADigest) {
  EXPECT_EQ(ConversationName("codex", ""), "");
  EXPECT_EQ(ConversationName("codex", "a.b_c:1-2"), "codex-a.b_c:1-2");
  const std::string strange = ConversationName("codex", "../x y\n");
  EXPECT_EQ(strange.size(), std::string("codex-").size() + 32);
  EXPECT_EQ(ConversationName("codex", std::string(101, 'x')).size(), strange.size());
}

TEST(AgentsTest, TakeNoHarmFromAnyPayload) {
  for (const Agent* agent : AllAgents()) {
    EXPECT_LE(agent->most_bytes(), 10'000U);
    std::set<std::string_view> events(agent->events().begin(), agent->events().end());
    EXPECT_EQ(events.size(), agent->events().size());
    EXPECT_FALSE(events.contains("log")) << "`satchel hook log` is a command";
    for (const std::string_view event : events) {
      for (
          const char* payload :
          {"null", "[]", "1", "\"x\"", "{}", R"({"prompt":1,"session_id":[],"cwd":{},"source":7})",
           R"({"prompt":null,"conversation_id":{},"workspace_roots":{}})", R"([{"prompt":"x"}])",
           R"({"tool_name":"Bash","tool_input":[],"tool_response":1,"error":{},"is_interrupt":3})",
           R"({"tool_name":"run_shell_command","tool_input":"x","tool_response":[]})",
           R"({"tool_name":"Shell","tool_input":{"command":[]},"tool_output":"{\"exitCode\":1e99}"})",
           R"({"tool_name":"bash","exit":-1,"output":[]})",
           R"({"tool_name":"Edit","tool_input":{"file_path":[1]},"file_path":7})",
           R"({"tool_name":"apply_patch","tool_input":{"command":3,"patch":{}}})"}) {
        const auto input = agent->Read(event, ParseJson(payload).value_or(Json()));
        if (!input) continue;
        EXPECT_EQ(input->prompt + input->session + input->cwd, "") << payload;
      }
    }
  }
}

TEST(AgentsTest, SuggestsTheAgentThatWasProbablyMeant) {
  EXPECT_EQ(NoSuchAgent("cluade").hint(), "did you mean claude-code?");
  EXPECT_EQ(NoSuchAgent("claude").hint(), "did you mean claude-code?");
  EXPECT_EQ(NoSuchAgent("cluade-code").hint(), "did you mean claude-code?");
  EXPECT_EQ(NoSuchAgent("curser").hint(), "did you mean cursor?");
  EXPECT_THAT(NoSuchAgent("emacs").hint(), testing::StartsWith("Satchel knows claude-code, "));
}

}  // namespace
}  // namespace satchel::agents
