// `satchel index` and what `satchel status` says afterwards: the real binary on real Git
// repositories, on SQLite and on a real PostgreSQL.

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Json = nlohmann::json;

class CliIndexTest : public CliFixture {
 protected:
  CliIndexTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/lib/colours.py", "def mix(a):\n    return a\n");
    dir_.Write("app/draw.py", "from lib.colours import mix\n\ndef draw():\n    mix(1)\n");
    dir_.Write("app/build/out.py", "x = 1\n");
    dir_.Write("app/.gitignore", "build/\n");
    dir_.Write("app/.env", "TOKEN=1\n");
    dir_.Write("app/logo.bin", std::string("\0\1\2", 3));
    dir_.Write("app/README.md", "# App\n\nSee [drawing](draw.py).\n");
    Git({"init", "-q"});
    Commit("one");
  }

  void Commit(const std::string& message) const {
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", message});
  }
  Finished Satchel(const Args& args, const std::string& app = "app") const {
    Process process = Command(args);
    process.directory = dir_.path() / app;
    return Execute(process);
  }
  Json Index(Args args = {}, const std::string& app = "app") const {
    args.insert(args.begin(), "index");
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Satchel(args, app);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  }
  Json Status(const std::string& app = "app") const {
    return Json::parse(Satchel({"status", "--format", "json"}, app).out, nullptr, false);
  }

  Json Runs(Args args = {}) const {
    args.insert(args.begin(), {"runs", "list"});
    args.insert(args.end(), {"--format", "json"});
    return Json::parse(Satchel(args).out, nullptr, false)["runs"];
  }
  // On whichever store the workspace has.
  void ExpectIndexRunsApartFromPackets() {
    Index();
    const Json first = Runs({"--recipe", "index"});
    ASSERT_THAT(first, testing::SizeIs(1));
    EXPECT_EQ(first[0]["status"], "done");
    EXPECT_GT(first[0]["bytes"], 0);
    const std::string id = first[0]["id"];
    const Json shown = Json::parse(Satchel({"runs", "show", id, "--format", "json"}).out);
    EXPECT_EQ(shown["outcome"]["files"]["seen"], 4);
    EXPECT_EQ(shown["outcome"]["symbols"], 3);
    EXPECT_GT(shown["outcome"]["micros"], 0);
    EXPECT_GT(shown["outcome"]["store"]["calls"], 0);
    EXPECT_THAT(Satchel({"runs", "show", id.substr(9)}).out, HasSubstr("4 seen"));
    // Nothing that asks for the last run means it.
    EXPECT_THAT(Runs(), IsEmpty());
    EXPECT_EQ(Satchel({"why"}).code, 5);
    dir_.Write("app/.context/TASKS.md", "- [ ] Draw\n");
    ASSERT_EQ(Satchel({"agent"}).code, 0);
    Index();
    ASSERT_THAT(Runs(), testing::SizeIs(1));
    EXPECT_EQ(Runs()[0]["recipe"], "notes");
    EXPECT_THAT(Runs({"--all"}), testing::SizeIs(3));
    EXPECT_THAT(Satchel({"why"}).out, HasSubstr("(notes, "));
    EXPECT_THAT(Satchel({"runs", "show"}).out, HasSubstr("  notes  "));
    // Retention keeps the last packets, whatever their age, and no index run for being late.
    const Json gone = Json::parse(
        Satchel({"runs", "gc", "--now", "2099-01-01T00:00:00Z", "--format", "json"}).out);
    EXPECT_EQ(gone["runs"], 2);
    EXPECT_THAT(Runs({"--all"}), testing::SizeIs(1));
  }
};

TEST_F(CliIndexTest, IndexRunsAreInTheLogApartFromPackets) { ExpectIndexRunsApartFromPackets(); }

TEST_F(CliIndexTest, IndexRunsAreInTheLogOfPostgresApartFromPackets) {
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  ExpectIndexRunsApartFromPackets();
}

TEST_F(CliIndexTest, AnIndexRunThatFailsIsInTheLogWithItsReason) {
  const std::string store = (dir_.path() / "old").string();
  EXPECT_EQ(Satchel({"index", "--rev", "nonsense", "--store", store}).code, 5);
  environment_["SATCHEL_STORE_URL"] = store;
  const Json runs = Runs({"--recipe", "index"});
  ASSERT_THAT(runs, testing::SizeIs(1));
  EXPECT_EQ(runs[0]["status"], "failed");
  EXPECT_THAT(Satchel({"runs", "show", runs[0]["id"]}).out, HasSubstr("there is no commit"));
}

TEST_F(CliIndexTest, IndexAndSearchLeaveALineInTheLog) {
  environment_["SATCHEL_LOG_LEVEL"] = "info";
  const std::string index = Satchel({"index"}).err;
  for (const char* text : {"info  index: index (outcome=done run=", " micros=", " seen=4 parsed=4 ",
                           " store_calls=", " round_trips="}) {
    EXPECT_THAT(index, HasSubstr(text));
  }
  const std::string search = Satchel({"search", "draw"}).err;
  for (const char* text : {"info  request: search (outcome=done micros=", " results=",
                           " store_calls=", " round_trips="}) {
    EXPECT_THAT(search, HasSubstr(text));
  }
  EXPECT_THAT(search, testing::Not(HasSubstr("draw"))) << "never what was asked for";
}

TEST_F(CliIndexTest, SaysWhatWasReadAndWhatWasLeftOut) {
  const Json report = Index();
  EXPECT_EQ(report["files"]["seen"], 4);
  EXPECT_EQ(report["files"]["parsed"], 4);
  EXPECT_EQ(report["files"]["cached"], 0);
  EXPECT_EQ(report["symbols"], 3);
  EXPECT_GT(report["seconds"], 0);
  const Json& skipped = report["files"]["skipped"];
  EXPECT_EQ(skipped["git_ignored"]["examples"], Json({"build/"}));
  EXPECT_EQ(skipped["secret"]["examples"], Json({".env"}));
  EXPECT_EQ(skipped["binary"]["examples"], Json({"logo.bin"}));
  const Finished text = Satchel({"index"});
  EXPECT_THAT(text.out, HasSubstr("4 files: 0 parsed, 0 from the parse cache, 4 unchanged"));
  EXPECT_THAT(text.out, HasSubstr("skipped, a secret by its name: 1 (.env)"));
  EXPECT_THAT(text.err, IsEmpty());  // no progress where there is no terminal
}

TEST_F(CliIndexTest, OnATerminalABarShowsHowFarItIs) {
  for (int i = 0; i < 3'000; ++i) {
    dir_.Write(fmt::format("app/many/f{}.py", i), fmt::format("def f{}():\n    return 1\n", i));
  }
  const auto on_terminal = [&](const std::string& command) {
    Process process = Command({"-qec", SatchelBinary() + command, "/dev/null"});
    process.program = "/usr/bin/script";
    return Execute(process).out;
  };
  const std::string shown = on_terminal(" index");
  // Written over, and gone in the end. Rate and time left follow where the run takes long enough;
  // the unit tests of the bar have them.
  EXPECT_THAT(shown, ContainsRegex(R"(\[#*[.]*\] [0-9]+/300[0-9] files)"));
  EXPECT_THAT(shown, ContainsRegex("\r\x1b\\[K300[0-9] files: "));
  EXPECT_THAT(on_terminal(" index --full --quiet"), Not(ContainsRegex("/300[0-9] files")));
}

TEST_F(CliIndexTest, OnlyWhatChangedIsRead) {
  Index();
  dir_.Write("app/draw.py", "def paint():\n    pass\n");
  const Json report = Index();
  EXPECT_EQ(report["files"]["parsed"], 1);
  EXPECT_EQ(report["files"]["unchanged"], 3);
  dir_.Write("app/draw.py", "def paint_again():\n    pass\n");
  const Json one = Index({"--file", "draw.py"});
  EXPECT_EQ(one["files"]["parsed"], 1);
  EXPECT_EQ(one["files"]["seen"], 1);
}

TEST_F(CliIndexTest, ANewWorkTreeStartsWithTheIndexOfItsSiblingAndSharesTheParseCache) {
  Index();
  Git({"worktree", "add", "-q", "../second"});
  const Json report = Index({}, "second");
  EXPECT_EQ(report["files"]["parsed"], 0);
  EXPECT_EQ(report["files"]["unchanged"], 4);
  EXPECT_EQ(Index({"--full"}, "second")["files"]["cached"], 4);
  EXPECT_EQ(Index({"--full", "--no-cache"}, "second")["files"]["parsed"], 4);
}

TEST_F(CliIndexTest, StatusTellsLanguagesAndHowFarTheTreeHasGoneOn) {
  EXPECT_TRUE(Status()["code"].is_null());
  EXPECT_THAT(Satchel({"status"}).out, HasSubstr("not indexed yet; run `satchel index`"));
  Index();
  dir_.Write("app/new.c", "int f(void) { return 1; }\n");
  fs::remove(dir_.path() / "app/README.md");
  const Json code = Status()["code"];
  EXPECT_EQ(code["files"], 4);
  EXPECT_EQ(code["added"], 1);
  EXPECT_EQ(code["gone"], 1);
  EXPECT_EQ(code["languages"][0]["language"], "python");
  EXPECT_EQ(code["languages"][0]["level"], "deep");
  const std::string tree = code["tree"];
  Index();
  EXPECT_NE(Status()["code"]["tree"], tree);
}

TEST_F(CliIndexTest, ACommitIsReadWithoutACheckoutAlsoFromABareRepository) {
  dir_.Write("app/draw.py", "def paint():\n    pass\n");
  Commit("two");
  const std::string store = (dir_.path() / "old").string();
  const Json old = Index({"--rev", "HEAD~1", "--store", store});
  EXPECT_EQ(old["files"]["seen"], 4);
  EXPECT_EQ(old["commit"].get<std::string>().size(), 40U);
  const Json next = Index({"--rev", "HEAD", "--store", store});
  EXPECT_EQ(next["files"]["parsed"], 1);
  EXPECT_EQ(next["files"]["unchanged"], 3);
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
  Git({"clone", "-q", "--bare", ".", "../bare.git"});
  const Json bare =
      Index({"--rev", "HEAD", "--store", (dir_.path() / "bare_store").string()}, "bare.git");
  EXPECT_EQ(bare["files"]["cached"], 4);
  EXPECT_EQ(bare["symbols"], next["symbols"]);
}

TEST_F(CliIndexTest, PostgresHasTheSameCounts) {
  const Json local = Index();
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  const Json remote = Index();
  for (const std::string key : {"symbols", "imports", "bytes"}) {
    EXPECT_EQ(remote[key], local[key]) << key;
  }
  EXPECT_EQ(remote["files"]["cached"], 4);
  EXPECT_EQ(Index()["files"]["unchanged"], 4);
  EXPECT_EQ(Status()["code"]["files"], 4);
}

TEST_F(CliIndexTest, TwoAtOnceBothSucceed) {
  for (int i = 0; i < 200; ++i) {
    dir_.Write(fmt::format("app/m{}.py", i), fmt::format("def f{}():\n    return g{}()\n", i, i));
  }
  std::vector<std::thread> threads;
  std::vector<Finished> finished(3);
  for (std::size_t i = 0; i < finished.size(); ++i) {
    threads.emplace_back([this, &finished, i] { finished[i] = Satchel({"index"}); });
  }
  for (auto& thread : threads) thread.join();
  for (const Finished& one : finished) EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(Index()["files"]["unchanged"], 204);
}

TEST_F(CliIndexTest, WrongUseIsSaidAndNothingIsMade) {
  struct Case {
    Args args;
    int code;
    std::string says;
  };
  for (const Case& wrong : std::vector<Case>{
           {{"index", "--rev", "HEAD"}, 2, "--rev needs --store DIR"},
           {{"index", "--rev", "HEAD", "--file", "a.c"}, 2, "cannot be used together"},
           {{"index", "--rev", "nonsense", "--store", "../s"}, 5, "there is no commit"},
           {{"index", "--threads", "0"}, 2, "from 1 to 256"},
           {{"index", "--wait", "x"}, 2, "from 0 to 3600"},
           {{"index", "--file", "../outside.py"}, 2, "is not in this workspace"},
           {{"index", "--rev", "HEAD", "--store", "postgresql://h/d"}, 2, "must be a directory"}}) {
    const Finished finished = Satchel(wrong.args);
    EXPECT_EQ(finished.code, wrong.code) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(wrong.says));
  }
  EXPECT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
  Index();
  EXPECT_THAT(Satchel({"index", "--file", "none.py"}).err,
              HasSubstr("none.py is not in the index"));
}

}  // namespace
}  // namespace satchel::test
