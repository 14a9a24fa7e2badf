// `satchel status --week`: packets and the commits behind them, of a real repository.

#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"
#include "tests/support/postgres_database.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kTask = "uploads fail when the storage server times out";

class CliWeekTest : public CliFixture {
 protected:
  CliWeekTest() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/src/upload.py",
               "import storage\n\n\ndef upload(path):\n    \"\"\"Uploads a file to the storage "
               "server.\"\"\"\n    return storage.put(path, timeout=10)\n");
    dir_.Write("app/src/colours.py", "BLUE = 1\n\n\ndef mix(a, b):\n    return a + b\n");
    dir_.Write("app/.context/TASKS.md", "- [ ] Retry uploads\n");
    Git({"init", "-q"});
    Commit("2026-01-02T00:00:00Z");
  }

  void Commit(const std::string& when) {
    environment_["GIT_COMMITTER_DATE"] = when;
    Git({"add", "src", ".context"});
    Git({"commit", "-q", "-m", "a change"});
    environment_.erase("GIT_COMMITTER_DATE");
  }
  void Change(const std::string& path, const std::string& when) {
    dir_.Write("app/" + path, "# changed at " + when + "\n");
    Commit(when);
  }
  void Pack(const std::string& when) const {
    const Finished packed = Satchel({"pack", kTask, "--now", when});
    ASSERT_EQ(packed.code, 0) << packed.err;
    ASSERT_THAT(packed.out, HasSubstr("upload.py"));
  }
  Json Week(const Args& more = {}) const {
    Args args = {"status", "--week", "--now", kNow};
    args.insert(args.end(), more.begin(), more.end());
    return JsonOf(args)["week"];
  }
};

TEST_F(CliWeekTest, FilesOfLaterCommitsCountWhenAPacketHadThemBefore) {
  Pack("2026-01-08T12:00:00Z");
  Change("src/upload.py", "2026-01-08T13:00:00Z");
  Change("src/colours.py", "2026-01-08T14:00:00Z");
  const Json week = Week();
  EXPECT_EQ(week["since"], "2026-01-03T12:00:00Z");
  EXPECT_EQ(week["until"], kNow);
  EXPECT_EQ(week["packets"], 1);
  EXPECT_GT(week["tokens"], 0);
  ASSERT_EQ(week["by"].size(), 1U);
  EXPECT_EQ(week["by"][0]["face"], "cli");
  EXPECT_EQ(week["by"][0]["recipe"], "pack");
  EXPECT_EQ(week["by"][0]["tokens"], week["tokens"]);
  EXPECT_EQ(week["silent"], 0);
  EXPECT_EQ(week["complete"], true);
  EXPECT_EQ(week["history"], Json({{"commits", 2}, {"files", 2}, {"shown", 1}}));
  EXPECT_EQ(Week(), week);
}

TEST_F(CliWeekTest, WhatWasCommittedBeforeThePacketOrIsNewOrANoteDoesNotCount) {
  Change("src/upload.py", "2026-01-08T11:00:00Z");
  dir_.Write("app/src/upload.py",
             "def upload(path):\n    # uploads to the storage server\n    "
             "return times_out(path)\n");
  Pack("2026-01-08T12:00:00Z");
  Change("src/added.py", "2026-01-08T13:00:00Z");
  EXPECT_EQ(Week()["history"], Json({{"commits", 1}, {"files", 1}, {"shown", 1}}))
      << "the commit has a new file, and the other one as it was when it was packed";
  Change(".context/TASKS.md", "2026-01-08T14:00:00Z");
  EXPECT_EQ(Week()["history"], Json({{"commits", 2}, {"files", 1}, {"shown", 1}}));
  const Json later = JsonOf({"status", "--week", "--now", "2026-01-16T00:00:00Z"})["week"];
  EXPECT_EQ(later["packets"], 0) << "a week later nothing of it is left";
  EXPECT_EQ(later["history"], Json({{"commits", 0}, {"files", 0}, {"shown", 0}}));
}

TEST_F(CliWeekTest, AFileThatChangedOnlyBeforeItWasShownWasNotShownBefore) {
  Change("src/colours.py", "2026-01-07T11:00:00Z");
  Pack("2026-01-07T12:00:00Z");
  Change("src/colours.py", "2026-01-08T11:00:00Z");
  EXPECT_EQ(Week()["history"], Json({{"commits", 1}, {"files", 1}, {"shown", 0}}));
}

TEST_F(CliWeekTest, TheTextFitsATerminal) {
  Pack("2026-01-08T12:00:00Z");
  Change("src/upload.py", "2026-01-08T13:00:00Z");
  const Finished week = Satchel({"status", "--week", "--now", kNow});
  EXPECT_EQ(week.code, 0) << week.err;
  EXPECT_THAT(week.out, AllOf(HasSubstr("week       2026-01-03 12:00 to 2026-01-10 12:00 UTC\n"),
                              HasSubstr("packets    1 packet, "), HasSubstr("cli, pack: 1 packet"),
                              HasSubstr("commits    1 commit since the first packet\n"),
                              HasSubstr("files      1 of 1 that they changed were in a packet "
                                        "before (100 %)\n"),
                              Not(HasSubstr("silent"))));
  std::istringstream lines(week.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST_F(CliWeekTest, WithoutGitThereAreThePacketsAlone) {
  Pack("2026-01-08T12:00:00Z");
  environment_.erase("PATH");
  EXPECT_EQ(Week()["history"], Json(nullptr));
  EXPECT_EQ(Week()["packets"], 1);
  EXPECT_THAT(Satchel({"status", "--week", "--now", kNow}).out, HasSubstr("no Git repository"));
}

TEST_F(CliWeekTest, WithoutPacketsItSaysSo) {
  ASSERT_EQ(Satchel({"init"}).code, 0);
  const Finished week = Satchel({"status", "--week", "--now", kNow});
  EXPECT_EQ(week.code, 0);
  EXPECT_THAT(week.out, HasSubstr("packets    0 packets, 0 tokens"));
  EXPECT_THAT(week.err, HasSubstr("satchel setup"));
  EXPECT_EQ(Week()["by"], Json::array());
}

TEST_F(CliWeekTest, WithoutStoresItSaysHowToMakeThem) {
  const Finished week = Satchel({"status", "--week"});
  EXPECT_EQ(week.code, 5);
  EXPECT_THAT(week.out, IsEmpty());
  EXPECT_THAT(week.err, HasSubstr("satchel init"));
}

TEST_F(CliWeekTest, WrongFlagsAreRefused) {
  EXPECT_EQ(Satchel({"status", "--weeks"}).code, 2);
  EXPECT_EQ(Satchel({"status", "--week", "4"}).code, 2);
  EXPECT_EQ(Satchel({"status", "--week", "--now", "yesterday"}).code, 2);
  EXPECT_EQ(Satchel({"status", "--week", "--format", "markdown"}).code, 2);
}

TEST_F(CliWeekTest, WhatAHookKeptToItselfIsSilence) {
  ASSERT_EQ(Satchel({"index"}).code, 0);
  const auto ask = [this](const std::string& prompt) {
    Process hook = Command({"hook", "UserPromptSubmit", "--agent", "claude-code", "--timeout",
                            "10s", "--now", "2026-01-08T12:00:00Z"});
    hook.input = Json({{"session_id", "one"},
                       {"cwd", (dir_.path() / "app").string()},
                       {"hook_event_name", "UserPromptSubmit"},
                       {"prompt", prompt}})
                     .dump();
    return Execute(hook).out;
  };
  EXPECT_THAT(ask("why does upload() in src/upload.py ignore the storage timeout?"),
              HasSubstr("upload.py"));
  EXPECT_THAT(ask("which flowers like shade in a small garden?"), IsEmpty());
  const Json week = Week();
  EXPECT_EQ(week["packets"], 1);
  EXPECT_EQ(week["by"][0]["face"], "hook");
  EXPECT_EQ(week["silent"], 1);
}

TEST_F(CliWeekTest, PostgresqlSaysTheSame) {
  Pack("2026-01-08T12:00:00Z");
  Change("src/upload.py", "2026-01-08T13:00:00Z");
  const Json local = Week();
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  EXPECT_EQ(Week()["packets"], 0);
  Git({"checkout", "-q", "HEAD~1"});
  Pack("2026-01-08T12:00:00Z");
  Git({"checkout", "-q", "-"});
  EXPECT_EQ(Week(), local);
}

}  // namespace
}  // namespace satchel::test
