#include "surfaces/agents/connect.h"

#include <map>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "surfaces/agents/agent.h"
#include "surfaces/agents/install/own_file.h"
#include "tests/support/temp_dir.h"

namespace satchel::agents {
namespace {

namespace fs = std::filesystem;

class ConnectTest : public testing::Test {
 protected:
  ConnectTest() {
    for (const char* home :
         {".claude", ".codex", ".cursor", ".gemini", ".openclaw", ".config/opencode"}) {
      dir_.MakeDirectory(home);
    }
  }

  ConnectRequest Request(std::string_view agent) const {
    ConnectRequest request{.agent = std::string(agent), .environment = {}, .program = "satchel"};
    request.environment.variables = {{"HOME", dir_.path().string()}};
    return request;
  }
  Result<Connected> Install(std::string_view agent) const { return Connect(Request(agent)); }
  Result<Connected> Undo(std::string_view agent) const {
    ConnectRequest request = Request(agent);
    request.undo = true;
    return Connect(request);
  }
  std::string Text(const std::string& name) const {
    return test::TempDir::ReadFile(dir_.path() / name);
  }
  Json JsonIn(const std::string& name) const {
    const auto json = ParseJson(Text(name));
    EXPECT_TRUE(json.has_value()) << name << ": " << Text(name);
    return json.value_or(Json());
  }

  test::TempDir dir_;
};

TEST_F(ConnectTest, EveryAgentIsAsItWasAfterUndo) {
  const auto empty = dir_.Listing();
  for (const Agent* agent : AllAgents()) {
    const auto installed = Install(agent->name());
    ASSERT_TRUE(installed.has_value()) << agent->name() << ": " << installed.error().text();
    EXPECT_FALSE(installed->plan.changes.empty());
    const auto after = dir_.Listing();
    EXPECT_NE(after, empty);
    const auto again = Install(agent->name());
    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(again->plan.changes.empty()) << agent->name();
    EXPECT_EQ(dir_.Listing(), after);
    ASSERT_TRUE(Undo(agent->name()).has_value());
    EXPECT_EQ(dir_.Listing(), empty) << agent->name();
    const auto nothing = Undo(agent->name());
    ASSERT_TRUE(nothing.has_value());
    EXPECT_TRUE(nothing->plan.changes.empty());
  }
}

TEST_F(ConnectTest, FilesOfPeopleAreAsTheyWereAfterUndo) {
  const std::map<std::string, std::string> files = {
      {".claude/settings.json",
       "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"UserPromptSubmit\": [\n      {\"hooks\": "
       "[{\"type\": \"command\", \"command\": \"date\"}]}\n    ]\n  }\n}\n"},
      {".claude.json", "{\"numStartups\":3,\"mcpServers\":{\"github\":{\"command\":\"gh\"}}}"},
      {".codex/config.toml",
       "model = \"gpt\" # mine\n\n[mcp_servers.docs]\ncommand = \"docs\"\nargs = []"},
      {".codex/hooks.json", "{\"hooks\":{}}\n"},
      {".cursor/hooks.json", "{\n  \"version\": 1\n}\n"},
      {".cursor/mcp.json", "{}"},
      {".gemini/settings.json", "{\n\t// theme\n\t\"ui\": {\"theme\": \"x\"},\n}\n"},
      {".openclaw/openclaw.json",
       "{\n  // json5\n  agents: { list: ['a'], },\n  plugins: {},\n}\n"},
      {".config/opencode/opencode.jsonc",
       "{\r\n  \"$schema\": \"x\",\r\n  \"mcp\": {\r\n  }\r\n}\r\n"},
  };
  for (const auto& [name, text] : files) dir_.Write(name, text);
  const auto before = dir_.Listing();
  for (const Agent* agent : AllAgents()) {
    const auto installed = Install(agent->name());
    ASSERT_TRUE(installed.has_value()) << agent->name() << ": " << installed.error().text();
  }
  EXPECT_EQ(JsonIn(".claude.json")["mcpServers"]["github"]["command"], "gh");
  EXPECT_EQ(JsonIn(".claude.json")["mcpServers"]["satchel"]["args"], Json::array({"mcp"}));
  EXPECT_EQ(JsonIn(".claude/settings.json")["hooks"]["UserPromptSubmit"].size(), 2U);
  for (const Agent* agent : AllAgents()) ASSERT_TRUE(Undo(agent->name()).has_value());
  EXPECT_EQ(dir_.Listing(), before);
}

// The group with this matcher.
Json GroupOf(const Json& groups, std::string_view matcher) {
  const auto found = std::ranges::find_if(
      groups, [&](const Json& group) { return group.value("matcher", "") == matcher; });
  EXPECT_NE(found, groups.end()) << matcher;
  return found == groups.end() ? Json::object() : *found;
}

TEST_F(ConnectTest, WritesWhatTheAgentsReferenceAsksFor) {
  for (const Agent* agent : AllAgents()) ASSERT_TRUE(Install(agent->name()).has_value());
  const Json claude = JsonIn(".claude/settings.json")["hooks"];
  EXPECT_EQ(claude["UserPromptSubmit"][0]["hooks"][0]["command"],
            "satchel hook UserPromptSubmit --agent claude-code");
  EXPECT_EQ(claude["SessionStart"][0]["matcher"], "startup|resume|clear|compact");
  EXPECT_EQ(JsonIn(".claude.json")["mcpServers"]["satchel"]["alwaysLoad"], true);
  EXPECT_EQ(JsonIn(".codex/hooks.json")["hooks"]["UserPromptSubmit"][0]["hooks"][0]["type"],
            "command");
  EXPECT_EQ(Text(".codex/config.toml"),
            "[mcp_servers.satchel]\ncommand = \"satchel\"\nargs = [\"mcp\"]\n");
  EXPECT_EQ(JsonIn(".gemini/settings.json")["hooks"]["BeforeAgent"][0]["hooks"][0]["timeout"],
            5000);
  EXPECT_EQ(JsonIn(".gemini/settings.json")["hooks"]["PreCompress"][0]["matcher"], "manual");
  for (const char* event : {"PostToolUse", "PostToolUseFailure"}) {
    const Json hook = GroupOf(claude[event], "Bash")["hooks"][0];
    EXPECT_EQ(hook["command"], std::string("satchel hook ") + event + " --agent claude-code");
    EXPECT_FALSE(hook.contains("async")) << "the answer is for the next question to the model";
  }
  EXPECT_EQ(claude["PostToolUse"].size(), 2U);
  const Json files = GroupOf(claude["PostToolUse"], "Edit|Write|MultiEdit|NotebookEdit|Read");
  EXPECT_EQ(files["hooks"][0]["command"], "satchel hook PostToolUse.files --agent claude-code");
  EXPECT_EQ(files["hooks"][0]["async"], true);
  EXPECT_EQ(claude["PreToolUse"][0]["matcher"], "Agent|Task");
  EXPECT_FALSE(claude["SubagentStart"][0].contains("matcher"));
  EXPECT_EQ(claude["SubagentStart"][0]["hooks"][0]["command"],
            "satchel hook SubagentStart --agent claude-code");
  EXPECT_EQ(JsonIn(".codex/hooks.json")["hooks"]["PostToolUse"][0]["matcher"], "Bash|apply_patch");
  EXPECT_EQ(JsonIn(".gemini/settings.json")["hooks"]["AfterTool"][0]["matcher"],
            "run_shell_command|write_file|replace|read_file");
  EXPECT_EQ(JsonIn(".cursor/hooks.json")["hooks"]["afterFileEdit"][0],
            Json({{"command", "satchel hook afterFileEdit --agent cursor"}}));
  EXPECT_EQ(
      JsonIn(".cursor/hooks.json")["hooks"]["postToolUse"][0],
      Json({{"command", "satchel hook postToolUse --agent cursor"}, {"matcher", "Shell|Read"}}));
  EXPECT_THAT(Text(".config/opencode/plugins/satchel.js"),
              testing::HasSubstr("\"tool.execute.after\": async"));
  EXPECT_EQ(JsonIn(".cursor/hooks.json")["version"], 1);
  EXPECT_EQ(JsonIn(".cursor/hooks.json")["hooks"]["beforeSubmitPrompt"][0]["command"],
            "satchel hook beforeSubmitPrompt --agent cursor");
  EXPECT_EQ(JsonIn(".config/opencode/opencode.json")["mcp"]["satchel"]["command"],
            Json::array({"satchel", "mcp"}));
  EXPECT_EQ(JsonIn(".openclaw/openclaw.json")["plugins"]["entries"]["satchel"]["hooks"]
                                             ["allowConversationAccess"],
            true);
  EXPECT_TRUE(JsonIn(".openclaw/extensions/satchel/openclaw.plugin.json").contains("configSchema"));
}

TEST_F(ConnectTest, OnlyShowingWritesNothing) {
  const auto before = dir_.Listing();
  for (const Agent* agent : AllAgents()) {
    ConnectRequest request = Request(agent->name());
    request.only_show = true;
    const auto shown = Connect(request);
    ASSERT_TRUE(shown.has_value());
    EXPECT_FALSE(shown->plan.changes.empty());
  }
  EXPECT_EQ(dir_.Listing(), before);
}

TEST_F(ConnectTest, ABrokenFileIsRefusedAndNothingIsWritten) {
  for (const char* text : {"", "{", "{\"hooks\": ", "{} {}", "not json", "[]", "{\"hooks\": []}",
                           "{\"hooks\": {\"SessionStart\": 1}}", "// no comments here\n{}"}) {
    dir_.Write(".claude/settings.json", text);
    const auto before = dir_.Listing();
    const auto refused = Install("claude-code");
    ASSERT_FALSE(refused.has_value()) << text;
    EXPECT_THAT(refused.error().text(), testing::HasSubstr("settings.json"));
    EXPECT_FALSE(refused.error().hint().empty());
    EXPECT_EQ(dir_.Listing(), before);
  }
  dir_.Write(".codex/config.toml", "model = ");
  const auto before = dir_.Listing();
  EXPECT_FALSE(Install("codex").has_value());
  EXPECT_EQ(dir_.Listing(), before) << "the hooks are not written either";
}

TEST_F(ConnectTest, AReadOnlyFileIsRefused) {
  const auto file = dir_.Write(".claude/settings.json", "{}\n");
  fs::permissions(file, fs::perms::owner_read);
  const auto refused = Install("claude-code");
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().text(), testing::HasSubstr("read-only"));
  EXPECT_EQ(Text(".claude/settings.json"), "{}\n");
}

TEST_F(ConnectTest, TheModeOfAFileStays) {
  const auto file = dir_.Write(".claude/settings.json", "{}\n");
  fs::permissions(file, fs::perms(0640));
  ASSERT_TRUE(Install("claude-code").has_value());
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
}

TEST_F(ConnectTest, RemovesTheDraftsOfKilledInstallsButNotThoseOfRunningOnes) {
  const std::string gone = ".999999999.1.tmp";  // no process has this number
  const std::string running = "." + std::to_string(::getppid()) + ".1.tmp";
  dir_.Write("dotfiles/claude.json", "{}\n");
  fs::create_symlink(dir_.path() / "dotfiles/claude.json", dir_.path() / ".claude.json");
  const std::vector<std::string> drafts = {".claude/.settings.json" + gone,
                                           "dotfiles/.claude.json" + gone};
  const std::vector<std::string> others = {".claude/.settings.json" + running,
                                           ".claude/.settings.json.old.tmp",
                                           ".claude/settings.json" + gone};
  for (const auto& name : others) dir_.Write(name, "theirs");
  for (const bool undo : {false, true}) {
    for (const auto& name : drafts) dir_.Write(name, "a key");
    ConnectRequest request = Request("claude-code");
    request.undo = undo;
    request.only_show = true;
    ASSERT_TRUE(Connect(request).has_value());
    for (const auto& name : drafts) EXPECT_TRUE(fs::exists(dir_.path() / name)) << name;
    request.only_show = false;
    ASSERT_TRUE(Connect(request).has_value());
    for (const auto& name : drafts) EXPECT_FALSE(fs::exists(dir_.path() / name)) << name;
    for (const auto& name : others) EXPECT_TRUE(fs::exists(dir_.path() / name)) << name;
  }
}

TEST_F(ConnectTest, ALinkIsFollowedAndStays) {
  dir_.Write("dotfiles/claude.json", "{\n}\n");
  fs::create_symlink(dir_.path() / "dotfiles/claude.json", dir_.path() / ".claude/settings.json");
  ASSERT_TRUE(Install("claude-code").has_value());
  EXPECT_TRUE(fs::is_symlink(dir_.path() / ".claude/settings.json"));
  EXPECT_THAT(Text("dotfiles/claude.json"), testing::HasSubstr("satchel hook"));
  ASSERT_TRUE(Undo("claude-code").has_value());
  EXPECT_EQ(Text("dotfiles/claude.json"), "{\n}\n");
}

TEST_F(ConnectTest, ALinkToNothingIsRefused) {
  fs::create_symlink(dir_.path() / "gone", dir_.path() / ".claude/settings.json");
  const auto refused = Install("claude-code");
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().text(), testing::HasSubstr("link to nothing"));
}

TEST_F(ConnectTest, AFileThatSomebodyMovedBehindALinkIsEmptiedNotRemoved) {
  ASSERT_TRUE(Install("claude-code").has_value());
  fs::create_directories(dir_.path() / "dotfiles");
  fs::rename(dir_.path() / ".claude/settings.json", dir_.path() / "dotfiles/settings.json");
  fs::create_symlink(dir_.path() / "dotfiles/settings.json", dir_.path() / ".claude/settings.json");
  ASSERT_TRUE(Undo("claude-code").has_value());
  EXPECT_EQ(JsonIn("dotfiles/settings.json"), Json::object());
}

TEST_F(ConnectTest, WhatTheUserAddedMeanwhileStays) {
  ASSERT_TRUE(Install("cursor").has_value());
  std::string text = Text(".cursor/mcp.json");
  const auto at = text.find("\"satchel\"");
  ASSERT_NE(at, std::string::npos);
  text.insert(at, "\"mine\": {\"command\": \"m\"},\n    ");
  dir_.Write(".cursor/mcp.json", text);
  ASSERT_TRUE(Undo("cursor").has_value());
  EXPECT_EQ(JsonIn(".cursor/mcp.json"), Json({{"mcpServers", {{"mine", {{"command", "m"}}}}}}));
}

TEST_F(ConnectTest, UndoLeavesAHookAndAServerThatInstallDidNotWrite) {
  const std::string hooks =
      R"({"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": )"
      R"("mywrapper satchel hook UserPromptSubmit --agent claude-code | tee x"}]}]}})";
  const std::string servers = R"({"mcpServers": {"satchel": {"command": "ssh", "args": ["a"]}}})";
  dir_.Write(".claude/settings.json", hooks);
  dir_.Write(".claude.json", servers);
  const auto before = dir_.Listing();
  ASSERT_TRUE(Install("claude-code").has_value());
  const auto undone = Undo("claude-code");
  ASSERT_TRUE(undone.has_value());
  EXPECT_EQ(dir_.Listing(), before);
  EXPECT_THAT(undone->plan.remarks, testing::ElementsAre(testing::HasSubstr("settings.json has"),
                                                         testing::HasSubstr(".claude.json has")));
}

TEST_F(ConnectTest, AScriptThatSomebodyEditedIsNeitherReplacedNorRemoved) {
  ASSERT_TRUE(Install("opencode").has_value());
  const std::string name = ".config/opencode/plugins/satchel.js";
  const std::string edited = Text(name) + "// mine\n";
  dir_.Write(name, edited);
  EXPECT_FALSE(Install("opencode").has_value());
  const auto undone = Undo("opencode");
  ASSERT_TRUE(undone.has_value());
  EXPECT_THAT(undone->plan.remarks, testing::ElementsAre(testing::HasSubstr("was edited")));
  EXPECT_EQ(Text(name), edited);
}

TEST_F(ConnectTest, AScriptOfAnotherVersionIsReplacedAndRemoved) {
  const std::string name = ".config/opencode/plugins/satchel.js";
  dir_.Write(name, Stamped("old();\n"));
  ASSERT_TRUE(Install("opencode").has_value());
  EXPECT_THAT(Text(name), testing::HasSubstr("spawn"));
  dir_.Write(name, Stamped("old();\n"));
  ASSERT_TRUE(Undo("opencode").has_value());
  EXPECT_FALSE(fs::exists(dir_.path() / name));
}

TEST_F(ConnectTest, AProgramWithBlanksInItsPathIsQuoted) {
  ConnectRequest request = Request("claude-code");
  request.program = "/opt/my 'tools'/satchel";
  ASSERT_TRUE(Connect(request).has_value());
  EXPECT_EQ(JsonIn(".claude/settings.json")["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"],
            "'/opt/my '\\''tools'\\''/satchel' hook UserPromptSubmit --agent claude-code");
  EXPECT_EQ(JsonIn(".claude.json")["mcpServers"]["satchel"]["command"], request.program);
  ASSERT_TRUE(Undo("claude-code").has_value()) << "known again under another name";
  EXPECT_FALSE(fs::exists(dir_.path() / ".claude/settings.json"));
}

TEST_F(ConnectTest, AnAgentThatIsNotHereIsNotMade) {
  fs::remove(dir_.path() / ".gemini");
  const auto missing = Install("gemini");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code(), Errc::kNotFound);
  EXPECT_FALSE(fs::exists(dir_.path() / ".gemini"));
  const auto unknown = Install("vim");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_THAT(unknown.error().hint(), testing::HasSubstr("claude-code, codex"));
}

TEST_F(ConnectTest, LooksAtAllAgents) {
  fs::remove(dir_.path() / ".gemini");
  ASSERT_TRUE(Install("codex").has_value());
  dir_.Write(".cursor/mcp.json", "{");
  std::map<std::string, AgentState> states;
  for (const AgentState& state : LookAtAgents(Request(""))) states[state.name] = state;
  EXPECT_EQ(states.size(), AllAgents().size());
  EXPECT_TRUE(states["codex"].connected);
  EXPECT_TRUE(states["claude-code"].found);
  EXPECT_FALSE(states["claude-code"].connected);
  EXPECT_FALSE(states["gemini"].found);
  EXPECT_EQ(states["gemini"].trouble, "");
  EXPECT_NE(states["cursor"].trouble, "");
}

// As a version installed it that knew of no commands.
TEST_F(ConnectTest, AnOlderHookIsOutdatedUntilItHasTheEventOfCommands) {
  const std::map<std::string, std::pair<std::string, std::vector<std::string>>> events = {
      {"claude-code", {".claude/settings.json", {"PostToolUse", "PostToolUseFailure"}}},
      {"codex", {".codex/hooks.json", {"PostToolUse"}}},
      {"gemini", {".gemini/settings.json", {"AfterTool"}}},
      {"cursor", {".cursor/hooks.json", {"postToolUse"}}},
  };
  for (const auto& [agent, place] : events) {
    const auto& [file, names] = place;
    const auto state = [&, name = agent] {
      for (const AgentState& each : LookAtAgents(Request(""))) {
        if (each.name == name) return each;
      }
      return AgentState();
    };
    ASSERT_TRUE(Install(agent).has_value());
    EXPECT_TRUE(state().connected);
    EXPECT_FALSE(state().outdated);
    Json older = JsonIn(file);
    for (const std::string& name : names) EXPECT_EQ(older["hooks"].erase(name), 1U) << name;
    dir_.Write(file, older.dump(2) + "\n");
    EXPECT_FALSE(state().connected) << agent;
    EXPECT_TRUE(state().outdated) << agent;
    ASSERT_TRUE(Install(agent).has_value());
    EXPECT_TRUE(state().connected) << agent;
    ASSERT_TRUE(Undo(agent).has_value());
    EXPECT_THAT(Text(file), testing::Not(testing::HasSubstr("satchel"))) << agent;
  }
}

TEST_F(ConnectTest, NeedsAHome) {
  ConnectRequest request = Request("codex");
  request.environment.variables.clear();
  EXPECT_FALSE(Connect(request).has_value());
  for (const AgentState& state : LookAtAgents(request)) EXPECT_FALSE(state.found);
}

TEST_F(ConnectTest, HonoursWhereAgentsWereMoved) {
  dir_.MakeDirectory("elsewhere");
  ConnectRequest request = Request("claude-code");
  request.environment.variables["CLAUDE_CONFIG_DIR"] = (dir_.path() / "elsewhere").string();
  ASSERT_TRUE(Connect(request).has_value());
  EXPECT_TRUE(fs::exists(dir_.path() / "elsewhere/settings.json"));
  EXPECT_TRUE(fs::exists(dir_.path() / "elsewhere/.claude.json"));
  EXPECT_FALSE(fs::exists(dir_.path() / ".claude.json"));
}

}  // namespace
}  // namespace satchel::agents
