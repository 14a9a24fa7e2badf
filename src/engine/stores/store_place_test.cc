#include "engine/stores/store_place.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::MatchesRegex;

TEST(StorePlaceTest, IsTheWorkspacesOwnDirectoryByDefault) {
  const test::StoreWorkspace at;
  const StorePlace place = at.store();
  EXPECT_EQ(place.kind, StoreKind::kSqlite);
  EXPECT_EQ(place.directory, at.place());
  EXPECT_EQ(place.key, "") << "drawn when the stores are made";
  EXPECT_FALSE(place.Exists());
}

TEST(StorePlaceTest, IsWhatTheSettingSays) {
  test::StoreWorkspace at;
  at.environment().variables["SATCHEL_STORE_URL"] = "~/stores/";
  EXPECT_EQ(at.store().directory, at.dir().path() / "home/stores");
  EXPECT_EQ(at.store().key, at.workspace().key);
  at.environment().variables["SATCHEL_STORE_WORKSPACE"] = "named";
  EXPECT_EQ(at.store().key, "named");
  at.environment().variables["SATCHEL_STORE_URL"] = "postgres://u:hunter2@h/d";
  at.environment().variables["SATCHEL_STORE_PASSWORD"] = "hunter3";
  const StorePlace place = at.store();
  EXPECT_EQ(place.kind, StoreKind::kPostgres);
  EXPECT_EQ(place.key, "named");
  EXPECT_EQ(place.password, "hunter3");
  EXPECT_EQ(place.Describe(), "postgres://u:***@h/d");
  EXPECT_FALSE(place.Exists()) << "a server is not asked";
}

TEST(StorePlaceTest, KeepsRowsOfMemoriesInTheStateDirectory) {
  test::StoreWorkspace at;
  const auto file =
      at.dir().path() / "home/.local/state/satchel" / at.workspace().key / "memory.db";
  EXPECT_EQ(at.store().memory_file, file);
  at.environment().variables["SATCHEL_STORE_URL"] = "~/stores/";
  EXPECT_EQ(at.store().memory_file, file);
  at.environment().variables["SATCHEL_STORE_URL"] = "postgres://u@h/d";
  EXPECT_TRUE(at.store().memory_file.empty()) << "a server has them among its rows";
  at.environment().variables.erase("HOME");
  at.environment().variables["SATCHEL_STORE_URL"] = (at.dir().path() / "stores").string();
  EXPECT_TRUE(at.store().memory_file.empty());
}

TEST(SessionFileTest, HasTheTasksNameWhereItCanBeOne) {
  EXPECT_EQ(SessionFile("fix-login_2"), "sessions/fix-login_2.db");
  EXPECT_EQ(SessionFile(std::string(64, 'a')), "sessions/" + std::string(64, 'a') + ".db");
}

TEST(SessionFileTest, IsADigestOfAnyOtherNameAndNeverAPathElsewhere) {
  for (const std::string& task :
       {std::string(), std::string("."), std::string(".."), std::string("../../etc/passwd"),
        std::string("/etc/passwd"), std::string("a/b"), std::string("a\\b"), std::string("A"),
        std::string("-rf"), std::string("a.b"), std::string("a b"), std::string("a\nb"),
        std::string("a\0b", 3), std::string("задача"), std::string("\xff\xfe"),
        std::string(65, 'a'), std::string(100'000, '/')}) {
    const std::string file = SessionFile(task).string();
    EXPECT_THAT(file, MatchesRegex("sessions/\\.[0-9a-f]+\\.db")) << task.substr(0, 40);
    EXPECT_EQ(file.size(), 45U);
  }
}

TEST(SessionFileTest, TellsTasksApart) {
  EXPECT_NE(SessionFile("A"), SessionFile("a"));
  EXPECT_NE(SessionFile("A"), SessionFile("B"));
  EXPECT_NE(SessionFile("a/b"), SessionFile("a_b"));
}

}  // namespace
}  // namespace satchel::engine
