#include "settings/directories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(DirectoriesTest, XdgVariablesWinOverHome) {
  const auto found = FindDirectories(
      {.variables = {{"HOME", "/home/u"}, {"XDG_CONFIG_HOME", "/c"}, {"XDG_CACHE_HOME", ""}}});
  EXPECT_EQ(found.config, "/c/satchel");
  EXPECT_EQ(found.cache, "/home/u/.cache/satchel");
  EXPECT_EQ(found.data, "/home/u/.local/share/satchel");
  EXPECT_EQ(found.state, "/home/u/.local/state/satchel");
}

TEST(DirectoriesTest, RelativeValuesAreIgnoredAndNamed) {
  const auto found =
      FindDirectories({.variables = {{"HOME", "/home/u"}, {"XDG_DATA_HOME", "data"}}});
  EXPECT_EQ(found.data, "/home/u/.local/share/satchel");
  EXPECT_THAT(found.ignored, ElementsAre("XDG_DATA_HOME"));
}

TEST(DirectoriesTest, WithoutHomeThereAreNone) {
  const auto found = FindDirectories({.variables = {{"HOME", "here"}}});
  EXPECT_FALSE(found.config);
  EXPECT_FALSE(found.state);
  const auto required = Require(found.state, "XDG_STATE_HOME");
  ASSERT_FALSE(required);
  EXPECT_THAT(required.error().hint(), HasSubstr("XDG_STATE_HOME"));
}

TEST(DirectoriesTest, ExpandsOnlyALeadingTilde) {
  const Environment environment{.variables = {{"HOME", "/home/u"}}};
  EXPECT_EQ(ExpandHome(environment, "~/m"), "/home/u/m");
  EXPECT_EQ(ExpandHome(environment, "/a/~/m"), "/a/~/m");
  EXPECT_EQ(ExpandHome(environment, "~other/m"), "~other/m");
  EXPECT_EQ(ExpandHome({}, "~/m"), "~/m");
}

}  // namespace
}  // namespace satchel::settings
