#include "engine/stores/off_switch.h"

#include <filesystem>

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
