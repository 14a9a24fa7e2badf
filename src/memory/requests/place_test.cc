#include "memory/requests/place.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using testing::MatchesRegex;

class MemoryPlaceTest : public testing::Test {
 protected:
  MemoryPlaceTest() {
    dir_.MakeDirectory("app");
    environment_.variables = {{"HOME", (dir_.path() / "home").string()}};
    environment_.working_directory = dir_.path();
  }
  void Origin(const std::string& url, const std::string& config = "app/.git/config") const {
    dir_.Write(config, "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = " + url + "\n");
  }
  std::string Key(const std::string& root = "app") const { return ProjectKey(dir_.path() / root); }
  Result<MemoryPlace> Place(const std::string& chosen = "") const {
    settings::Settings settings;
    settings.Set(settings::Key::kMemoryDir, chosen, {});
    return PlaceOfMemories({.root = dir_.path() / "app"}, settings,
                           settings::FindDirectories(environment_), environment_);
  }

  test::TempDir dir_;
  settings::Environment environment_;
};

TEST_F(MemoryPlaceTest, TheSameRemoteIsTheSameProjectWhoeverWritesItsAddress) {
  for (const char* url :
       {"https://github.com/acme/app.git", "https://GitHub.com/acme/app",
        "http://github.com/acme/app/", "https://joe:hunter2@github.com:443/acme/app.git",
        "git@github.com:acme/app.git", "ssh://git@github.com:22/acme/app.git",
        "ssh://github.com//acme/app.git/", "git://github.com/acme/app?x=1#y",
        "github.com:/acme/app"}) {
    EXPECT_EQ(NormalisedRemote(url), "github.com/acme/app") << url;
  }
  EXPECT_EQ(NormalisedRemote("ssh://git@h:2222/a/b"), "h:2222/a/b");
  EXPECT_EQ(NormalisedRemote("file:///srv/git/app.git"), "/srv/git/app");
  EXPECT_EQ(NormalisedRemote("/srv/git//./app.git"), "/srv/git/app");
}

TEST_F(MemoryPlaceTest, WhatIsNoAddressNamesNothing) {
  for (const char* url :
       {"", "   ", "https://", "https://host", "../other", "word", ":", "a:", ":b"}) {
    EXPECT_EQ(NormalisedRemote(url), "") << url;
  }
}

TEST_F(MemoryPlaceTest, ReadsTheConfigurationAsGitDoes) {
  dir_.Write("app/.git/config",
             "; url = wrong\n[remote \"other\"] url = git@h:a/wrong\n[branch \"x\"]\nurl = wrong\n"
             "[Remote \"origin\"] # here\n\tfetch = +refs/*\n\tURL = \"git@h:a/\\\nright\" ; it\n"
             "\turl = git@h:a/second\n");
  EXPECT_EQ(Key(), "h/a/right");
}

TEST_F(MemoryPlaceTest, WithoutARemoteItIsTheCommonDirectoryOfAllWorkTrees) {
  dir_.Write("app/.git/config", "[core]\n");
  dir_.Write("app/.git/worktrees/two/commondir", "../..\n");
  dir_.Write("two/.git", "gitdir: " + (dir_.path() / "app/.git/worktrees/two").string() + "\n");
  EXPECT_EQ(Key("app"), (dir_.path() / "app/.git").string());
  EXPECT_EQ(Key("two"), Key("app"));
  EXPECT_THAT(DirectoryOfProject(Key("two")), MatchesRegex("app-[0-9a-f]{12}"));
  Origin("git@h:a/b");
  EXPECT_EQ(Key("two"), "h/a/b");
}

TEST_F(MemoryPlaceTest, WithoutGitItIsTheRoot) {
  EXPECT_EQ(Key(), (dir_.path() / "app").string());
  dir_.Write("app/.git", "gitdir: /nowhere/at/all\n");
  EXPECT_EQ(Key(), (dir_.path() / "app").string());
  dir_.Write("app/.git", "nothing of the kind");
  EXPECT_EQ(Key(), (dir_.path() / "app").string());
}

TEST_F(MemoryPlaceTest, ADirectorysNameIsSafeWhateverTheKey) {
  EXPECT_THAT(DirectoryOfProject("github.com/acme/app"), MatchesRegex("app-[0-9a-f]{12}"));
  EXPECT_THAT(DirectoryOfProject("h/.hidden b\xD0\xB9"), MatchesRegex("hidden-b---[0-9a-f]{12}"));
  EXPECT_THAT(DirectoryOfProject("h/.."), MatchesRegex("project-[0-9a-f]{12}"));
  EXPECT_THAT(DirectoryOfProject("/"), MatchesRegex("project-[0-9a-f]{12}"));
  EXPECT_LE(DirectoryOfProject(std::string(5'000, 'x')).size(), 60U);
  EXPECT_NE(DirectoryOfProject("a/app"), DirectoryOfProject("b/app"));
}

TEST_F(MemoryPlaceTest, IsBelowTheDataDirectoryByDefault) {
  Origin("git@h:a/b");
  const auto place = Place();
  ASSERT_TRUE(place);
  const fs::path top = dir_.path() / "home/.local/share/satchel/memory";
  EXPECT_EQ(place->project, top / DirectoryOfProject("h/a/b"));
  EXPECT_EQ(place->shared, top / "shared");
  environment_.variables.clear();
  EXPECT_FALSE(Place());
}

TEST_F(MemoryPlaceTest, TheSettingMovesAllOfItOrIsTheProjectsOwnInsideTheWorkspace) {
  Origin("git@h:a/b");
  const auto moved = Place((dir_.path() / "mem/").string());
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->project, dir_.path() / "mem" / DirectoryOfProject("h/a/b"));
  EXPECT_EQ(moved->shared, dir_.path() / "mem/shared");
  for (const std::string& chosen :
       {(dir_.path() / "app/docs/memory").string(), std::string("docs/memory")}) {
    const auto own = Place(chosen);
    ASSERT_TRUE(own);
    EXPECT_EQ(own->project, dir_.path() / "app/docs/memory");
    EXPECT_EQ(own->shared, dir_.path() / "home/.local/share/satchel/memory/shared");
  }
  EXPECT_EQ(Place("~/m")->shared, dir_.path() / "home/m/shared");
  environment_.variables.clear();
  EXPECT_TRUE(Place("docs")->shared.empty());
}

}  // namespace
}  // namespace satchel::engine
