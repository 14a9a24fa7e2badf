// What each agent says to its hooks and takes from them.

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "surfaces/agents/agent.h"

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
  EXPECT_EQ(Cursor().Read("sessionStart", {{"conversation_id", "c"}})->moment, Moment::kStarted);
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

TEST(AgentsTest, AnswersHaveTheShapeThatEachAgentTakes) {
  const Json common = {{"hookSpecificOutput",
                        {{"hookEventName", "UserPromptSubmit"}, {"additionalContext", "text"}}}};
  EXPECT_EQ(ClaudeCode().Answer("UserPromptSubmit", "text"), common);
  EXPECT_EQ(Codex().Answer("UserPromptSubmit", "text"), common);
  EXPECT_EQ(Gemini().Answer("BeforeAgent", "text")["hookSpecificOutput"]["hookEventName"],
            "BeforeAgent");
  EXPECT_EQ(Cursor().Answer("beforeSubmitPrompt", "text"),
            Json({{"continue", true}, {"additional_context", "text"}}));
  EXPECT_EQ(OpenCode().Answer("chat.message", "text"), Json({{"context", "text"}}));
  EXPECT_EQ(OpenClaw().Answer("before_prompt_build", "text"), Json({{"context", "text"}}));
}

TEST(AgentsTest, TakeNoHarmFromAnyPayload) {
  for (const Agent* agent : AllAgents()) {
    EXPECT_LE(agent->most_bytes(), 10'000U);
    std::set<std::string_view> events(agent->events().begin(), agent->events().end());
    EXPECT_EQ(events.size(), agent->events().size());
    for (const std::string_view event : events) {
      for (const char* payload :
           {"null", "[]", "1", "\"x\"", "{}", R"({"prompt":1,"session_id":[],"cwd":{},"source":7})",
            R"({"prompt":null,"conversation_id":{},"workspace_roots":{}})",
            R"([{"prompt":"x"}])"}) {
        const auto input = agent->Read(event, ParseJson(payload).value_or(Json()));
        if (!input) continue;
        EXPECT_EQ(input->prompt + input->session + input->cwd, "") << payload;
      }
    }
  }
}

}  // namespace
}  // namespace satchel::agents
