// `satchel agent` and what explains it, by the real binary: SQLite and a real PostgreSQL.

#include <algorithm>
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
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

class AgentCliTest : public CliFixture {
 protected:
  AgentCliTest() {
    dir_.MakeDirectory("app/.git");
    dir_.Write("app/.context/CONSTITUTION.md", "# Constitution\n\n- [ ] Never commit secrets\n");
    dir_.Write("app/.context/TASKS.md",
               "# Tasks\n\n## Phase 1\n\n- [ ] Repair the login redirect #added:2026-01-09\n"
               "- [x] Done already\n- [?] Odd mark\n");
    dir_.Write("app/.context/CONVENTIONS.md", "- Tabs are banned\n");
    dir_.Write("app/.context/DECISIONS.md",
               "# Decisions\n\n## [2026-01-05] Use SQLite\n\n**Context**: one file.\n\n"
               "## [2025-01-05] Login by cookie\n\nThe login redirect keeps a cookie.\n");
    dir_.Write("app/.context/LEARNINGS.md",
               "### [2026-01-08-101112] WAL needs shared memory\n\nNot on network disks.\n");
  }

  // With a fixed clock.
  Finished Agent(Args args = {}) const {
    args.insert(args.begin(), "agent");
    args.insert(args.end(), {"--now", kNow});
    return Satchel(std::move(args));
  }
  std::string LastRun() const {
    const auto runs = JsonOf({"runs", "list"})["runs"];
    return runs.empty() ? "" : runs[0]["id"].get<std::string>();
  }
  void Touch(const std::string& file, const std::string& text) { dir_.Write("app/" + file, text); }
};

TEST_F(AgentCliTest, PrintsThePacketAsMarkdown) {
  const Finished finished = Agent();
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith("# Satchel packet: notes\n"));
  for (const char* text :
       {"## Constitution\n", "- Never commit secrets\n", "## Read These Files\n",
        "- .context/TASKS.md\n", "## Current Tasks\n", "Repair the login redirect",
        "## Key Conventions\n", "- Tabs are banned\n", "## Recent Decisions\n",
        "### [2026-01-05] Use SQLite\n", "## Recent Learnings\n", "Not on network disks."}) {
    EXPECT_THAT(finished.out, HasSubstr(text));
  }
  EXPECT_THAT(finished.out, Not(HasSubstr("Done already")));
  EXPECT_THAT(finished.out, Not(HasSubstr("2026-01-10"))) << "no time of the run";
  EXPECT_THAT(finished.err, HasSubstr(".context/TASKS.md:7: "));
}

TEST_F(AgentCliTest, PrintsThePacketAsJson) {
  const auto json = JsonOf({"agent", "--now", kNow});
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["generated"], kNow);
  EXPECT_EQ(json["constitution"], nlohmann::json({"Never commit secrets"}));
  EXPECT_THAT(json["tasks"], SizeIs(1));
  EXPECT_THAT(json["decisions"], SizeIs(2));
  EXPECT_THAT(json["decisions"][0].get<std::string>(), HasSubstr("one file"));
  EXPECT_THAT(json["learnings"], SizeIs(1));
  EXPECT_THAT(json["run"].get<std::string>(), Not(IsEmpty()));
  ASSERT_THAT(json["report"]["notices"], SizeIs(1));
  EXPECT_EQ(json["report"]["notices"][0]["line"], 7);
  EXPECT_EQ(json["report"]["notices"][0]["path"], ".context/TASKS.md");
}

TEST_F(AgentCliTest, TheDefaultBudgetIsThatOfTheSpecification) {
  EXPECT_EQ(JsonOf({"agent"})["budget"], 8000);
  EXPECT_EQ(JsonOf({"agent"})["tokenizer"], "chars4");
}

TEST_F(AgentCliTest, TheFirstCommandMakesTheStores) {
  ASSERT_FALSE(fs::exists(dir_.path() / "app/.satchel"));
  EXPECT_EQ(Agent().code, 0);
  EXPECT_TRUE(fs::exists(dir_.path() / "app/.satchel/raw.db"));
  EXPECT_THAT(LastRun(), Not(IsEmpty()));
}

TEST_F(AgentCliTest, WithoutNotesItSaysHowToBegin) {
  fs::remove_all(dir_.path() / "app/.context");
  const Finished finished = Agent();
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.out, IsEmpty());
  EXPECT_THAT(finished.err, AllOf(HasSubstr("no notes"), HasSubstr(".context")));
}

TEST_F(AgentCliTest, WordsNeedNoQuotationMarks) {
  const Finished bare = Agent({"fix", "the", "proxy"});
  EXPECT_EQ(bare.code, 0) << bare.err;
  EXPECT_EQ(bare.out, Agent({"fix the proxy"}).out);
}

TEST_F(AgentCliTest, WrongRequestsAreRefused) {
  for (const Args& args :
       {Args{"--budget", "-1"}, Args{"--budget", "many"}, Args{"--tokenizer", "words"},
        Args{"--stages", ""}, Args{"--stages", "tasks,tasks"}, Args{"--stages", "scope"},
        Args{"--cooldown", "10m"}, Args{"--cooldown", "soon", "--session", "s"},
        Args{std::string("\xff\xfe")}, Args{"--session", "", "--cooldown", "10m"},
        Args{"--session", "--cooldown", "10m"}}) {
    const Finished finished = Agent(args);
    EXPECT_EQ(finished.code, 2) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.out, IsEmpty());
  }
}

TEST_F(AgentCliTest, AFloorAboveTheBudgetIsSaidEverywhere) {
  const Finished finished = Agent({"--budget", "5"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("Never commit secrets"), HasSubstr("budget")));
  EXPECT_THAT(finished.err, HasSubstr("more than the budget of 5"));
  EXPECT_EQ(Agent({"--budget", "5", "--strict"}).code, 8);
  EXPECT_GT(JsonOf({"agent", "--budget", "5"})["over_budget"], 0);
}

TEST_F(AgentCliTest, ASmallBudgetSaysWhatItLeavesOut) {
  const Finished small = Agent({"--budget", "100"});
  EXPECT_THAT(small.out, HasSubstr("Not shown: "));
  EXPECT_THAT(small.err, AllOf(HasSubstr("not shown within 100 tokens: "), HasSubstr("decisions 2"),
                               HasSubstr("satchel why --run ")));
  EXPECT_THAT(Agent().err, Not(HasSubstr("not shown")));
}

TEST_F(AgentCliTest, EmptyNotesAreSaid) {
  fs::remove_all(dir_.path() / "app/.context");
  dir_.Write("app/.context/DECISION.md", "## [2026-01-05] Lost\n");
  const Finished finished = Agent();
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("There are no notes in .context yet."),
                                  Not(HasSubstr("the constitution"))));
  EXPECT_THAT(finished.err, HasSubstr("did you mean DECISIONS.md?"));
}

TEST_F(AgentCliTest, NotesThatCannotBeReadAreNotCalledMissing) {
  fs::remove_all(dir_.path() / "app/.context");
  dir_.Write("app/.context/TASKS.md", "- [ ] One\n" + std::string(20U << 20U, ' '));
  const Finished finished = Agent();
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out, HasSubstr("The notes in .context could not be read."));
  EXPECT_THAT(finished.err, HasSubstr("TASKS.md"));
}

TEST_F(AgentCliTest, ACooldownPrintsNothingWithinTheWindow) {
  const Args args = {"--session", "conv 1", "--cooldown", "10m"};
  EXPECT_THAT(Agent(args).out, Not(IsEmpty()));
  const Finished again = Agent(args);
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.out, IsEmpty());
  EXPECT_THAT(again.err, HasSubstr("already shown"));
  Args json = args;
  json.insert(json.end(), {"--format", "json"});
  EXPECT_THAT(Agent(json).err, HasSubstr("already shown"));
  EXPECT_THAT(Agent({"--session", "conv 2", "--cooldown", "10m"}).out, Not(IsEmpty()));
  const Finished later = Satchel(
      {"agent", "--session", "conv 1", "--cooldown", "10m", "--now", "2026-01-10T12:10:00Z"});
  EXPECT_THAT(later.out, Not(IsEmpty()));
}

TEST_F(AgentCliTest, ATaskTextChangesTheOrder) {
  const std::string plain = Agent().out;
  const std::string asked = Agent({"why does the WAL fail on SQLite"}).out;
  EXPECT_LT(plain.find("Login by cookie"), plain.size());
  EXPECT_LT(asked.find("Use SQLite"), asked.find("Login by cookie"));
}

TEST_F(AgentCliTest, AgentFilesAreConventionsUnlessTheyAreSwitchedOff) {
  Touch("AGENTS.md", "# Agents\n\n- Ask before deleting\n");
  Touch(".cursor/rules/style.mdc", "---\nalwaysApply: true\n---\n- Keep functions short\n");
  const std::string text = Agent().out;
  EXPECT_THAT(text, HasSubstr("- Tabs are banned (notes, workspace)\n"
                              "- Ask before deleting (notes, repository)\n"
                              "- Keep functions short (notes, repository)\n"));
  EXPECT_THAT(text, Not(HasSubstr("alwaysApply")));
  const std::string prompt = Agent({"--format", "prompt"}).out;
  const auto at = prompt.find("- Ask before deleting\n");
  ASSERT_NE(at, prompt.npos);
  EXPECT_THAT(prompt.substr(0, at), EndsWith("source=\"notes\" trust=\"repository\">\n"));
  Touch(".satchel/config.toml", "[notes]\nagent_files = false\n");
  EXPECT_THAT(Agent().out, Not(HasSubstr("Ask before deleting")));
}

TEST_F(AgentCliTest, ARepositoryCannotSwitchItsAgentFilesOnAgain) {
  Touch("AGENTS.md", "- Ask before deleting\n");
  ASSERT_EQ(Satchel({"config", "set", "notes.agent_files", "false"}).code, 0);
  Touch(".satchel/config.toml", "[notes]\nagent_files = true\n");
  const Finished agent = Agent();
  EXPECT_THAT(agent.out, Not(HasSubstr("Ask before deleting")));
  EXPECT_THAT(agent.err,
              HasSubstr("notes.agent_files is ignored: it makes Satchel read more files"));
}

TEST_F(AgentCliTest, AFileForAgentsIsEnoughForAPacket) {
  fs::remove_all(dir_.path() / "app/.context");
  Touch("CLAUDE.md", "# Claude\n\n## Tests\n\nRun `make check` before you commit.\n");
  const Finished agent = Agent();
  EXPECT_EQ(agent.code, 0) << agent.err;
  EXPECT_THAT(agent.out, HasSubstr("## Key Conventions\n_notes, repository_\n"
                                   "- Run `make check` before you commit.\n"));
  dir_.Write("app/a.py", "def commit_all():\n    pass\n");
  ASSERT_EQ(Satchel({"index"}).code, 0);
  EXPECT_THAT(Satchel({"pack", "repair commit_all", "--now", kNow}).out,
              HasSubstr("_notes, repository_\n- Run `make check` before you commit.\n"));
}

TEST_F(AgentCliTest, WhyTellsTheStoryOfAnItem) {
  ASSERT_EQ(Agent().code, 0);
  const Finished one = Satchel({"why", "DECISIONS.md#use-sqlite"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("shown in decisions as full"), HasSubstr("recency 1"),
                             HasSubstr("decided by notes.entries")));
  EXPECT_THAT(Satchel({"why", "COOKIE"}).out, HasSubstr("words of the open tasks: "));
  EXPECT_THAT(Satchel({"why", "Odd mark"}).out, HasSubstr(".context/TASKS.md:7"));
  const Finished none = Satchel({"why", "nothing like it"});
  EXPECT_EQ(none.code, 5);
  EXPECT_THAT(none.err, HasSubstr("nothing like"));
  const Finished all = Satchel({"why"});
  EXPECT_THAT(all.out, AllOf(HasSubstr("Shown ("), HasSubstr("Not used (1)")));
  EXPECT_THAT(JsonOf({"why"})["items"], Not(IsEmpty()));
}

TEST_F(AgentCliTest, WhyKnowsWhatWasLeftOut) {
  std::string decisions;
  for (int i = 0; i < 400; ++i) {
    decisions += fmt::format("## [2025-01-{:02}] Entry {}\n\nBody of it.\n\n", i % 28 + 1, i);
  }
  Touch(".context/DECISIONS.md", decisions);
  ASSERT_EQ(Agent({"--budget", "600"}).code, 0);
  const auto json = JsonOf({"why"});
  std::size_t left_out = 0;
  for (const auto& item : json["items"]) {
    if (item["included"] == false) ++left_out;
  }
  EXPECT_EQ(left_out, 200U);
  ASSERT_THAT(json["remainder"], Not(IsEmpty()));
  EXPECT_THAT(Satchel({"why"}).out, HasSubstr("Omitted and only counted"));
}

TEST_F(AgentCliTest, ReplayGivesTheSameBytesWhateverHappenedToTheSources) {
  const std::string shown = Agent().out;
  const std::string run = LastRun();
  fs::remove(dir_.path() / "app/.context/DECISIONS.md");
  const Finished replayed = Satchel({"replay", run});
  EXPECT_EQ(replayed.code, 0) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, StartsWith("same bytes: "));
  EXPECT_EQ(Satchel({"replay", run, "--print"}).out, shown);
  EXPECT_EQ(Satchel({"runs", "replay", run}).code, 0);
}

TEST_F(AgentCliTest, AFreshReplayNamesTheFirstDifferenceAndItsCause) {
  Agent();
  const std::string run = LastRun();
  EXPECT_EQ(Satchel({"replay", run, "--fresh"}).code, 0);
  Touch(".context/CONVENTIONS.md", "- Spaces are banned\n");
  const Finished replayed = Satchel({"replay", run, "--fresh"});
  EXPECT_EQ(replayed.code, 1);
  EXPECT_THAT(replayed.out,
              AllOf(HasSubstr("- - Tabs are banned"), HasSubstr("+ - Spaces are banned"),
                    HasSubstr("cause: .context/CONVENTIONS.md has changed")));
  EXPECT_EQ(Satchel({"replay", "nothing"}).code, 5);
}

TEST_F(AgentCliTest, RunsCanBeShownAndCompared) {
  Agent();
  const std::string first = LastRun();
  Agent({"--budget", "60"});
  const Finished shown = Satchel({"runs", "show"});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("budget    60 (chars4)"), HasSubstr("notes.tasks"),
                               HasSubstr("round trips")));
  const auto json = JsonOf({"runs", "show", first});
  EXPECT_EQ(json["status"], "done");
  EXPECT_THAT(json["stages"], SizeIs(3));
  EXPECT_LE(json["outcome"]["store"]["calls"], 30);
  const Finished compared = Satchel({"runs", "diff", first});
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_THAT(compared.out, AllOf(HasSubstr("budget: 8000, then 60"), HasSubstr("- decisions")));
  EXPECT_THAT(JsonOf({"runs", "diff", first})["items"], Not(IsEmpty()));
}

TEST_F(AgentCliTest, RunsAreToldApartByTaskBudgetAndTokens) {
  Agent({"fix the login redirect\n  at line 3", "--budget", "900"});
  Agent({"--budget", "60"});
  const auto runs = JsonOf({"runs", "list"})["runs"];
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_EQ(runs[0]["task"], "");
  EXPECT_EQ(runs[0]["budget"], 60);
  EXPECT_EQ(runs[1]["task"], "fix the login redirect\n  at line 3");
  EXPECT_GT(runs[1]["tokens"], runs[0]["tokens"]);
  const std::string listed = Satchel({"runs", "list", "--now", "2099-01-01"}).out;
  EXPECT_THAT(listed, testing::ContainsRegex("[0-9a-f]  +[0-9]+ d  notes +[0-9]+ of 60\n"));
  EXPECT_THAT(listed, testing::ContainsRegex(" of 900  fix the login redirect\n"));
}

TEST_F(AgentCliTest, LastNamesARunWhereverOneIsNamed) {
  const std::string before = Agent({"--budget", "60"}).out;
  const std::string first = LastRun();
  const std::string shown = Agent().out;
  const std::string second = LastRun();
  EXPECT_EQ(Satchel({"replay", "last", "--print"}).out, shown);
  EXPECT_EQ(Satchel({"replay", "last~1", "--print"}).out, before);
  EXPECT_EQ(JsonOf({"runs", "show", "last"})["id"], second);
  EXPECT_EQ(JsonOf({"runs", "show", "last~1"})["id"], first);
  EXPECT_THAT(Satchel({"why", "--run", "last~1"}).out, StartsWith(first));
  EXPECT_EQ(Satchel({"runs", "pin", "last~1"}).out, "pinned " + first + "\n");
  for (const Args& args : {Args{"runs", "diff"}, Args{"runs", "diff", "last"},
                           Args{"runs", "diff", "last~1"}, Args{"runs", "diff", first, second}}) {
    EXPECT_THAT(Satchel(args).out, HasSubstr("budget: 60, then 8000"));
  }
  EXPECT_THAT(Satchel({"runs", "diff", "last", "last~1"}).out, HasSubstr("budget: 8000, then 60"));
  const Finished several = Satchel({"replay", first.substr(0, 4)});
  EXPECT_EQ(several.code, 2) << several.err;
  EXPECT_THAT(several.err, AllOf(HasSubstr("2 runs have"), HasSubstr(first)));
  EXPECT_EQ(Satchel({"runs", "show", "last~x"}).code, 2);
  EXPECT_EQ(Satchel({"runs", "show", "last~2"}).code, 5);
}

TEST_F(AgentCliTest, ASubDirectoryOutsideOfGitFindsTheParentsWorkspace) {
  fs::remove_all(dir_.path() / "app/.git");
  dir_.MakeDirectory("app/src/deep");
  Process at_root = Command({"agent", "--now", kNow});
  at_root.directory = dir_.path() / "app";
  const std::string shown = Execute(at_root).out;
  EXPECT_THAT(shown, HasSubstr("Tabs are banned"));
  Process below = Command({"agent", "--now", kNow});
  below.directory = dir_.path() / "app/src/deep";
  EXPECT_EQ(Execute(below).out, shown);
  below.args = {"status"};
  EXPECT_THAT(Execute(below).out, HasSubstr("the nearest parent with .satchel"));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/src/deep/.satchel"));
}

TEST_F(AgentCliTest, ATraceHasTheStages) {
  const std::string file = (dir_.path() / "trace.json").string();
  ASSERT_EQ(Agent({"--trace", file}).code, 0);
  const auto trace = nlohmann::json::parse(TempDir::ReadFile(file));
  ASSERT_THAT(trace["traceEvents"], SizeIs(3));
  EXPECT_EQ(trace["traceEvents"][0]["name"], "notes.tasks");
  EXPECT_EQ(trace["traceEvents"][0]["ph"], "X");
}

TEST_F(AgentCliTest, EightAtOnceGiveTheSameBytes) {
  const std::string alone = Agent().out;
  std::vector<std::string> texts(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& text : texts) {
      threads.emplace_back([this, &text] { text = Agent().out; });
    }
  }
  EXPECT_THAT(texts, testing::Each(alone));
  const auto listed = JsonOf({"runs", "list"});
  for (const auto& run : listed["runs"]) {
    EXPECT_EQ(run["status"], "done");
    EXPECT_EQ(Satchel({"replay", run["id"]}).code, 0);
  }
}

TEST_F(AgentCliTest, SecretsInNotesReachNeitherPacketNorLog) {
  // In two pieces, so that no scanner takes this file for a leak.
  const std::string secret = std::string("ghp_") + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2";
  Touch(".context/TASKS.md", "- [ ] Use " + secret + " here\n\nStray " + secret + " line\n");
  const Finished finished = Agent({"rotate " + secret});
  EXPECT_THAT(finished.out, AllOf(HasSubstr("[redacted"), Not(HasSubstr(secret))));
  // Neither as it is nor in the id of an item, which is in lower case.
  for (const Args& args : {Args{"why"}, Args{"runs", "show"}, Args{"db", "export", "-"}}) {
    const std::string out = Satchel(args).out;
    EXPECT_THAT(out, AllOf(Not(HasSubstr(secret)), Not(HasSubstr("ab3de5fg7hi9jk1lm2"))));
  }
}

TEST_F(AgentCliTest, PostgresqlGivesTheSameBytes) {
  const std::string local = Agent().out;
  const std::string digest = JsonOf({"agent", "--now", kNow})["digest"];
  const PostgresDatabase database;
  ASSERT_EQ(Satchel({"init", "--store", AppUrl(database)}).code, 0);
  EXPECT_EQ(Agent().out, local);
  EXPECT_EQ(JsonOf({"agent", "--now", kNow})["digest"], digest);
  EXPECT_EQ(Satchel({"replay", LastRun()}).code, 0);
  EXPECT_EQ(Satchel({"why", "sqlite"}).code, 0);
}

}  // namespace
}  // namespace satchel::test
