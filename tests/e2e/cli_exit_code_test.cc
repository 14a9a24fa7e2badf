// Which cause ends a command with which code: the table of docs/cli.md, row by row.

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using testing::Not;
using testing::StartsWith;

// Nobody listens there, and nobody without rights can.
constexpr const char* kNoServer = "postgresql://u@127.0.0.1:1/d";

class ExitCodeTest : public CliFixture {
 protected:
  ExitCodeTest() {
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/src/main.py", "def start():\n    return 1\n");
    dir_.Write("app/.context/TASKS.md", "- [ ] Repair the import\n");
    dir_.Write("home/.gitconfig", "[safe]\n\tdirectory = *\n");  // the tree is of another user
  }

  Finished AsNobody(Args args) const {
    Process process = Command(std::move(args));
    process.as_nobody = true;
    return Execute(process);
  }
  // No file can grow: what a full disk does to a program, without a disk that is full.
  Finished WithoutSpace(const std::string& command) const {
    Process process =
        Command({"-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" " + command, SatchelBinary()});
    process.program = "/bin/sh";
    return Execute(process);
  }
  static void Expect(const Finished& finished, int code, const std::string& text) {
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(text));
  }
};

TEST_F(ExitCodeTest, PermissionDenied) {
  environment_["SATCHEL_STORE_URL"] = (dir_.path() / "stores").string();
  ASSERT_EQ(Satchel({"init"}).code, 0);
  fs::permissions(dir_.path() / "stores", fs::perms(0755));
  for (const auto& entry : fs::directory_iterator(dir_.path() / "stores")) {
    fs::permissions(entry, fs::perms(entry.is_directory() ? 0755 : 0644));
  }
  Expect(AsNobody({"index"}), 74, "writable");
  Expect(AsNobody({"runs", "gc"}), 74, "writable");
  Expect(AsNobody({"note", "task", "add", "More"}), 74, "Permission denied");
  Expect(AsNobody({"graph", "add", "task", "More"}), 74, "Permission denied");
  Expect(AsNobody({"config", "set", "log.level", "info", "--scope", "user"}), 74,
         "Permission denied");
  environment_.erase("SATCHEL_STORE_URL");
  Expect(AsNobody({"init"}), 74, "Permission denied");
}

TEST_F(ExitCodeTest, NoSpace) {
  Expect(WithoutSpace("init"), 74, "cannot write");
  Expect(WithoutSpace("note task add More"), 74, "cannot write");
  Expect(WithoutSpace("graph add task More"), 74, "File too large");
  EXPECT_EQ(TempDir::ReadFile(dir_.path() / "app/.context/TASKS.md"), "- [ ] Repair the import\n");
  ASSERT_EQ(Satchel({"init"}).code, 0);
  Expect(WithoutSpace("index"), 74, "cannot");
  Process process = Command({"status"});
  process.out = Process::Out::kFull;
  Expect(Execute(process), 74, "cannot write the result: No space left on device");
}

TEST_F(ExitCodeTest, AnErrorOfTheDisk) {
  ASSERT_EQ(Satchel({"init"}).code, 0);
  // Nothing is at the address 0 of a process, and the kernel says so with the error of a disk.
  Expect(Satchel({"memory", "import", "/proc/self/mem"}), 74, "Input/output error");
  Expect(Satchel({"memory", "import", "gone.jsonl"}), 5, "there is no file gone.jsonl");
  // A standard input that cannot be read is not an empty one.
  Process process = Command({"-c", R"("$0" search - < .)", SatchelBinary()});
  process.program = "/bin/sh";
  Expect(Execute(process), 74, "cannot read the standard input: Is a directory");
}

TEST_F(ExitCodeTest, APasswordThatTheServerRefuses) {
  const PostgresDatabase database;
  PostgresClient admin(PostgresUrl(SharedPostgres(), "postgres", "postgres"));
  admin.Run("CREATE ROLE cli_password_role LOGIN PASSWORD 'right-password'");
  environment_["SATCHEL_STORE_URL"] = ServerUrl("cli_password_role", database.name());
  environment_["SATCHEL_STORE_PASSWORD"] = "wrong-secret";
  const Finished refused = Satchel({"runs", "list"});
  Expect(refused, 4, "refused the password");
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("SATCHEL_STORE_PASSWORD"), Not(HasSubstr("wrong-secret"))));
  environment_.erase("SATCHEL_STORE_PASSWORD");
  Expect(Satchel({"runs", "list"}), 4, "asks for a password");
  admin.Run("DROP ROLE cli_password_role");
}

TEST_F(ExitCodeTest, AServerThatIsDown) {
  environment_["SATCHEL_STORE_URL"] = kNoServer;
  Expect(Satchel({"index", "--timeout", "1s"}), 7, "cannot reach PostgreSQL");
}

TEST_F(ExitCodeTest, APacketIsMadeWithoutTheServerThatWouldKeepIt) {
  environment_["SATCHEL_STORE_URL"] = kNoServer;
  const auto begin = std::chrono::steady_clock::now();
  const Finished finished = Satchel({"agent", "repair the import"});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out,
              AllOf(StartsWith("# Satchel packet: notes\n"), HasSubstr("Repair the import")));
  EXPECT_THAT(finished.err,
              AllOf(HasSubstr("cannot reach PostgreSQL"), HasSubstr("this run is not recorded")));
}

TEST_F(ExitCodeTest, AFileOfSomebodyElseOrADamagedOne) {
  environment_["SATCHEL_STORE_URL"] = (dir_.path() / "stores").string();
  ASSERT_EQ(Satchel({"init"}).code, 0);
  std::string bytes = TempDir::ReadFile(dir_.path() / "stores/raw.db");
  bytes.replace(100, 3'900, std::string(3'900, '\x5a'));
  dir_.Write("stores/raw.db", bytes);
  Expect(Satchel({"runs", "list"}), 1, "is damaged");
  dir_.Write("stores/raw.db", "somebody's diary");
  Expect(Satchel({"runs", "list"}), 3, "is not a Satchel store");
}

TEST_F(ExitCodeTest, NothingThere) {
  Expect(Satchel({"runs", "list"}), 5, "there are no stores");
  Expect(Satchel({"graph", "show", "--graphs-dir", "nowhere"}), 5, "there is no directory nowhere");
  Expect(Satchel({"note", "show", "zebra"}), 5, "there is no");
}

TEST_F(ExitCodeTest, TheCommandLineOrTheConfigurationIsWrong) {
  Expect(Satchel({"runs", "list", "--limit", "many"}), 2, "--limit is 'many'");
  Expect(Satchel({"graph", "add", "task", "a", "--status", "doing"}), 2, "which no rule knows");
  dir_.Write("app/.satchel/config.toml", "log = 7\n");
  Expect(Satchel({"index"}), 3, "config.toml");
}

TEST_F(ExitCodeTest, ACheckThatFails) {
  dir_.Write("app/graphs/tg_nodes.jsonl", "no row\n");
  EXPECT_EQ(Satchel({"graph", "validate"}).code, 1);
}

TEST_F(ExitCodeTest, AnotherOneIsWriting) {
  ASSERT_EQ(Satchel({"init"}).code, 0);
  const int lock = ::open((dir_.path() / "app/.satchel/lock").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(lock, 0);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  Expect(Satchel({"index", "--wait", "0"}), 6, "is writing");
  ::close(lock);
  EXPECT_EQ(Satchel({"index", "--wait", "0"}).code, 0);
}

// An index that is not known as ours is moved aside, said, and made anew.
TEST_F(ExitCodeTest, WhatIsInThePlaceOfTheIndexIsKept) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  dir_.Write("app/.satchel/curated.db", "somebody's diary");
  const Finished found = Satchel({"search", "start"});
  Expect(found, 0, "curated.db.unknown-1");
  EXPECT_THAT(found.out, HasSubstr("main.py"));
  EXPECT_EQ(TempDir::ReadFile(dir_.path() / "app/.satchel/curated.db.unknown-1"),
            "somebody's diary");
}

}  // namespace
}  // namespace satchel::test
