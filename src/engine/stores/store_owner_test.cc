#include "engine/stores/store_owner.h"

#include <filesystem>
#include <string>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {
namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::MatchesRegex;

// The workspace of a user, and how a repository could bring stores.
class StoreOwnerTest : public testing::Test {
 protected:
  fs::path registry() const { return at_.dir().path() / "home/.local/state/satchel/stores"; }
  fs::path state() const {
    return at_.dir().path() / "home/.local/state/satchel" / at_.workspace().key;
  }
  std::string Why() const {
    const auto place = at_.store();
    return place.refused ? place.refused->text() : "";
  }
  // As if another user had made the stores.
  void ForgetIds() const { fs::remove_all(registry()); }

  test::StoreWorkspace at_;
};

TEST_F(StoreOwnerTest, StoresGetAnIdThatIsRegisteredAndInEveryFile) {
  ASSERT_TRUE(at_.Init());
  const std::string id = StoredId(at_.place()).value_or("");
  EXPECT_THAT(id, MatchesRegex("[0-9a-f]{32}"));
  EXPECT_TRUE(fs::exists(registry() / id));
  EXPECT_EQ(at_.store().key, id);
  EXPECT_EQ(Why(), "");
  auto stores = at_.Open();
  ASSERT_TRUE(stores);
  ASSERT_TRUE(test::PutSession(*stores, "task", Time{2}));
  EXPECT_TRUE(stores->curated().FindWorkspace(id, Deadline::Never())->has_value());
  EXPECT_TRUE(stores->raw().FindWorkspace(id, Deadline::Never())->has_value());
}

TEST_F(StoreOwnerTest, TwoWorkspacesHaveDifferentIds) {
  ASSERT_TRUE(at_.Init());
  const test::StoreWorkspace other;
  ASSERT_TRUE(other.Init());
  EXPECT_NE(StoredId(at_.place()), StoredId(other.place()));
}

TEST_F(StoreOwnerTest, StoresThatCameWithTheTreeAreNeitherOpenedNorRemoved) {
  ASSERT_TRUE(at_.Init());
  ForgetIds();
  EXPECT_THAT(Why(), HasSubstr("were not made by Satchel on this machine"));
  EXPECT_EQ(at_.store().directory, state());
  EXPECT_FALSE(at_.store().Exists()) << "nothing has been made in its place yet";
  ASSERT_TRUE(at_.Init());
  EXPECT_TRUE(fs::exists(state() / "raw.db"));
  EXPECT_TRUE(fs::exists(at_.place() / "raw.db")) << "what was there is left alone";
  EXPECT_TRUE(at_.Open());
}

TEST_F(StoreOwnerTest, AnIdThatTheRepositoryInventsIsNotRegistered) {
  ASSERT_TRUE(at_.Init());
  at_.dir().Write("app/.satchel/store.id", "0123456789abcdef0123456789abcdef\n");
  EXPECT_THAT(Why(), HasSubstr("were not made by Satchel"));
  at_.dir().Write("app/.satchel/store.id", "../../../etc/passwd\n");
  EXPECT_THAT(Why(), HasSubstr("were not made by Satchel"));
}

TEST_F(StoreOwnerTest, ASingleFileThatCameAlongIsEnoughToRefuse) {
  for (const char* name : {"raw.db", "curated.db", "sessions/notes.db"}) {
    const test::StoreWorkspace at;
    at.dir().Write(std::string("app/.satchel/") + name, "bytes");
    EXPECT_TRUE(at.store().refused) << name;
    EXPECT_NE(at.store().directory, at.place()) << name;
  }
  const test::StoreWorkspace at;
  at.dir().Write("app/.satchel/config.toml", "");
  at.dir().Write("app/.satchel/off", "");
  EXPECT_FALSE(at.store().refused) << "settings are no stores";
}

TEST_F(StoreOwnerTest, ADatabaseWithoutTheIdIsNoneOfTheseStores) {
  ASSERT_TRUE(at_.Init());
  const test::StoreWorkspace other;
  ASSERT_TRUE(other.Init());
  fs::copy_file(other.place() / "curated.db", at_.place() / "curated.db",
                fs::copy_options::overwrite_existing);
  const auto opened = at_.Open();
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), Errc::kCorrupt);
}

TEST_F(StoreOwnerTest, StoresThatGitTracksAreRefused) {
  ASSERT_TRUE(at_.Init());
  const auto git = [&](std::vector<std::string> args) {
    args.insert(args.begin(), {"-C", at_.root().string()});
    const auto done = RunProcess({.program = "/usr/bin/git",
                                  .args = std::move(args),
                                  .environment = {"HOME=/nonexistent", "PATH=/usr/bin:/bin"}},
                                 Deadline::Never());
    ASSERT_TRUE(done);
    ASSERT_EQ(done->code, 0) << done->err;
  };
  git({"init", "-q", "."});
  EXPECT_EQ(Why(), "");
  at_.dir().Write("app/.satchel/config.toml", "[budget]\n");
  git({"add", "-f", ".satchel/config.toml"});
  EXPECT_EQ(Why(), "") << "a team may commit its settings";
  git({"add", "-f", ".satchel/raw.db"});
  EXPECT_THAT(Why(), HasSubstr("are tracked by Git"));
}

TEST_F(StoreOwnerTest, StoresOfAnotherUserAreRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file to another user";
  ASSERT_TRUE(at_.Init());
  ASSERT_EQ(::chown((at_.place() / "curated.db").c_str(), 65'534, 65'534), 0);
  EXPECT_THAT(Why(), HasSubstr("belong to another user"));
}

TEST_F(StoreOwnerTest, AMovedTreeKeepsItsStores) {
  ASSERT_TRUE(at_.Init());
  const StoreOwner before = FindOwner(at_.place(), registry());
  fs::rename(at_.root(), at_.dir().path() / "moved");
  const StoreOwner after = FindOwner(at_.dir().path() / "moved/.satchel", registry());
  EXPECT_FALSE(after.refused);
  EXPECT_EQ(after.id, before.id);
}

TEST_F(StoreOwnerTest, WithoutAPlaceToRegisterThemNoStoresAreMadeInTheTree) {
  at_.environment().variables.clear();
  const auto made = at_.Init();
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("neither HOME nor XDG_STATE_HOME"));
  EXPECT_FALSE(fs::exists(at_.place() / "raw.db"));
}

TEST_F(StoreOwnerTest, ADigestTellsWhetherStoresAreTheSame) {
  ASSERT_TRUE(at_.Init());
  const auto before = DigestOfStores(at_.place());
  ASSERT_TRUE(before);
  EXPECT_EQ(*DigestOfStores(at_.place()), *before);
  at_.dir().Write("app/.satchel/sessions/x.db", "bytes");
  EXPECT_NE(*DigestOfStores(at_.place()), *before);
}

}  // namespace
}  // namespace satchel::engine
