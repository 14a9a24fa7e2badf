// The commands that work on stores: the real binary on SQLite and on a real PostgreSQL.

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/stores/store_owner.h"
#include "engine/stores/stores.h"
#include "store/curated.h"
#include "store/raw_log.h"
#include "store/session_state.h"
#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"
#include "tests/support/postgres_server.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CliStoreTest : public CliFixture {
 protected:
  CliStoreTest() {
    for (const std::string app : {"app", "other"}) {
      dir_.MakeDirectory(app + "/.git");
      dir_.MakeDirectory(app + "/src");
    }
  }

  // From a sub-directory of a workspace.
  Finished Satchel(const Args& args, const std::string& app = "app") const {
    Process process = Command(args);
    process.directory = dir_.path() / app / "src";
    return Execute(process);
  }
  nlohmann::json Json(Args args, const std::string& app = "app") const {
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Satchel(args, app);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return nlohmann::json::parse(finished.out, nullptr, false);
  }
  void Succeeds(const Args& args, const std::string& app = "app") const {
    const Finished finished = Satchel(args, app);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
  }

  // Rows of every area, as a run would leave them, in the SQLite stores of `app`.
  void Fill() const {
    const fs::path directory = dir_.path() / "app/.satchel";
    auto stores = engine::Stores::Open(
        {.directory = directory, .key = engine::StoredId(directory).value_or("")},
        engine::Stores::Use::kWrite, Deadline::Never());
    ASSERT_TRUE(stores) << stores.error().text();
    const store::Scope scope = stores->scope(Deadline::Never());
    auto change = store::CuratedChange::Begin(stores->curated(), scope);
    ASSERT_TRUE(change);
    std::vector<store::DocumentRow> documents;
    for (int i = 1; i <= 700; ++i) {
      documents.push_back({.source = "code",
                           .id = i,
                           .path = fmt::format("src/ф{}.cc", i),
                           .digest = std::string("\0\x7f\xff", 3)});
    }
    ASSERT_TRUE(change->PutDocuments(documents));
    ASSERT_TRUE(change->PutState("head", "a\"b\\c\n"));
    ASSERT_TRUE(std::move(*change).Commit());
    for (int i = 0; i < 3; ++i) {
      const store::RunRow run{.id = RunId(fmt::format("run{}", i)),
                              .started_at = Time{i},
                              .recipe = "pack",
                              .status = "done",
                              .size = 10,
                              .request = "{}"};
      ASSERT_TRUE(store::RawWriter(stores->raw()).Start(scope, run));
    }
    for (const std::string task : {"b", "A", "../x", "ж"}) {
      auto session = stores->Session(task, Time{5}, Deadline::Never());
      ASSERT_TRUE(session);
      ASSERT_TRUE(store::SessionState(**session).Put(scope, task, {{"v", {1, "{}"}}}, Time{5}));
    }
  }
};

TEST_F(CliStoreTest, InitMakesTheStoresFromASubDirectoryAndMayBeRepeated) {
  const Finished first = Satchel({"init"});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("made sqlite in " + (dir_.path() / "app/.satchel").string()));
  EXPECT_THAT(Satchel({"init"}).out, StartsWith("already there:"));
  EXPECT_EQ(Json({"init"})["store"]["created"], false);
  EXPECT_EQ(Json({"init"}, "other")["store"]["created"], true);
  EXPECT_TRUE(fs::exists(dir_.path() / "app/.satchel/raw.db"));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/src/.satchel"));
  EXPECT_EQ(Json({"status"})["store"]["exists"], true);
}

TEST_F(CliStoreTest, CommandsWithoutStoresSayHowToMakeThem) {
  for (const Args& args : std::vector<Args>{{"runs", "list"},
                                            {"runs", "gc"},
                                            {"runs", "pin", "x"},
                                            {"db", "export", "-"},
                                            {"db", "import", "x"}}) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 5) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("satchel init"));
    EXPECT_THAT(finished.out, IsEmpty());
  }
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
}

TEST_F(CliStoreTest, RunsAreListedPinnedAndRemoved) {
  Succeeds({"init"});
  Fill();
  EXPECT_EQ(Json({"runs", "list"})["runs"].size(), 3U);
  EXPECT_EQ(Json({"runs", "list", "--limit", "1"})["runs"][0]["id"], "run2");
  Succeeds({"runs", "pin", "run0"});
  EXPECT_THAT(Satchel({"runs", "list"}).out, HasSubstr("pinned"));
  Succeeds({"runs", "pin", "run0", "--off"});
  EXPECT_THAT(Satchel({"runs", "list"}).out, Not(HasSubstr("pinned")));
  EXPECT_EQ(Satchel({"runs", "pin", "nope"}).code, 5);
  for (const std::string limit : {"0", "-1", "10001", "1x", "", "99999999999999999999"}) {
    EXPECT_EQ(Satchel({"runs", "list", "--limit", limit}).code, 2) << limit;
  }
  const auto gone = Json({"runs", "gc"});
  EXPECT_EQ(gone["runs"], 0) << "the last fifty stay";
  EXPECT_EQ(gone["sessions"], 4);
}

TEST_F(CliStoreTest, AnExportIsPrivateWholeAndReadBack) {
  Succeeds({"init"});
  Succeeds({"init"}, "other");
  Fill();
  Succeeds({"db", "export", "../../out"});
  const fs::path file = dir_.path() / "out";
  struct stat facts{};
  ASSERT_EQ(::stat(file.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  EXPECT_EQ(Satchel({"db", "export", "-"}).out, TempDir::ReadFile(file));
  EXPECT_EQ(Json({"db", "import", "../../out"}, "other")["rows"], 700 + 1 + 3 + 8);
  EXPECT_EQ(Satchel({"db", "export", "-"}, "other").out, TempDir::ReadFile(file));
  const Finished again = Satchel({"db", "import", "../../out"}, "other");
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.err, HasSubstr("already has rows"));
}

TEST_F(CliStoreTest, TargetsThatCannotBeWrittenAreLeftAsTheyAre) {
  Succeeds({"init"});
  fs::create_symlink(dir_.Write("mine", "mine"), dir_.path() / "link");
  EXPECT_EQ(Satchel({"db", "export", "../../none/out"}).code, 5);
  for (const std::string target : {"..", "../", "/dev/null", "../../link"}) {
    const Finished finished = Satchel({"db", "export", target});
    EXPECT_EQ(finished.code, 2) << target << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("hint: name a file"));
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(TempDir::ReadFile(dir_.path() / "mine"), "mine");
  Process process = Command({"db", "export", "-"});
  process.out = Process::Out::kFull;
  EXPECT_EQ(Execute(process).code, 74);
  process.out = Process::Out::kBrokenPipe;
  EXPECT_EQ(Execute(process).code, 0);
}

TEST_F(CliStoreTest, FilesThatAreNoExportAreRefused) {
  Succeeds({"init"});
  dir_.Write("bad", "{\"satchel_export\":1,\"schema\":1}\n[\"run\"]\n");
  dir_.Write("cut", "{\"satchel_export\":1,\"schema\":1}\n");
  for (const std::string file : {"bad", "cut"}) {
    const Finished finished = Satchel({"db", "import", "../../" + file});
    EXPECT_EQ(finished.code, 1) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("export"));
  }
  EXPECT_EQ(Satchel({"db", "import", "../../none"}).code, 5);
  EXPECT_EQ(Satchel({"db", "import", ".."}).code, 1);
}

TEST_F(CliStoreTest, ADamagedStoreFailsTheDoctorAndEveryCommand) {
  Succeeds({"init"});
  EXPECT_THAT(Satchel({"doctor"}).out, HasSubstr("ok    store: sqlite in "));
  const std::string before = TempDir::ReadFile(dir_.path() / "app/.satchel/raw.db");
  std::string damaged = before;
  damaged.replace(100, 3'900, std::string(3'900, '\x5a'));
  dir_.Write("app/.satchel/raw.db", damaged);
  EXPECT_EQ(Satchel({"runs", "list"}).code, 1);
  const Finished doctor = Satchel({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_THAT(doctor.out, HasSubstr("FAIL  store: "));
  EXPECT_EQ(Satchel({"init"}).code, 1);
  EXPECT_EQ(TempDir::ReadFile(dir_.path() / "app/.satchel/raw.db"), damaged);
  // Schema version 99, in the header and nowhere else.
  std::string newer = before;
  newer.replace(60, 4, std::string("\0\0\0\x63", 4));
  dir_.Write("app/.satchel/raw.db", newer);
  EXPECT_THAT(Satchel({"doctor"}).out,
              AllOf(HasSubstr("FAIL  store: "), HasSubstr("newer Satchel"), HasSubstr("update")));
}

TEST_F(CliStoreTest, AReadOnlyTreesStoresAreInTheStateDirectory) {
  dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = *\n");  // the tree is of another user
  fs::permissions(dir_.path() / "home", fs::perms::all);
  Process process = Command({"init"});
  process.as_nobody = true;
  fs::permissions(dir_.path() / "app", fs::perms(0555));
  const Finished made = Execute(process);
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("home/.local/state/satchel/"));
  process.args = {"runs", "list"};
  EXPECT_EQ(Execute(process).code, 0);
  fs::permissions(dir_.path() / "home", fs::perms(0555));
  fs::remove_all(dir_.path() / "home/.local");
  process.args = {"init"};
  const Finished refused = Execute(process);
  EXPECT_EQ(refused.code, 74);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("Permission denied"), HasSubstr("hint:")));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
}

TEST_F(CliStoreTest, AWrongAddressIsAUsageError) {
  for (const std::string command : {"init", "check", "migrate"}) {
    const Finished finished = Satchel({"db", command, "mysql://u:hunter2@h/d"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, AllOf(HasSubstr("postgresql://"), Not(HasSubstr("hunter2"))));
  }
  for (const std::string place :
       {"postgresql://u:hunter2@h/d", "mysql://u:hunter2@h/d", "host=h password=hunter2", ""}) {
    const Finished finished = Satchel({"init", "--store", place});
    EXPECT_EQ(finished.code, 2) << place << finished.err;
    EXPECT_THAT(finished.err, AllOf(HasSubstr("hint:"), Not(HasSubstr("hunter2"))));
  }
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
}

std::string OwnerUrl(const PostgresDatabase& database) {
  return ServerUrl(database.owner(), database.name());
}

class CliPostgresTest : public CliStoreTest {};

TEST_F(CliPostgresTest, AnOwnerPreparesADatabaseAndTheRoleIsChecked) {
  const PostgresDatabase database(SharedPostgres(), PostgresDatabase::Schema::kNone);
  const Finished early = Satchel({"db", "check", OwnerUrl(database)});
  EXPECT_EQ(early.code, 1) << early.err;
  for (int i = 0; i < 2; ++i) {
    const Finished made = Satchel({"db", "init", OwnerUrl(database), "--app-role", database.app()});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("is ready for the role " + database.app()));
  }
  const Finished good = Satchel({"db", "check", AppUrl(database)});
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_EQ(Json({"db", "check", AppUrl(database)})["ok"], true);
  const Finished owner = Satchel({"db", "check", OwnerUrl(database)});
  EXPECT_EQ(owner.code, 1);
  EXPECT_THAT(owner.out, AllOf(HasSubstr("FAIL"), HasSubstr("fix: ")));
  const auto json = nlohmann::json::parse(
      Satchel({"db", "check", OwnerUrl(database), "--format", "json"}).out, nullptr, false);
  EXPECT_EQ(json["ok"], false);
  EXPECT_FALSE(json["findings"].empty());
  EXPECT_THAT(Satchel({"db", "migrate", OwnerUrl(database), "--app-role", database.app()}).out,
              HasSubstr("nothing to do"));
  EXPECT_NE(Satchel({"init", "--store", OwnerUrl(database)}).code, 0) << "the owner is refused";
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel/config.toml"));
}

TEST_F(CliPostgresTest, AWorkspaceMovesFromSqliteToPostgresqlWithTheSameBytes) {
  const PostgresDatabase database;
  Succeeds({"init"});
  Fill();
  Succeeds({"db", "export", "../../out"});
  const std::string exported = TempDir::ReadFile(dir_.path() / "out");
  const auto made = Json({"init", "--store", AppUrl(database)}, "other");
  EXPECT_EQ(made["store"]["kind"], "postgresql");
  EXPECT_EQ(made["wrote_settings"], true);
  EXPECT_EQ(Json({"init", "--store", AppUrl(database)}, "other")["workspace"]["key"],
            made["workspace"]["key"])
      << "the name stays";
  EXPECT_EQ(Json({"status"}, "other")["store"]["kind"], "postgresql");
  EXPECT_THAT(Satchel({"doctor"}, "other").out, HasSubstr("ok    store: postgresql in "));
  EXPECT_EQ(Json({"runs", "list"}, "other")["runs"].size(), 0U);
  const Finished imported = Satchel({"db", "import", "../../out"}, "other");
  EXPECT_EQ(imported.code, 0) << imported.err;
  EXPECT_EQ(Satchel({"db", "export", "-"}, "other").out, exported);
  EXPECT_EQ(Json({"runs", "list"}, "other")["runs"].size(), 3U);
  EXPECT_EQ(Json({"runs", "gc"}, "other")["sessions"], 4);
  EXPECT_EQ(Satchel({"db", "import", "../../out"}, "other").code, 1);
}

TEST_F(CliPostgresTest, TwoWorkspacesInOneDatabaseSeeTheirOwnRows) {
  const PostgresDatabase database;
  Succeeds({"init"});
  Fill();
  Succeeds({"db", "export", "../../out"});
  Succeeds({"init", "--store", AppUrl(database)});
  Succeeds({"init", "--store", AppUrl(database)}, "other");
  Succeeds({"db", "import", "../../out"});
  EXPECT_EQ(Json({"runs", "list"})["runs"].size(), 3U);
  EXPECT_EQ(Json({"runs", "list"}, "other")["runs"].size(), 0U);
}

TEST_F(CliPostgresTest, AServerThatCannotBeReachedFailsWithSeven) {
  const std::string url = "postgresql://u@/d?host=" + (dir_.path() / "nowhere").string();
  const Finished check = Satchel({"db", "check", url});
  EXPECT_EQ(check.code, 7) << check.err;
  environment_["SATCHEL_STORE_URL"] = url;
  const Finished doctor = Satchel({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_THAT(doctor.out, HasSubstr("FAIL  store: "));
}

TEST_F(CliPostgresTest, AWrongPasswordIsToldWithoutRepeatingIt) {
  const std::string url = ServerUrl("password_role", "postgres");
  PostgresClient admin(PostgresUrl(SharedPostgres(), "postgres", "postgres"));
  admin.Run("CREATE ROLE password_role LOGIN PASSWORD 'right-password'");  // may be there
  environment_["SATCHEL_STORE_PASSWORD"] = "hunter2";
  for (const Args& args : std::vector<Args>{{"db", "check", url},
                                            {"db", "init", url},
                                            {"init", "--store", url},
                                            {"db", "check", url, "--format", "json"}}) {
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 4) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("refused the password"));
    EXPECT_THAT(finished.out + finished.err, Not(HasSubstr("hunter2")));
  }
  environment_["SATCHEL_STORE_URL"] = url;
  const Finished doctor = Satchel({"doctor"});
  EXPECT_EQ(doctor.code, 1);
  EXPECT_THAT(doctor.out, AllOf(HasSubstr("refused the password"), Not(HasSubstr("hunter2"))));
}

}  // namespace
}  // namespace satchel::test
