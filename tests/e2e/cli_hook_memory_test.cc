// `satchel hook`: what a conversation is told about memories, rules and the profile, and when.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// How an agent calls its hook for a prompt, and at the start of a session where it has such an
// event.
struct AgentForm {
  std::string name;
  std::string prompt;
  std::string start;
};

const std::vector<AgentForm>& Agents() {
  static const std::vector<AgentForm> agents = {{"claude-code", "UserPromptSubmit", "SessionStart"},
                                                {"codex", "UserPromptSubmit", "SessionStart"},
                                                {"cursor", "beforeSubmitPrompt", "sessionStart"},
                                                {"gemini", "BeforeAgent", "SessionStart"},
                                                {"opencode", "chat.message", ""},
                                                {"openclaw", "before_prompt_build", ""}};
  return agents;
}

constexpr const char* kElsewhere = "what is the capital of Burkina Faso and how large is it";

class CliHookMemoryTest : public CliFixture {
 protected:
  // Enough code for its words to say that a prompt is about something else.
  CliHookMemoryTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    const std::filesystem::path source = std::filesystem::path(SATCHEL_SOURCE_DIR) / "src/text";
    std::filesystem::create_directories(dir_.path() / "app/src");
    std::filesystem::copy(source, dir_.path() / "app/src/text",
                          std::filesystem::copy_options::recursive);
  }

  void SetUp() override { ASSERT_EQ(Satchel({"index", "--now", kNow}).code, 0); }

  std::string Remember(const std::string& text, bool pinned = false) const {
    const std::string id = JsonOf({"remember", text, "--now", kNow}).value("id", "");
    if (pinned) {
      EXPECT_EQ(Satchel({"memory", "pin", id}).code, 0);
    }
    return id;
  }

  // What the model gets; empty: nothing.
  std::string Call(const std::string& agent, const std::string& event, Json input) const {
    Process hook = Command({"hook", event, "--agent", agent, "--timeout", "20s", "--now", kNow});
    const std::string root = (dir_.path() / "app").string();
    input["cwd"] = root;
    input["workspace_roots"] = Json::array({root});
    input["conversation_id"] = input.value("session_id", "");
    hook.input = input.dump();
    const Finished done = Execute(hook);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, IsEmpty());
    if (done.out.empty()) return "";
    Json json = Json::parse(done.out);
    if (json.contains("hookSpecificOutput")) json = Json(json["hookSpecificOutput"]);
    for (const char* key : {"additionalContext", "additional_context", "context"}) {
      if (json.contains(key)) return json[key];
    }
    return "";
  }
  std::string Ask(const AgentForm& agent, const std::string& prompt,
                  const std::string& session) const {
    return Call(agent.name, agent.prompt, {{"session_id", session}, {"prompt", prompt}});
  }
  std::string Start(const AgentForm& agent, const std::string& session,
                    const std::string& source) const {
    return Call(agent.name, agent.start, {{"session_id", session}, {"source", source}});
  }
};

TEST_F(CliHookMemoryTest, EveryAgentIsToldTheMemoryThatAnswersThePrompt) {
  Remember("The staging proxy listens on port 9090 and needs the blue certificate");
  for (const AgentForm& agent : Agents()) {
    EXPECT_THAT(Ask(agent, "on which port does the staging proxy listen?", "memory"),
                AllOf(HasSubstr("port 9090"), Not(HasSubstr("src/text"))))
        << agent.name;
    EXPECT_THAT(Ask(agent, kElsewhere, "elsewhere"), IsEmpty()) << agent.name;
  }
}

TEST_F(CliHookMemoryTest, ASessionBeginsWithWhatHoldsForEveryTaskAndIsNotToldTwice) {
  dir_.Write("app/.context/CONSTITUTION.md", "- Never commit secrets\n");
  Remember("Never deploy on Fridays", true);
  Remember("The staging proxy listens on port 9090");
  for (const AgentForm& agent : Agents()) {
    if (agent.start.empty()) continue;
    SCOPED_TRACE(agent.name);
    EXPECT_THAT(Start(agent, "s", "startup"),
                AllOf(HasSubstr("Never deploy on Fridays"), HasSubstr("Never commit secrets"),
                      Not(HasSubstr("9090"))));
    EXPECT_THAT(Ask(agent, kElsewhere, "s"), IsEmpty());
    EXPECT_THAT(Ask(agent, "on which port does the staging proxy listen?", "s"),
                AllOf(HasSubstr("9090"), Not(HasSubstr("Fridays")), Not(HasSubstr("secrets"))));
    if (agent.name == "cursor") continue;  // it has no event for a conversation that goes on
    EXPECT_THAT(Start(agent, "s", "resume"), IsEmpty()) << "it has seen it";
  }
}

TEST_F(CliHookMemoryTest, AnAgentWithoutAStartIsToldWithItsFirstPrompt) {
  Remember("Never deploy on Fridays", true);
  const AgentForm opencode = Agents()[4];
  EXPECT_THAT(Ask(opencode, kElsewhere, "s"), HasSubstr("Never deploy on Fridays"));
  EXPECT_THAT(Ask(opencode, kElsewhere, "s"), IsEmpty());
  EXPECT_THAT(Ask(opencode, "thanks, looks good", "other"), IsEmpty())
      << "small talk is no first prompt";
}

TEST_F(CliHookMemoryTest, ACompactedConversationIsToldAgain) {
  Remember("Never deploy on Fridays", true);
  const AgentForm claude = Agents()[0];
  EXPECT_THAT(Start(claude, "s", "startup"), HasSubstr("Fridays"));
  EXPECT_THAT(Start(claude, "s", "compact"), HasSubstr("Fridays"));
  EXPECT_THAT(Start(claude, "s", "clear"), HasSubstr("Fridays"));
  const AgentForm opencode = Agents()[4];
  EXPECT_THAT(Ask(opencode, kElsewhere, "o"), HasSubstr("Fridays"));
  EXPECT_THAT(Call("opencode", "session.compacting", {{"session_id", "o"}}), IsEmpty());
  EXPECT_THAT(Ask(opencode, kElsewhere, "o"), HasSubstr("Fridays"));
}

TEST_F(CliHookMemoryTest, ASettingSaysHowMuchOfTheBudgetMemoriesMayTake) {
  for (int i = 0; i < 40; ++i) {
    Remember(fmt::format("Redactor rule {}: the redactor must keep key number {} of the vault", i,
                         i * 37),
             true);
  }
  const std::string prompt = "the redactor lets a secret through when a key stands in a line";
  const AgentForm claude = Agents()[0];
  const auto pinned = [&](const std::string& session) {
    std::string text = Ask(claude, prompt, session);
    EXPECT_THAT(text, HasSubstr("src/text/"));
    text.resize(std::min(text.size(), text.find("section=\"Left out\"")));  // it may name one
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("Redactor rule", at)) != text.npos; ++at) ++count;
    return count;
  };
  const std::size_t usual = pinned("usual");
  ASSERT_EQ(Satchel({"config", "set", "hook.memory_share", "10"}).code, 0);
  const std::size_t less = pinned("less");
  EXPECT_GT(usual, less);
  EXPECT_GT(less, 0U);
  ASSERT_EQ(Satchel({"config", "set", "memory.max_memory_tokens", "0"}).code, 0);
  EXPECT_EQ(pinned("none"), 0U);
}

TEST_F(CliHookMemoryTest, DoctorNamesAnAgentThatAnOlderVersionConnected) {
  dir_.MakeDirectory("home/.claude");
  environment_["HOME"] = (dir_.path() / "home").string();
  ASSERT_EQ(Satchel({"install", "claude-code"}).code, 0);
  EXPECT_THAT(Satchel({"doctor"}).out, Not(HasSubstr("older version")));
  const std::string file = TempDir::ReadFile(dir_.path() / "home/.claude/settings.json");
  const std::string now = "startup|resume|clear|compact";
  ASSERT_THAT(file, HasSubstr(now));
  std::string older = file;
  older.replace(older.find(now), now.size(), "compact");
  dir_.Write("home/.claude/settings.json", older);
  EXPECT_THAT(Satchel({"doctor"}).out, AllOf(HasSubstr("an older version connected Claude Code"),
                                             HasSubstr("satchel install claude-code --undo")));
  EXPECT_EQ(Satchel({"install", "claude-code", "--undo"}).code, 0);
  EXPECT_EQ(Satchel({"install", "claude-code"}).code, 0);
  EXPECT_THAT(Satchel({"doctor"}).out, Not(HasSubstr("older version")));
}

}  // namespace
}  // namespace satchel::test
