#include "engine/stores/owned.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/git_repository.h"
#include "tests/support/store_workspace.h"
#include "tests/support/temp_dir.h"

namespace satchel::engine {
namespace {
namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> Names(const OwnedPlace& place) {
  std::vector<std::string> names;
  for (const OwnedEntry& entry : place.entries) names.push_back(entry.name);
  return names;
}

// A home with everything that Satchel keeps, and a workspace with stores.
class OwnedTest : public testing::Test {
 protected:
  fs::path home() const { return at_.dir().path() / "home"; }
  settings::Directories directories() const { return at_.directories(); }
  std::vector<OwnedPlace> Find() const { return FindOwned(directories(), nullptr, nullptr); }
  // The places by their kind. REQUIRES: one of each.
  std::map<std::string, OwnedPlace> ByKind() const {
    std::map<std::string, OwnedPlace> places;
    for (OwnedPlace& place : Find()) places.emplace(Name(place.kind), std::move(place));
    return places;
  }
  void Fill() const {
    ASSERT_TRUE(at_.Init());
    at_.dir().Write("home/.cache/satchel/parse/ab/x", "12345");
    at_.dir().Write("home/.config/satchel/config.toml", "[log]\n");
    at_.dir().Write("home/.local/share/satchel/memory/shared/a.md", "a");
  }

  test::StoreWorkspace at_;
};

TEST_F(OwnedTest, FindsRegisteredStoresAndTheDirectoriesOfTheUserWithTheirSizes) {
  Fill();
  const auto places = ByKind();
  ASSERT_EQ(places.size(), 5U);
  EXPECT_EQ(places.at("store").path, at_.place());
  EXPECT_THAT(Names(places.at("store")), testing::Contains("raw.db"));
  EXPECT_EQ(places.at("cache").usage.bytes, 5U);
  EXPECT_EQ(places.at("cache").usage.files, 1U);
  EXPECT_THAT(Names(places.at("configuration")), ElementsAre("config.toml"));
  EXPECT_THAT(Names(places.at("memories")), ElementsAre("memory"));
  EXPECT_THAT(Names(places.at("state")), ElementsAre("stores"));
  EXPECT_EQ(Find().back().kind, OwnedKind::kState) << "it registers the stores";
}

TEST_F(OwnedTest, RemovesAPlaceWhole) {
  Fill();
  for (const OwnedPlace& place : Find()) {
    ASSERT_TRUE(RemoveOwned(place));
    EXPECT_FALSE(fs::exists(place.path)) << place.path;
  }
  EXPECT_THAT(Find(), IsEmpty());
}

TEST_F(OwnedTest, RemovesLinksAndNotWhatTheyPointTo) {
  Fill();
  const fs::path outside = at_.dir().Write("outside/mine", "1").parent_path();
  fs::create_directory_symlink(outside, home() / ".cache/satchel/parse/link");
  fs::create_directory_symlink(outside, home() / ".cache/satchel/link");
  ASSERT_TRUE(RemoveOwned(ByKind().at("cache")));
  EXPECT_FALSE(fs::exists(home() / ".cache/satchel"));
  EXPECT_TRUE(fs::exists(outside / "mine"));
}

TEST_F(OwnedTest, RefusesADirectoryThatIsALink) {
  Fill();
  const fs::path real = at_.dir().MakeDirectory("dotfiles");
  fs::rename(home() / ".config/satchel", real / "satchel");
  fs::create_directory_symlink(real / "satchel", home() / ".config/satchel");
  const auto places = ByKind();
  const auto& refused = places.at("configuration").refused;
  if (!refused) FAIL() << "it is not refused";
  EXPECT_THAT(refused->text(), HasSubstr("is a symbolic link"));
  EXPECT_THAT(places.at("configuration").entries, IsEmpty());
}

TEST_F(OwnedTest, LeavesStoresThatItDidNotMake) {
  Fill();
  const fs::path registry = home() / ".local/state/satchel/stores";
  fs::remove_all(registry);
  EXPECT_FALSE(ByKind().contains("store"));
  // A record may name any path.
  at_.dir().Write("home/project/.satchel/notes.txt", "mine");
  at_.dir().Write("home/.local/state/satchel/stores/" + std::string(32, 'a'),
                  (home() / "project/.satchel").string() + "\n");
  EXPECT_FALSE(ByKind().contains("store"));
}

TEST_F(OwnedTest, LeavesSettingsThatATeamCommitted) {
  Fill();
  const fs::path root = at_.place().parent_path();
  test::RunGit(root, {"init", "--quiet"});
  std::ofstream(at_.place() / "config.toml") << "[budget]\ntokens = 4000\n";
  test::RunGit(root, {"add", "--force", ".satchel/config.toml"});
  const auto place = ByKind().at("store");
  ASSERT_FALSE(place.refused);
  EXPECT_THAT(Names(place), testing::Not(testing::Contains("config.toml")));
  ASSERT_TRUE(RemoveOwned(place));
  EXPECT_TRUE(fs::exists(at_.place() / "config.toml"));
  EXPECT_FALSE(fs::exists(at_.place() / "raw.db"));
}

TEST_F(OwnedTest, TakesOnlyStoresFromADirectoryWithAnotherName) {
  const auto directory = at_.dir().MakeDirectory("data");
  at_.dir().Write("data/raw.db", "1");
  at_.dir().Write("data/report.txt", "mine");
  StorePlace store;
  store.directory = directory;
  const settings::Workspace workspace{.place_in_root = false};
  const auto places = FindOwned(directories(), &workspace, &store);
  ASSERT_EQ(places.size(), 1U);
  EXPECT_THAT(Names(places.front()), ElementsAre("raw.db"));
  ASSERT_TRUE(RemoveOwned(places.front()));
  EXPECT_TRUE(fs::exists(directory / "report.txt"));
}

TEST_F(OwnedTest, TellsDirectoriesApartThatAreOne) {
  at_.dir().Write("all/satchel/memory/shared/a.md", "a");
  at_.dir().Write("all/satchel/parse/x", "1");
  at_.dir().Write("all/satchel/trust/y", "1");
  at_.dir().Write("all/satchel/config.toml", "");
  const std::string all = (at_.dir().path() / "all").string();
  const auto places = FindOwned(settings::FindDirectories({.variables = {{"HOME", all},
                                                                         {"XDG_CACHE_HOME", all},
                                                                         {"XDG_CONFIG_HOME", all},
                                                                         {"XDG_DATA_HOME", all},
                                                                         {"XDG_STATE_HOME", all}}}),
                                nullptr, nullptr);
  ASSERT_EQ(places.size(), 4U);
  for (const OwnedPlace& place : places) {
    if (place.kind == OwnedKind::kMemories) continue;
    ASSERT_TRUE(RemoveOwned(place));
  }
  EXPECT_TRUE(fs::exists(at_.dir().path() / "all/satchel/memory/shared/a.md"));
  EXPECT_FALSE(fs::exists(at_.dir().path() / "all/satchel/trust"));
}

}  // namespace
}  // namespace satchel::engine
