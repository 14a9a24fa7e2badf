#include "engine/stores/init.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/fsuid.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/trust.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::StoreWorkspace;
using test::TempDir;
using testing::HasSubstr;

fs::perms PermissionsOf(const fs::path& path) { return fs::status(path).permissions(); }

TEST(InitTest, MakesThePrivatePlaceAndNothingElse) {
  const StoreWorkspace at;
  at.dir().Write("app/.gitignore", "mine\n");
  const auto done = at.Init();
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_FALSE(done->was_there);
  EXPECT_FALSE(done->wrote_settings);
  std::vector<std::string> names;
  for (const auto& [name, content] : at.dir().Listing()) names.push_back(name);
  const std::string stores = "home/.local/state/satchel/stores";
  EXPECT_THAT(names, testing::ElementsAre(
                         "app", "app/.git", "app/.gitignore", "app/.satchel",
                         "app/.satchel/.gitignore", "app/.satchel/curated.db", "app/.satchel/lock",
                         "app/.satchel/raw.db", "app/.satchel/sessions", "app/.satchel/store.id",
                         "app/src", "home", "home/.local", "home/.local/state",
                         "home/.local/state/satchel", stores, stores + "/" + at.store().key));
  EXPECT_EQ(PermissionsOf(at.dir().path() / stores), fs::perms::owner_all);
  EXPECT_EQ(PermissionsOf(at.place()), fs::perms::owner_all);
  EXPECT_EQ(PermissionsOf(at.place() / "sessions"), fs::perms::owner_all);
  EXPECT_EQ(TempDir::ReadFile(at.place() / ".gitignore"), "*\n!config.toml\n");
  EXPECT_EQ(TempDir::ReadFile(at.root() / ".gitignore"), "mine\n");
}

TEST(InitTest, MayBeRepeated) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  {
    auto stores = at.Open();
    test::AddRun(*stores, "r1", Time{5});
  }
  const auto again = at.Init();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->was_there);
  auto stores = at.Open();
  EXPECT_EQ(store::RawReader(stores->raw())
                .LatestRuns(stores->scope(Deadline::Never()), std::nullopt, 10)
                ->size(),
            1U);
}

TEST(InitTest, MakesWhatWasLost) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  fs::remove(at.place() / "curated.db");
  fs::remove_all(at.place() / "sessions");
  ASSERT_TRUE(at.Init());
  EXPECT_TRUE(fs::exists(at.place() / "curated.db"));
  EXPECT_TRUE(fs::is_directory(at.place() / "sessions"));
}

// Rights on files as nobody has them; without root they are the user's own.
class AsNobody {
 public:
  AsNobody() {
    if (::geteuid() == 0) ::setfsuid(65'534);
  }
  ~AsNobody() {
    if (::geteuid() == 0) ::setfsuid(0);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
};

TEST(InitTest, KeepsAReadOnlyTreesStoresInTheStateDirectory) {
  const StoreWorkspace at;
  settings::Workspace workspace = at.workspace();
  workspace.place = at.dir().path() / "home/.local/state/satchel" / workspace.key;
  workspace.place_in_root = false;
  const auto done = InitWorkspace(workspace, at.directories(), {}, settings::Settings(),
                                  std::nullopt, Time{1}, Deadline::Never());
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_TRUE(fs::exists(workspace.place / "raw.db"));
  EXPECT_FALSE(fs::exists(at.place()));
}

TEST(InitTest, SaysWhyWhenNothingCanBeWritten) {
  const StoreWorkspace at;
  fs::permissions(at.dir().path(), fs::perms(0755));
  fs::permissions(at.root(), fs::perms(0555));
  const auto workspace = at.workspace();
  const auto before = at.dir().Listing();
  {
    const AsNobody nobody;
    const auto done = InitWorkspace(workspace, at.directories(), {}, settings::Settings(),
                                    std::nullopt, Time{1}, Deadline::Never());
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().text(), HasSubstr("Permission denied"));
    EXPECT_THAT(done.error().hint(), HasSubstr("store.url"));
  }
  EXPECT_EQ(at.dir().Listing(), before);
  fs::permissions(at.root(), fs::perms(0755));
}

TEST(InitTest, ALinkInThePlaceOfOurDirectoryIsNotFollowed) {
  StoreWorkspace at;
  at.dir().MakeDirectory("elsewhere");
  fs::create_symlink(at.dir().path() / "elsewhere", at.place());
  const auto done = at.Init();  // goes to the state directory
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_TRUE(fs::is_empty(at.dir().path() / "elsewhere"));
  at.environment().variables.clear();  // and there is none
  const auto refused = at.Init();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kInvalidInput);
  EXPECT_THAT(refused.error().text(), HasSubstr("symbolic link"));
  EXPECT_TRUE(fs::is_empty(at.dir().path() / "elsewhere"));
}

TEST(InitTest, ALinkInThePlaceOfSessionsIsRefused) {
  const StoreWorkspace at;
  at.dir().MakeDirectory("elsewhere");
  fs::create_directory(at.place());
  fs::create_symlink(at.dir().path() / "elsewhere", at.place() / "sessions");
  const auto done = at.Init();
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().text(), HasSubstr("sessions is a symbolic link"));
  EXPECT_TRUE(fs::is_empty(at.dir().path() / "elsewhere"));
}

TEST(InitTest, AChosenDirectoryIsRememberedAndTrusted) {
  const StoreWorkspace at;
  at.dir().Write("app/.satchel/config.toml", "# ours\n[log]\nlevel = \"info\"\n");
  const auto done = at.Init("../../stores/");
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_TRUE(done->wrote_settings);
  EXPECT_EQ(done->place.directory, at.dir().path() / "stores");
  EXPECT_TRUE(fs::exists(at.dir().path() / "stores/raw.db"));
  EXPECT_FALSE(fs::exists(at.place() / "raw.db"));
  EXPECT_EQ(PermissionsOf(at.dir().path() / "stores"), fs::perms::owner_all);
  const std::string config = TempDir::ReadFile(at.place() / "config.toml");
  EXPECT_THAT(config, HasSubstr("# ours"));
  EXPECT_THAT(config, HasSubstr((at.dir().path() / "stores").string()));
  EXPECT_TRUE(settings::IsTrusted(at.directories(), at.workspace(), config));
  EXPECT_EQ(at.store().directory, at.dir().path() / "stores");
  EXPECT_TRUE(at.Open());
  const auto again = at.Init("../../stores");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_TRUE(again->was_there);
  EXPECT_EQ(TempDir::ReadFile(at.place() / "config.toml"), config);
}

TEST(InitTest, ADirectoryOfAnotherWorkspaceIsRefused) {
  const StoreWorkspace at;
  ASSERT_TRUE(at.Init("../../stores"));
  const StoreWorkspace other;
  const auto done = other.Init((at.dir().path() / "stores").string());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), Errc::kConflict);
  EXPECT_FALSE(fs::exists(other.place() / "config.toml"));
  EXPECT_TRUE(at.Open());
}

TEST(InitTest, DoesNotMakeARepositorysOwnValuesTrusted) {
  for (const std::string hostile :
       {"[llm]\nbase_url = \"http://evil.example/\"\n", "[memory]\nqmd_collection = \"private\"\n",
        "[retention]\ndays = 1\n", "[code]\nmax_file_kb = 65536\n"}) {
    const StoreWorkspace at;
    at.dir().Write("app/.satchel/config.toml", hostile);
    const auto done = at.Init("../../stores");
    ASSERT_FALSE(done) << hostile;
    EXPECT_THAT(done.error().text(), HasSubstr("is not trusted"));
    EXPECT_THAT(done.error().hint(), HasSubstr("satchel config trust"));
    EXPECT_EQ(TempDir::ReadFile(at.place() / "config.toml"), hostile);
    EXPECT_FALSE(fs::exists(at.dir().path() / "stores"));
    EXPECT_FALSE(settings::IsTrusted(at.directories(), at.workspace(), hostile));
  }
}

TEST(InitTest, APasswordInTheAddressIsRefusedAndNotRepeated) {
  const StoreWorkspace at;
  const auto before = at.dir().Listing();
  for (const std::string url : {"postgresql://u:hunter2@h/d", "postgres://h/d?password=hunter2",
                                "postgresql://h/d?user=u&sslpassword=hunter2"}) {
    const auto done = at.Init(url);
    ASSERT_FALSE(done) << url;
    EXPECT_EQ(done.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(done.error().text(), HasSubstr("has a password in it"));
    EXPECT_THAT(done.error().hint(), HasSubstr("SATCHEL_STORE_PASSWORD"));
    EXPECT_THAT(done.error().text() + done.error().hint(), testing::Not(HasSubstr("hunter2")));
  }
  EXPECT_EQ(at.dir().Listing(), before);
}

TEST(InitTest, AServerThatIsNotThereChangesNothing) {
  StoreWorkspace at;
  const auto before = at.dir().Listing();
  const auto done =
      InitWorkspace(at.workspace(), at.directories(), at.environment(), settings::Settings(),
                    "postgresql://u@/d?host=" + (at.dir().path() / "no-socket").string(), Time{1},
                    Deadline::After(std::chrono::milliseconds(50)));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), Errc::kUnavailable) << done.error().text();
  EXPECT_EQ(at.dir().Listing(), before);
}

}  // namespace
}  // namespace satchel::engine
