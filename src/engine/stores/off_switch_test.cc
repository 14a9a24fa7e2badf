#include "engine/stores/off_switch.h"

#include <cstddef>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

TEST(OffSwitchTest, IsOffUntilItIsSwitchedOn) {
  const test::StoreWorkspace at;
  EXPECT_FALSE(IsOff(at.workspace()));
  EXPECT_TRUE(SwitchOff(at.workspace()).value_or(false));
  EXPECT_TRUE(IsOff(at.workspace()));
  EXPECT_FALSE(SwitchOff(at.workspace()).value_or(true)) << "nothing is left to do";
  EXPECT_TRUE(SwitchOn(at.workspace()).value_or(false));
  EXPECT_FALSE(IsOff(at.workspace()));
  EXPECT_FALSE(SwitchOn(at.workspace()).value_or(true));
}

TEST(OffSwitchTest, IsNothingThatGitWouldSee) {
  const test::StoreWorkspace at;
  ASSERT_TRUE(SwitchOff(at.workspace()).has_value());
  EXPECT_TRUE(std::filesystem::exists(at.place() / ".gitignore"));
}

TEST(OffSwitchTest, SwitchingOnMakesNothing) {
  const test::StoreWorkspace at;
  ASSERT_TRUE(SwitchOn(at.workspace()).has_value());
  EXPECT_FALSE(std::filesystem::exists(at.place()));
}

TEST(OffSwitchTest, OneConversationIsSilentByEitherOfItsNames) {
  const test::StoreWorkspace at;
  const settings::Workspace workspace = at.workspace();
  for (const char* id : {"7f3e-2", "codex-7f3e-2"}) {
    EXPECT_FALSE(IsSilent(workspace, "codex", "codex-7f3e-2"));
    EXPECT_TRUE(SwitchOffConversation(workspace, id).value_or(false));
    EXPECT_FALSE(SwitchOffConversation(workspace, id).value_or(true)) << "nothing is left to do";
    EXPECT_TRUE(IsSilent(workspace, "codex", "codex-7f3e-2")) << id;
    for (const char* other : {"codex-7f3e", "codex-2", "codex-7f3e-22", "codex-", ""}) {
      EXPECT_FALSE(IsSilent(workspace, "codex", other)) << other;
    }
    EXPECT_FALSE(IsOff(workspace));
    EXPECT_TRUE(SwitchOnConversation(workspace, id).value_or(false));
    EXPECT_FALSE(SwitchOnConversation(workspace, id).value_or(true));
  }
}

TEST(OffSwitchTest, OfManyConversationsTheLatestAreSilent) {
  const test::StoreWorkspace at;
  const settings::Workspace workspace = at.workspace();
  for (std::size_t i = 0; i <= kMostSilentConversations; ++i) {
    EXPECT_TRUE(SwitchOffConversation(workspace, fmt::format("s{}", i)));
  }
  EXPECT_FALSE(IsSilent(workspace, "codex", "codex-s0"));
  EXPECT_TRUE(IsSilent(workspace, "codex", "codex-s1"));
}

TEST(OffSwitchTest, WhatIsNoIdIsRefused) {
  const test::StoreWorkspace at;
  for (const std::string& id :
       {std::string(), std::string("a\nb"), std::string("a b"), std::string(201, 'x')}) {
    const auto refused = SwitchOffConversation(at.workspace(), id);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), Errc::kInvalidInput);
    EXPECT_FALSE(SwitchOnConversation(at.workspace(), id));
  }
  EXPECT_FALSE(std::filesystem::exists(at.place()));
}

TEST(OffSwitchTest, AVariableDisablesUnlessItSaysNo) {
  settings::Environment environment;
  EXPECT_FALSE(IsDisabled(environment));
  for (const auto& [value, disabled] :
       {std::pair{"1", true}, {"true", true}, {"0", false}, {"", false}}) {
    environment.variables["SATCHEL_DISABLE"] = value;
    EXPECT_EQ(IsDisabled(environment), disabled) << value;
  }
}

}  // namespace
}  // namespace satchel::engine
