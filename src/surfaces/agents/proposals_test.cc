// Which prompts reach the inbox of proposed memories.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "engine/stores/off_switch.h"
#include "memory/requests/inbox.h"
#include "memory/requests/items.h"
#include "memory/requests/place.h"
#include "surfaces/agents/hook.h"
#include "tests/support/store_workspace.h"

namespace satchel::agents {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kWish = "from now on use tabs in this repo";

class HookProposalsTest : public testing::Test {
 protected:
  HookProposalsTest() { Set("prompts"); }

  void Set(const std::string& value) {
    at_.environment().variables["SATCHEL_MEMORY_INBOX"] = value;
  }
  Json Payload(const std::string& prompt) const {
    return {{"session_id", "s-1"}, {"cwd", at_.root().string()}, {"prompt", prompt}};
  }
  void Run(const Json& payload, const std::string& event = "UserPromptSubmit",
           const std::string& agent = "claude-code",
           Time now = *ParseTime("2026-01-02T10:00:00Z")) {
    std::istringstream in(payload.dump());
    std::ostringstream out;
    std::ostringstream lines;
    const SystemClock clock;
    Logger log(lines, clock, {.filter = LogFilter(LogLevel::kWarn)});
    settings::Environment environment = at_.environment();
    environment.working_directory = "/";
    RunHook({.agent = agent,
             .event = event,
             .environment = environment,
             .directories = at_.directories(),
             .now = now,
             .in = &in,
             .out = out,
             .log = &log,
             .hurry = false});
    out_ = out.str();
    log_ = lines.str();
  }
  engine::Inbox Inbox() const {
    auto inbox = engine::InboxOf(at_.workspace(), at_.directories()).value();
    inbox.now = *ParseTime("2026-01-02T10:00:00Z");
    return inbox;
  }
  engine::MemoryTarget Target() const {
    engine::MemoryTarget target;
    target.place = engine::PlaceOfMemories(at_.workspace(), at_.settings(), at_.directories(),
                                           at_.environment())
                       .value();
    target.now = *ParseTime("2026-01-02T10:00:00Z");
    return target;
  }
  std::vector<std::string> Proposed() const {
    std::vector<std::string> texts;
    const auto list = engine::ListInbox(Inbox(), Target()).value();
    for (const auto& each : list.proposals) texts.push_back(each.proposal.text);
    return texts;
  }

  test::StoreWorkspace at_;
  std::string out_;
  std::string log_;
};

TEST_F(HookProposalsTest, AWishOfThePromptIsProposedAndNotRemembered) {
  Run(Payload("thanks. " + std::string(kWish)));
  EXPECT_THAT(Proposed(), ElementsAre(kWish)) << log_;
  EXPECT_EQ(out_, "");
  const auto memories = engine::LoadMemories(Target().place, {}, Deadline::Never()).value();
  EXPECT_THAT(memories.memories, IsEmpty());
  const auto list = engine::ListInbox(Inbox(), Target()).value();
  EXPECT_EQ(list.proposals[0].proposal.agent, "claude-code");
  EXPECT_EQ(list.proposals[0].proposal.conversation, "claude-code-s-1");
}

TEST_F(HookProposalsTest, WorksForEveryAgent) {
  Run(Payload("never push to main directly"), "UserPromptSubmit", "codex");
  Run(Payload("always squash before merging"), "BeforeAgent", "gemini");
  Run(Payload("we decided to keep the v1 API"), "chat.message", "opencode");
  Run(Payload("I prefer table-driven tests"), "before_prompt_build", "openclaw");
  Run({{"conversation_id", "c"},
       {"workspace_roots", Json::array({at_.root().string()})},
       {"prompt", kWish}},
      "beforeSubmitPrompt", "cursor");
  EXPECT_THAT(Proposed(), SizeIs(5));
}

TEST_F(HookProposalsTest, ASilencedConversationProposesNothing) {
  ASSERT_TRUE(engine::SwitchOffConversation(at_.workspace(), "claude-code-s-1"));
  Run(Payload(kWish));
  EXPECT_THAT(Proposed(), IsEmpty());
  Json other = Payload(kWish);
  other["session_id"] = "s-2";
  Run(other);
  EXPECT_THAT(Proposed(), ElementsAre(kWish));
}

TEST_F(HookProposalsTest, ATaskThatTheModelGivesToASubagentIsNoWishOfTheUser) {
  Run({{"session_id", "s-1"},
       {"cwd", at_.root().string()},
       {"tool_name", "Task"},
       {"tool_input", {{"subagent_type", "explore"}, {"prompt", kWish}}}},
      "PreToolUse");
  EXPECT_THAT(Proposed(), IsEmpty());
}

TEST_F(HookProposalsTest, NothingIsKeptUnlessTheUserAgreed) {
  for (const char* value : {"off", ""}) {
    if (*value == '\0') at_.environment().variables.erase("SATCHEL_MEMORY_INBOX");
    if (*value != '\0') Set(value);
    Run(Payload(kWish));
    EXPECT_FALSE(std::filesystem::exists(Inbox().directory)) << value;
  }
}

TEST_F(HookProposalsTest, ARepositoryCannotSwitchItOn) {
  at_.environment().variables.erase("SATCHEL_MEMORY_INBOX");
  at_.dir().Write("app/.satchel/config.toml", "[memory]\ninbox = \"on\"\n");
  Run(Payload(kWish));
  EXPECT_FALSE(std::filesystem::exists(Inbox().directory));
}

TEST_F(HookProposalsTest, NothingIsKeptWhereHooksAreOff) {
  ASSERT_TRUE(engine::SwitchOff(at_.workspace()).has_value());
  Run(Payload(kWish));
  EXPECT_FALSE(std::filesystem::exists(Inbox().directory));
  ASSERT_TRUE(engine::SwitchOn(at_.workspace()).has_value());
  at_.environment().variables["SATCHEL_DISABLE"] = "1";
  Run(Payload(kWish));
  EXPECT_FALSE(std::filesystem::exists(Inbox().directory));
}

TEST_F(HookProposalsTest, PromptsThatTheUserDidNotTypeProposeNothing) {
  Json subagent = Payload(kWish);
  subagent["agent_id"] = "a-1";
  Run(subagent);
  Json scheduled = Payload(kWish);
  scheduled["source"] = "schedule";
  Run(scheduled);
  Run(Payload("/remember " + std::string(kWish)));
  EXPECT_THAT(Proposed(), IsEmpty());
}

TEST_F(HookProposalsTest, ALaterPromptTakesItBack) {
  Run(Payload(kWish));
  Run(Payload("ignore that, wrong project"), "UserPromptSubmit", "claude-code",
      *ParseTime("2026-01-02T10:01:00Z"));
  EXPECT_THAT(Proposed(), IsEmpty());
}

TEST_F(HookProposalsTest, ADamagedInboxDoesNotStopTheHook) {
  std::filesystem::create_directories(Inbox().directory);
  at_.dir().Write(
      std::filesystem::relative(Inbox().directory / Inbox().file, at_.dir().path()).string(),
      "no JSON");
  Run(Payload(kWish));
  EXPECT_EQ(test::TempDir::ReadFile(Inbox().directory / Inbox().file), "no JSON");
}

}  // namespace
}  // namespace satchel::agents
