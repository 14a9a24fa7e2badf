// `satchel graph` by the real binary: SQLite and a real PostgreSQL.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

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
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using nlohmann::json;

// A row of a log with what the rules look at.
json Row(const std::string& id, const std::string& title, const json& fields = json::object()) {
  json row = {{"id", id},
              {"type", "node"},
              {"title", title},
              {"created_at", "2025-12-01T00:00:00Z"},
              {"updated_at", "2025-12-01T00:00:00Z"},
              {"links", json::array()},
              {"tags", json::array()},
              {"rev", 1}};
  row.update(fields);
  return row;
}

class GraphCliTest : public CliFixture {
 protected:
  GraphCliTest() {
    dir_.MakeDirectory("app/.git");
    Log("tg_nodes.jsonl", {Row("TG-TASK-REDIRECT", "Repair the login redirect",
                               {{"status", "ready"},
                                {"dependencies", {"TG-TASK-SESSION"}},
                                {"acceptance_criteria", {"The old address works"}},
                                {"inputs", {{"kg_refs", {"KG-FACT-COOKIE00"}}}},
                                {"updated_at", "2026-01-10T00:00:00Z"}}),
                           Row("TG-TASK-SESSION", "Renew sessions", {{"status", "done"}}),
                           Row("TG-TASK-PRINTER", "Order toner", {{"status", "ready"}})});
    Log("kg_nodes.jsonl", {Row("KG-FACT-COOKIE00", "Cookies live for a day",
                               {{"type", "fact"},
                                {"summary", "Set by the proxy"},
                                {"evidence", {{{"confidence", 0.7}}, {{"confidence", 0.9}}}}}),
                           Row("KG-RISK-PROXY000", "The proxy drops headers",
                               {{"type", "risk"}, {"tags", {"risk"}}, {"summary", "Seen twice"}})});
    Log("rg_nodes.jsonl", {Row("RG-DEC-COOKIE00", "Keep the login in a cookie",
                               {{"decision", "A cookie, not a token"},
                                {"outcome", {{"status", "accepted"}}},
                                {"refs", {{"kg_refs", {"KG-FACT-COOKIE00"}}}}})});
    environment_["PATH"] = "/nowhere";
  }

  // With a fixed clock.
  Finished Graph(Args args) const {
    args.insert(args.begin(), "graph");
    args.insert(args.end(), {"--now", kNow});
    return Satchel(std::move(args));
  }
  json GraphJson(Args args) const {
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Graph(args);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(args) << finished.err;
    return json::parse(finished.out, nullptr, false);
  }
  void Log(const std::string& name, const std::vector<json>& rows) {
    std::string text;
    for (const json& row : rows) text += row.dump() + "\n";
    dir_.Write("app/graphs/" + name, text);
  }
  std::string Read(const std::string& name) const {
    return TempDir::ReadFile(dir_.path() / "app/graphs" / name);
  }
  std::vector<std::string> FilesIn(const std::string& folder) const {
    std::vector<std::string> names;
    if (!fs::exists(dir_.path() / "app/graphs" / folder)) return names;
    for (const auto& entry : fs::directory_iterator(dir_.path() / "app/graphs" / folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }
  static std::vector<std::string> Ids(const json& list, const char* key = "id") {
    std::vector<std::string> ids;
    for (const json& item : list) ids.push_back(item[key].get<std::string>());
    return ids;
  }
};

TEST_F(GraphCliTest, PrintsThePackAsMarkdownWithoutScores) {
  const Finished finished = Graph({"pack", "fix the login redirect"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, StartsWith("# Satchel packet: graph\n"));
  for (const char* text :
       {"- Goal: Repair the login redirect\n", "- Intent: execute (fix)\n",
        "- Entities: TG-TASK-REDIRECT", "### TG-TASK-REDIRECT Repair the login redirect (ready)\n",
        "> Depends on: TG-TASK-SESSION\n", "> Done when:\n> - The old address works\n",
        "- TG-TASK-SESSION Renew sessions (done)\n",
        "### KG-FACT-COOKIE00 Cookies live for a day\n"}) {
    EXPECT_THAT(finished.out, HasSubstr(text));
  }
  EXPECT_THAT(finished.out, AllOf(Not(HasSubstr("core")), Not(HasSubstr("anchor"))));
  EXPECT_THAT(finished.out, Not(HasSubstr("PRINTER000")));
  EXPECT_THAT(finished.err, HasSubstr("written to graphs/request_context_packs/"));
}

TEST_F(GraphCliTest, GeneratedIdsAreShortInTextAndWholeInJson) {
  const std::string knowledge = GraphJson({"add", "knowledge", "The mailer retries"})["id"];
  const std::string task =
      GraphJson({"add", "task", "Limit the mailer", "--refs", knowledge})["id"];
  const std::string text = Graph({"pack", "the mailer", "--dry-run"}).out;
  EXPECT_THAT(text, AllOf(Not(HasSubstr(task)), Not(HasSubstr(knowledge))));
  const auto short_of = [&text](const std::string& title) {
    const auto end = text.find(" " + title, text.find("###"));
    return text.substr(text.rfind(' ', end - 1) + 1, end - text.rfind(' ', end - 1) - 1);
  };
  const std::string of_task = short_of("Limit the mailer");
  const std::string of_knowledge = short_of("The mailer retries");
  EXPECT_THAT(task, StartsWith(of_task));
  EXPECT_LE(of_task.size() + 10, task.size());
  EXPECT_THAT(text, HasSubstr("> Inputs: " + of_knowledge + "\n"));
  EXPECT_THAT(text, HasSubstr("- " + of_task + " Limit the mailer: changed, "));
  const json pack = GraphJson({"pack", "begin " + of_task, "--dry-run"});
  EXPECT_EQ(pack["entities"][0]["node_id"], task);
  EXPECT_EQ(pack["entities"][0]["reason"], "id_match");
  EXPECT_EQ(pack["task_snapshot"][0]["id"], task);
  // Every command takes it.
  EXPECT_EQ(GraphJson({"show", of_task})["id"], task);
  EXPECT_EQ(GraphJson({"add", "task", "--id", of_task, "--status", "done"})["id"], task);
  EXPECT_EQ(GraphJson({"link", of_task, of_knowledge, "--as", "inputs"})["did"], "unchanged");
  EXPECT_THAT(Graph({"view", "--around", of_task}).out, HasSubstr("Limit the mailer"));
  EXPECT_THAT(Satchel({"why", of_task}).out, HasSubstr("entity 5"));
}

TEST_F(GraphCliTest, GitSeesTheLogsAndNothingElseThatIsMadeBelowThem) {
  environment_["PATH"] = "/usr/bin:/bin";
  fs::remove_all(dir_.path() / "app/.git");
  Git({"init", "-q"});
  ASSERT_EQ(Graph({"add", "task", "One"}).code, 0);
  ASSERT_EQ(Graph({"pack", "login"}).code, 0);
  ASSERT_TRUE(fs::exists(dir_.path() / "app/graphs/request_context.latest.json"));
  Git({"add", "graphs"});
  Git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Logs"});
  const Finished tracked =
      Execute({.program = FindProgram("git"),
               .args = {"ls-files", "--others", "--cached", "--exclude-standard", "graphs"},
               .environment = environment_,
               .directory = dir_.path() / "app"});
  EXPECT_EQ(tracked.out,
            "graphs/kg_nodes.jsonl\ngraphs/post_response_commits.jsonl\n"
            "graphs/rg_nodes.jsonl\ngraphs/tg_nodes.jsonl\n");
  EXPECT_THAT(Graph({"validate"}).out, Not(HasSubstr("gitignore")));
  dir_.Write("app/graphs/.gitignore", "mine\n");
  ASSERT_EQ(Graph({"pack", "login"}).code, 0);
  EXPECT_EQ(Read(".gitignore"), "mine\n");
}

TEST_F(GraphCliTest, JsonHasTheKeysOfTheSpecificationAndScoreTerms) {
  const json pack = GraphJson({"pack", "fix the login redirect"});
  for (const char* key : {"request_id",
                          "request_seq",
                          "generated_at",
                          "intent",
                          "entities",
                          "goal",
                          "active_tasks",
                          "task_snapshot",
                          "knowledge_snapshot",
                          "decision_snapshot",
                          "recent_deltas",
                          "budget",
                          "tokens_used",
                          "over_budget",
                          "report",
                          "digest",
                          "run",
                          "schema_version",
                          "request",
                          "anchor",
                          "critical_info_missing"}) {
    EXPECT_TRUE(pack.contains(key)) << key;
  }
  EXPECT_EQ(pack["intent"], "execute");
  EXPECT_EQ(pack["generated_at"], kNow);
  EXPECT_THAT(Ids(pack["task_snapshot"]), ElementsAre("TG-TASK-REDIRECT", "TG-TASK-SESSION"));
  const json& task = pack["task_snapshot"][0];
  EXPECT_EQ(task["deps"], json({"TG-TASK-SESSION"}));
  EXPECT_EQ(task["acceptance_criteria"], json({"The old address works"}));
  EXPECT_EQ(task["status"], "ready");
  EXPECT_EQ(task["score"], 7);
  EXPECT_EQ(task["terms"], json({{"entity", 5}, {"recency", 2}}));
  EXPECT_EQ(pack["task_snapshot"][1]["relation"], "dependency");
  EXPECT_EQ(pack["task_snapshot"][1]["from"], "TG-TASK-REDIRECT");
  EXPECT_EQ(pack["active_tasks"], json({"TG-TASK-REDIRECT", "TG-TASK-SESSION"}));
  const json& fact = pack["knowledge_snapshot"][0];
  EXPECT_EQ(fact["id"], "KG-FACT-COOKIE00");
  EXPECT_EQ(fact["confidence"], 0.9);
  EXPECT_EQ(fact["summary"], "Set by the proxy");
  EXPECT_EQ(pack["entities"][0]["reason"], "lexical_overlap");
  EXPECT_FALSE(pack.contains("sections"));
  EXPECT_EQ(pack["budget"], nullptr);
}

TEST_F(GraphCliTest, TheWeatherMatchesNothing) {
  const json pack = GraphJson({"pack", "What is the weather"});
  EXPECT_THAT(pack["entities"], IsEmpty());
  EXPECT_EQ(pack["intent"], "explain");
  EXPECT_FALSE(pack["critical_info_missing"].get<bool>());
  EXPECT_FALSE(pack.contains("clarify_suggestion"));
  EXPECT_THAT(pack["task_snapshot"], IsEmpty());
  // What holds whatever is asked: tagged, or named by an accepted decision.
  EXPECT_THAT(Ids(pack["knowledge_snapshot"]), ElementsAre("KG-FACT-COOKIE00", "KG-RISK-PROXY000"));
}

TEST_F(GraphCliTest, AnExplicitIntentOverridesTheClassifier) {
  const json pack = GraphJson({"pack", "fix the login redirect", "--intent", "research"});
  EXPECT_EQ(pack["intent"], "research");
  EXPECT_EQ(pack["intent_by_caller"], true);
  EXPECT_EQ(GraphJson({"pack", "исправь ошибку входа"})["intent"], "debug");
}

TEST_F(GraphCliTest, AnIdInTheRequestIsAnEntityAndAnUnknownOneIsReported) {
  const json pack = GraphJson({"pack", "begin TG-TASK-PRINTER, then TG-TASK-NOWHERE1."});
  EXPECT_THAT(Ids(pack["entities"], "node_id"), Contains("TG-TASK-PRINTER"));
  EXPECT_EQ(pack["entities"][0]["reason"], "id_match");
  EXPECT_EQ(pack["entities"][0]["confidence"], 1.0);
  EXPECT_EQ(pack["unknown_ids"], json({"TG-TASK-NOWHERE1"}));
  EXPECT_EQ(pack["report"]["notices"][0]["reason"], "unknown_id");
}

TEST_F(GraphCliTest, ATaskThatIsNotOpenIsReportedWithItsStatus) {
  const std::string id =
      GraphJson({"add", "task", "Polish the doorbell", "--status", "backlog"})["id"];
  const json pack = GraphJson({"pack", "do " + id + " now"});
  EXPECT_THAT(pack["task_snapshot"], IsEmpty());
  EXPECT_EQ(pack["not_open"], json::array({{{"id", id}, {"status", "backlog"}}}));
  EXPECT_THAT(Graph({"pack", "polish the doorbell"}).out,
              HasSubstr("Not open: TG-TASK-01KEKW is backlog"));
  EXPECT_THAT(Satchel({"why", id}).out, HasSubstr(id + " is backlog"));
}

TEST_F(GraphCliTest, TheFlagsOfTheSpecificationAreUnderstood) {
  dir_.Write("app/src/request.txt", "fix the login redirect\n");
  const Finished finished = Graph({"pack",
                                   "--project-root",
                                   (dir_.path() / "app").string(),
                                   "--graphs-dir",
                                   "graphs",
                                   "--request-file",
                                   "request.txt",
                                   "--intent",
                                   "auto",
                                   "--max-tasks",
                                   "1",
                                   "--max-kg",
                                   "1",
                                   "--max-rg",
                                   "1",
                                   "--max-deltas",
                                   "1",
                                   "--history-limit",
                                   "5",
                                   "--write-latest",
                                   "false",
                                   "--stdout-json",
                                   "true",
                                   "--suggest-clarify",
                                   "false",
                                   "--apply-clarify-task",
                                   "false",
                                   "--dry-run"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const json pack = json::parse(finished.out, nullptr, false);
  EXPECT_THAT(pack["task_snapshot"], SizeIs(1));
  EXPECT_THAT(pack["knowledge_snapshot"], SizeIs(1));
  // The cap cut the dependency and one of knowledge, and says so.
  std::vector<std::string> cut;
  for (const json& item : pack["report"]["omissions"]) {
    if (item["reason"] == "max_items") cut.push_back(item["id"]);
  }
  EXPECT_THAT(cut, testing::UnorderedElementsAre("TG-TASK-SESSION", "KG-RISK-PROXY000"));
}

TEST_F(GraphCliTest, TheSettingsLimitEachKindAndAFlagIsStronger) {
  for (const char* title : {"Login redirect by cookie", "Login redirect by header"})
    GraphJson({"add", "decision", title});
  const Args ask = {"pack", "fix the login redirect", "--dry-run"};
  struct Cap {
    std::string setting;
    std::string flag;
    std::string snapshot;
  };
  for (const Cap& cap : std::vector<Cap>{{"graph.max_tasks", "--max-tasks", "task_snapshot"},
                                         {"graph.max_kg", "--max-kg", "knowledge_snapshot"},
                                         {"graph.max_rg", "--max-rg", "decision_snapshot"},
                                         {"graph.max_deltas", "--max-deltas", "recent_deltas"}}) {
    ASSERT_THAT(GraphJson(ask)[cap.snapshot], SizeIs(testing::Ge(2U))) << cap.snapshot;
    ASSERT_EQ(Satchel({"config", "set", cap.setting, "1"}).code, 0);
    EXPECT_THAT(GraphJson(ask)[cap.snapshot], SizeIs(1)) << cap.setting;
    Args with_flag = ask;
    with_flag.insert(with_flag.end(), {cap.flag, "2"});
    EXPECT_THAT(GraphJson(with_flag)[cap.snapshot], SizeIs(2)) << cap.flag;
    ASSERT_EQ(Satchel({"config", "unset", cap.setting}).code, 0);
  }
}

TEST_F(GraphCliTest, ASetBudgetIsNotThatOfAPackButTheTokenizerIs) {
  const Args ask = {"pack", "fix the login redirect", "--dry-run"};
  const json before = GraphJson(ask);
  environment_["SATCHEL_BUDGET_TOKENS"] = "1";
  environment_["SATCHEL_BUDGET_TOKENIZER"] = "o200k";
  const json after = GraphJson(ask);
  EXPECT_EQ(after["budget"], before["budget"]);
  EXPECT_EQ(after["task_snapshot"], before["task_snapshot"]);
  EXPECT_EQ(before["tokenizer"], "chars4");
  EXPECT_EQ(after["tokenizer"], "o200k");
}

TEST_F(GraphCliTest, RequestPacksAreNumberedAndRotated) {
  for (int i = 1; i <= 5; ++i) {
    EXPECT_EQ(GraphJson({"pack", "login", "--history-limit", "3"})["request_seq"], i);
  }
  EXPECT_THAT(FilesIn("request_context_packs"), SizeIs(3));
  EXPECT_EQ(json::parse(Read("request_context.latest.json"))["request_seq"], 5);
  GraphJson({"pack", "login", "--write-latest", "false"});
  EXPECT_EQ(json::parse(Read("request_context.latest.json"))["request_seq"], 5);
  EXPECT_EQ(GraphJson({"pack", "login"})["request_seq"], 7);
}

TEST_F(GraphCliTest, ADryRunWritesNothingAmongTheGraphs) {
  const auto before = FilesIn("");
  const json pack =
      GraphJson({"pack", "run the zebra", "--dry-run", "--apply-clarify-task", "true"});
  EXPECT_EQ(FilesIn(""), before);
  EXPECT_FALSE(pack.contains("request_seq"));
  EXPECT_FALSE(pack.contains("clarify_applied_task_id"));
  EXPECT_TRUE(pack.contains("clarify_suggestion"));
}

TEST_F(GraphCliTest, AClarifyTaskIsSuggestedAndWrittenOnlyWhenAskedFor) {
  const std::string tasks = Read("tg_nodes.jsonl");
  const json pack = GraphJson({"pack", "run the zebra"});
  EXPECT_TRUE(pack["critical_info_missing"].get<bool>());
  EXPECT_THAT(pack["clarify_suggestion"]["title"], "Clarify the scope: run the zebra");
  EXPECT_EQ(Read("tg_nodes.jsonl"), tasks);
  EXPECT_FALSE(GraphJson({"pack", "run the zebra", "--suggest-clarify", "false"})
                   .contains("clarify_suggestion"));

  const json applied = GraphJson({"pack", "run the zebra", "--apply-clarify-task", "true"});
  const std::string id = applied["clarify_applied_task_id"];
  const std::string commit = applied["clarify_commit_id"];
  const std::string added = Read("tg_nodes.jsonl").substr(tasks.size());
  const json task = json::parse(added);
  EXPECT_EQ(task["id"], id);
  EXPECT_EQ(task["status"], "ready");
  EXPECT_EQ(task["origin"], "clarify_suggestion");
  EXPECT_EQ(task["tags"], json({"clarify"}));
  EXPECT_EQ(task["rev"], 1);
  // The four steps that have to follow.
  ASSERT_THAT(FilesIn("context_packs"),
              ElementsAre("context_pack.20260110T120000Z." + commit + ".json"));
  const std::string post = Read("context_packs/" + FilesIn("context_packs")[0]);
  EXPECT_EQ(json::parse(post)["commit_id"], commit);
  EXPECT_EQ(Read("context_pack.latest.json"), post);
  const json row = json::parse(Read("post_response_commits.jsonl"));
  EXPECT_EQ(row["commit_id"], commit);
  EXPECT_EQ(row["changed_node_ids"], json({id}));
  EXPECT_EQ(row["mode"], "clarify");
  EXPECT_EQ(row["event"], "post_response_commit");
  EXPECT_EQ(Graph({"validate"}).out.find("stale"), std::string::npos);
}

TEST_F(GraphCliTest, NothingIsClarifiedWhenTheIntentIsToExplain) {
  const json pack =
      GraphJson({"pack", "zebra", "--intent", "explain", "--apply-clarify-task", "true"});
  EXPECT_FALSE(pack.contains("clarify_suggestion"));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/graphs/post_response_commits.jsonl"));
}

TEST_F(GraphCliTest, DeltasTellWhatChangedSinceTheAnchor) {
  const std::string first = GraphJson({"add", "task", "One"})["commit_id"];
  const json second = GraphJson({"add", "knowledge", "Two"});
  const json latest = GraphJson({"pack", "login", "--dry-run"});
  EXPECT_EQ(latest["anchor"]["rule"], "latest_commit");
  EXPECT_EQ(latest["anchor"]["commit_id"], second["commit_id"]);
  ASSERT_THAT(latest["recent_deltas"], SizeIs(2));
  EXPECT_EQ(latest["recent_deltas"][0]["after_anchor"], false);
  const json asked = GraphJson({"pack", "login", "--dry-run", "--commit-id", first});
  EXPECT_EQ(asked["anchor"]["rule"], "commit_id");
  EXPECT_EQ(asked["recent_deltas"][0]["id"], second["id"]);
  EXPECT_EQ(asked["recent_deltas"][0]["after_anchor"], true);
  EXPECT_EQ(asked["recent_deltas"][0]["change"], "add:changed");
  const Finished unknown = Graph({"pack", "login", "--commit-id", "COMMIT-NONE"});
  EXPECT_EQ(unknown.code, 5);
  EXPECT_THAT(unknown.err, HasSubstr("there is no commit 'COMMIT-NONE'"));
}

TEST_F(GraphCliTest, WithoutACommitTheRequestBeforeIsTheAnchor) {
  EXPECT_EQ(GraphJson({"pack", "login"})["anchor"]["rule"], "none");
  const json pack = GraphJson({"pack", "login"});
  EXPECT_EQ(pack["anchor"]["rule"], "request_seq");
  EXPECT_EQ(pack["anchor"]["request_seq"], 1);
  EXPECT_THAT(pack["recent_deltas"], IsEmpty());
}

TEST_F(GraphCliTest, ABudgetIsNeverExceeded) {
  for (const char* budget : {"0", "1", "40", "100", "150", "200", "300", "1000"}) {
    for (const char* format : {"markdown", "prompt"}) {
      const Finished finished =
          Graph({"pack", "fix the login redirect", "--budget", budget, "--format", format});
      EXPECT_EQ(finished.code, 0) << finished.err;
      EXPECT_LE((finished.out.size() + 3) / 4, std::stoul(budget)) << format;
      if (finished.out.empty()) {
        EXPECT_THAT(finished.err, AllOf(HasSubstr("not shown within " + std::string(budget) + " "),
                                        HasSubstr(": overview ")));
      }
    }
  }
  EXPECT_THAT(Graph({"pack", "fix the login redirect", "--budget", "5"}).out, IsEmpty());
  const json pack = GraphJson({"pack", "fix the login redirect", "--budget", "150"});
  EXPECT_LE(pack["tokens_used"], 150);
  EXPECT_FALSE(pack["report"]["omissions"].empty());
}

TEST_F(GraphCliTest, WordsOfATaskNeedNoQuotationMarks) {
  const Finished bare = Graph({"pack", "fix", "the", "login", "redirect", "--dry-run"});
  EXPECT_EQ(bare.code, 0) << bare.err;
  EXPECT_EQ(bare.out, Graph({"pack", "fix the login redirect", "--dry-run"}).out);
}

TEST_F(GraphCliTest, EveryItemIsExplainedAndThePackIsReplayed) {
  ASSERT_EQ(Graph({"pack", "fix the login redirect", "--max-kg", "1", "--dry-run"}).code, 0);
  const Finished shown = Satchel({"why", "KG-FACT-COOKIE00"});
  EXPECT_THAT(shown.out, HasSubstr("score 7 = selected_task 4 + accepted_decision 3"));
  const Finished cut = Satchel({"why", "KG-RISK-PROXY000"});
  EXPECT_THAT(cut.out, HasSubstr("the section's limit of items was reached"));
  const json runs = json::parse(Satchel({"runs", "list", "--format", "json"}).out);
  const std::string run = runs["runs"][0]["id"];
  EXPECT_THAT(Satchel({"replay", run}).out, StartsWith("same bytes"));
  EXPECT_THAT(Satchel({"replay", run, "--fresh"}).out, StartsWith("same bytes"));
  ASSERT_EQ(Graph({"add", "task", "Another login redirect"}).code, 0);
  EXPECT_THAT(Satchel({"replay", run}).out, StartsWith("same bytes"));
  const Finished fresh = Satchel({"replay", run, "--fresh"});
  EXPECT_EQ(fresh.code, 1);
  EXPECT_THAT(fresh.out, HasSubstr("graphs/tg_nodes.jsonl has changed"));
}

TEST_F(GraphCliTest, NodesAreAddedRevisedLinkedAndListed) {
  const json added = GraphJson({"add", "task", "Write the manual", "--priority", "high", "--tags",
                                "docs, risk", "--depends-on", "TG-TASK-REDIRECT"});
  const std::string id = added["id"];
  EXPECT_THAT(id, StartsWith("TG-TASK-"));
  EXPECT_EQ(added["node"]["tags"], json({"docs", "risk"}));
  EXPECT_EQ(added["did"], "added");
  const json revised = GraphJson({"add", "task", "--id", id, "--status", "done"});
  EXPECT_EQ(revised["rev"], 2);
  EXPECT_EQ(revised["node"]["priority"], "high");
  EXPECT_EQ(revised["node"]["title"], "Write the manual");
  const json linked = GraphJson({"link", id, "KG-FACT-COOKIE00", "--as", "inputs"});
  EXPECT_EQ(linked["rev"], 3);
  EXPECT_EQ(linked["node"]["inputs"]["kg_refs"], json({"KG-FACT-COOKIE00"}));
  EXPECT_EQ(GraphJson({"link", id, "KG-FACT-COOKIE00", "--as", "inputs"})["did"], "unchanged");
  const json shown = GraphJson({"show", id, "--history"});
  EXPECT_EQ(shown["revisions"], 3);
  EXPECT_THAT(shown["history"], SizeIs(3));
  EXPECT_THAT(GraphJson({"show", "KG-FACT-COOKIE00"})["named_by"], Contains(id));
  EXPECT_THAT(Graph({"show", "--layer", "task", "--status", "done"}).out,
              AllOf(HasSubstr(id), HasSubstr("TG-TASK-SESSION"), Not(HasSubstr("REDIRECT"))));
  const json log = GraphJson({"log", "--limit", "2"})["commits"];
  EXPECT_THAT(Ids(log, "mode"), ElementsAre("link", "add"));
}

TEST_F(GraphCliTest, UnknownFieldsStayInLaterRevisions) {
  Log("kg_nodes.jsonl", {Row("KG-FACT-COOKIE00", "Cookies", {{"colour", "blue"}})});
  const json revised = GraphJson({"add", "knowledge", "--id", "KG-FACT-COOKIE00", "--text", "New"});
  EXPECT_EQ(revised["node"]["colour"], "blue");
  EXPECT_EQ(revised["node"]["summary"], "New");
}

TEST_F(GraphCliTest, AnExportIsImportedAgain) {
  const Finished exported = Graph({"export"});
  EXPECT_EQ(exported.code, 0);
  dir_.Write("app/src/nodes.jsonl", exported.out);
  EXPECT_EQ(GraphJson({"import", "nodes.jsonl"})["unchanged"], 6);
  const json elsewhere = GraphJson({"import", "nodes.jsonl", "--graphs-dir", "docs/other"});
  EXPECT_EQ(elsewhere["added"], 6);
  // Required fields that a row lacked are there now; from then on nothing changes.
  dir_.Write("app/src/whole.jsonl", Graph({"export", "--graphs-dir", "docs/other"}).out);
  EXPECT_EQ(GraphJson({"import", "whole.jsonl", "--graphs-dir", "third"})["added"], 6);
  EXPECT_EQ(Graph({"export", "--graphs-dir", "third"}).out,
            Graph({"export", "--graphs-dir", "docs/other"}).out);
  dir_.Write("app/src/bad.jsonl",
             "{\"id\": \"TG-TASK-NEW00000\", \"title\": \"New\"}\n{\"id\": 3}\n");
  const Finished refused = Graph({"import", "bad.jsonl"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("bad.jsonl:2: "), HasSubstr("nothing was imported")));
  EXPECT_THAT(Graph({"show"}).out, Not(HasSubstr("TG-TASK-NEW00000")));
}

TEST_F(GraphCliTest, ValidateNamesFileAndLineAndEndsWithOne) {
  dir_.Write(
      "app/graphs/tg_nodes.jsonl",
      Row("TG-TASK-A0000000", "A", {{"status", "blocked"}, {"dependencies", {"TG-GONE"}}}).dump() +
          "\n{\"id\": \"TG-TASK-B");
  const Finished finished = Graph({"validate"});
  EXPECT_EQ(finished.code, 1);
  for (const char* text :
       {"graphs/tg_nodes.jsonl:1 error dangling_reference: TG-TASK-A0000000: there is no node "
        "'TG-GONE'",
        "graphs/tg_nodes.jsonl:1 warning orphan_blocker",
        "graphs/tg_nodes.jsonl:1 error missing_field", "graphs/tg_nodes.jsonl:2 error torn_line"}) {
    EXPECT_THAT(finished.out, HasSubstr(text));
  }
  EXPECT_THAT(Graph({"pack", "a"}).err, HasSubstr("tg_nodes.jsonl"));
  // The next change ends the torn line, and is not lost in it.
  EXPECT_EQ(Graph({"add", "task", "After the crash"}).code, 0);
  EXPECT_THAT(Graph({"show"}).out, HasSubstr("After the crash"));
}

TEST_F(GraphCliTest, TheSelectedPartIsDrawn) {
  const Finished dot = Graph({"view", "fix the login redirect"});
  EXPECT_EQ(dot.code, 0) << dot.err;
  EXPECT_THAT(dot.out,
              AllOf(StartsWith("digraph satchel {"),
                    HasSubstr("\"TG-TASK-REDIRECT\" -> \"TG-TASK-SESSION\" [label=\"depends on\"]"),
                    Not(HasSubstr("PRINTER"))));
  EXPECT_THAT(Graph({"view", "--around", "KG-FACT-COOKIE00"}).out,
              AllOf(HasSubstr("RG-DEC-COOKIE00"), HasSubstr("TG-TASK-REDIRECT")));
  const Finished svg = Graph({"view", "login redirect", "--svg", "out.svg"});
  EXPECT_EQ(svg.code, 5);
  EXPECT_THAT(svg.err, HasSubstr("`dot` is not installed"));
}

TEST_F(GraphCliTest, GraphvizDrawsWhatIsPrinted) {
  ASSERT_TRUE(fs::exists("/usr/bin/dot")) << "scripts/bootstrap installs Graphviz";
  environment_["PATH"] = "/usr/bin";
  const Finished svg = Graph({"view", "fix the login redirect", "--svg", "out.svg"});
  EXPECT_EQ(svg.code, 0) << svg.err;
  EXPECT_THAT(TempDir::ReadFile(dir_.path() / "app/src/out.svg"),
              AllOf(HasSubstr("<svg"), HasSubstr("Repair the login redirect (ready)")));
}

TEST_F(GraphCliTest, WrongInputSaysWhatToDo) {
  const std::vector<std::pair<Args, std::string>> cases = {
      {{"pack"}, "graph pack needs REQUEST"},
      {{"pack", " "}, "the request is empty"},
      {{"pack", "a", "--request-text", "b"}, "given more than once"},
      {{"pack", "a", "--max-tasks", "0"}, "--max-tasks is '0'; it must be from 1 to 100000"},
      {{"pack", "a", "--intent", "sing"}, "--intent is 'sing'"},
      {{"pack", "a", "--write-latest", "maybe"}, "--write-latest is 'maybe'"},
      {{"pack", "a", "--graphs-dir", "../up"}, "'../up' is no directory below the workspace"},
      {{"pack", "a", "--graphs-dir", "/etc"}, "'/etc' is no directory below the workspace"},
      {{"pack", "a", "--stdout-json", "true", "--format", "prompt"}, "contradict"},
      {{"pack", "a", "--stages", "graph.nothing"}, "unknown stage"},
      {{"add", "song", "x"}, "LAYER is 'song'"},
      {{"add", "task"}, "graph add needs TITLE"},
      {{"add", "task", "a\nb"}, "a title is one line"},
      {{"add", "task", "a", "--id", "KG-1"}, "'KG-1' is no id of tg_nodes.jsonl"},
      {{"add", "knowledge", "a", "--blocks", "TG-1"}, "--blocks is for tasks"},
      {{"link", "TG-TASK-REDIRECT", "TG-TASK-REDIRECT"}, "cannot be linked to itself"},
      {{"link", "KG-FACT-COOKIE00", "TG-TASK-REDIRECT", "--as", "blocks"}, "has no 'blocks'"},
      {{"view"}, "needs REQUEST or --around NODE"},
  };
  for (const auto& [args, text] : cases) {
    const Finished finished = Graph(args);
    EXPECT_EQ(finished.code, 2) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(text)) << testing::PrintToString(args);
  }
  for (const Args& args : {Args{"show", "TG-NONE"}, Args{"link", "TG-NONE", "TG-TASK-REDIRECT"},
                           Args{"view", "--around", "TG-NONE"}}) {
    EXPECT_EQ(Graph(args).code, 5) << testing::PrintToString(args);
  }
}

TEST_F(GraphCliTest, ALinkInPlaceOfTheGraphsIsNotFollowed) {
  fs::rename(dir_.path() / "app/graphs", dir_.path() / "elsewhere");
  fs::create_directory_symlink(dir_.path() / "elsewhere", dir_.path() / "app/graphs");
  const Finished finished = Graph({"pack", "login"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("symbolic link"));
  EXPECT_EQ(Graph({"add", "task", "x"}).code, 2);
}

TEST_F(GraphCliTest, AMissingFolderSaysSoAndIsNotMadeByReading) {
  fs::remove_all(dir_.path() / "app/graphs");
  const Finished finished = Graph({"pack", "explain the login"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("there is no such directory"));
  EXPECT_FALSE(fs::exists(dir_.path() / "app/graphs"));
  EXPECT_EQ(Graph({"add", "task", "First"}).code, 0);
  EXPECT_TRUE(fs::exists(dir_.path() / "app/graphs/tg_nodes.jsonl"));
}

TEST_F(GraphCliTest, AFolderThatIsNamedMustBeThere) {
  for (const Args& args : {Args{"pack", "login"}, Args{"show"}, Args{"log"}, Args{"validate"},
                           Args{"export"}, Args{"view", "login"}, Args{"link", "TG-1", "TG-2"}}) {
    Args named = args;
    named.insert(named.end(), {"--graphs-dir", "nowhere"});
    const Finished finished = Graph(named);
    EXPECT_EQ(finished.code, 5) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("there is no directory nowhere in the workspace"));
    EXPECT_EQ(finished.out, "");
  }
  EXPECT_FALSE(fs::exists(dir_.path() / "app/nowhere"));
}

TEST_F(GraphCliTest, NodesAreNamedByWordsOrTheBeginningOfTheirId) {
  EXPECT_EQ(GraphJson({"show", "order", "TONER"})["id"], "TG-TASK-PRINTER");
  EXPECT_EQ(GraphJson({"show", "tg-task-re"})["id"], "TG-TASK-REDIRECT");
  const json added =
      GraphJson({"add", "task", "Write the manual", "--depends-on", "login redirect, TG-TASK-PRI",
                 "--refs", "live for a day,https://example.org/a b,docs/a.md"});
  EXPECT_EQ(added["node"]["dependencies"], json({"TG-TASK-REDIRECT", "TG-TASK-PRINTER"}));
  EXPECT_EQ(added["node"]["inputs"]["kg_refs"], json({"KG-FACT-COOKIE00"}));
  EXPECT_EQ(added["node"]["inputs"]["sources"], json({"https://example.org/a b", "docs/a.md"}));
  const json done = GraphJson({"add", "task", "--id", "manual", "--status", "done"});
  EXPECT_EQ(done["id"], added["id"]);
  EXPECT_EQ(done["rev"], 2);
  const json linked = GraphJson({"link", "toner", "renew sessions", "--as", "dependencies"});
  EXPECT_EQ(linked["node"]["dependencies"], json({"TG-TASK-SESSION"}));
  EXPECT_THAT(Graph({"view", "--around", "drops headers"}).out, HasSubstr("KG-RISK-PROXY000"));
  const Finished several = Graph({"show", "login"});
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, AllOf(HasSubstr("'login' means 2 nodes: "),
                                 HasSubstr("RG-DEC-COOKIE00 (Keep the login in a cookie)"),
                                 HasSubstr("TG-TASK-REDIRECT (Repair the login redirect)")));
  EXPECT_EQ(Graph({"add", "task", "x", "--depends-on", "zebra"}).code, 5);
  EXPECT_EQ(Graph({"add", "task", "--id", "zebra", "--status", "done"}).code, 5);
}

TEST_F(GraphCliTest, WhatTheValidatorWouldCallWrongIsNotWritten) {
  const std::string tasks = Read("tg_nodes.jsonl");
  dir_.Write("app/src/title.json", R"({"title": "x", "dependencies": ["Order toner"]})");
  dir_.Write("app/src/rows.jsonl", Row("TG-A", "a", {{"dependencies", {"TG-B"}}}).dump() + "\n" +
                                       Row("TG-B", "b", {{"dependencies", {"TG-A"}}}).dump() +
                                       "\n");
  const std::vector<std::pair<Args, std::string>> cases = {
      {{"add", "task", "x", "--status", "doing"}, "'status' is 'doing', which no rule knows"},
      {{"add", "decision", "x", "--status", "done"}, "'status' is 'done', which no rule knows"},
      {{"add", "knowledge", "x", "--type", "song"}, "'type' is 'song', which no rule knows"},
      {{"add", "task", "--json-file", "title.json"}, "'Order toner' in 'dependencies' is no task"},
      {{"add", "task", "--id", "TG-TASK-SESSION", "--depends-on", "login redirect"},
       "TG-TASK-SESSION would wait for TG-TASK-REDIRECT, which waits for it"},
      {{"link", "TG-TASK-SESSION", "TG-TASK-REDIRECT", "--as", "dependencies"},
       "would wait for TG-TASK-REDIRECT"},
      {{"link", "TG-TASK-REDIRECT", "TG-TASK-SESSION", "--as", "blocks"}, "which waits for it"},
      {{"import", "rows.jsonl"}, "rows.jsonl:1: TG-A would wait for TG-B"},
  };
  for (const auto& [args, text] : cases) {
    const Finished finished = Graph(args);
    EXPECT_EQ(finished.code, 2) << testing::PrintToString(args) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(text)) << testing::PrintToString(args);
  }
  EXPECT_EQ(Read("tg_nodes.jsonl"), tasks);
  EXPECT_FALSE(fs::exists(dir_.path() / "app/graphs/post_response_commits.jsonl"));
}

TEST_F(GraphCliTest, ALineThatIsNoRowIsShownWithItsPlaceAndTheReason) {
  dir_.Write("app/graphs/kg_nodes.jsonl", "{\"id\": KG-1}\n[]\n");
  for (const Args& args : {Args{"show"}, Args{"pack", "login"}}) {
    EXPECT_THAT(Graph(args).err,
                AllOf(HasSubstr("graphs/kg_nodes.jsonl:1: "),
                      HasSubstr("it is no JSON: column 8: "), HasSubstr("(2 like this: ")))
        << testing::PrintToString(args);
  }
  EXPECT_THAT(
      Graph({"validate"}).out,
      AllOf(HasSubstr("graphs/kg_nodes.jsonl:1 error not_json: it is no JSON: column 8: "),
            HasSubstr("graphs/kg_nodes.jsonl:2 error not_an_object: it is no JSON object")));
}

TEST_F(GraphCliTest, SecretsReachNoPack) {
  const std::string secret = std::string("AKIA") + "IOSFODNN7EXAMPLQ";
  Log("kg_nodes.jsonl", {Row("KG-FACT-KEY00000", "Login key " + secret,
                             {{"summary", "The key is " + secret}, {"tags", {"risk"}}})});
  for (const char* format : {"markdown", "prompt", "json"}) {
    const Finished finished = Graph({"pack", "login " + secret, "--format", format});
    EXPECT_EQ(finished.code, 0);
    EXPECT_THAT(finished.out, Not(HasSubstr(secret))) << format;
    EXPECT_THAT(finished.err, Not(HasSubstr(secret))) << format;
  }
  EXPECT_THAT(Read("request_context.latest.json"), Not(HasSubstr(secret)));
}

TEST_F(GraphCliTest, PostgresAndSqliteGiveTheSameBytes) {
  const Finished sqlite = Graph({"pack", "fix the login redirect", "--dry-run"});
  const std::string digest = GraphJson({"pack", "fix the login redirect", "--dry-run"})["digest"];
  const PostgresDatabase database;
  fs::remove_all(dir_.path() / "app/.satchel");
  const Finished init = Satchel({"init", "--store", AppUrl(database)});
  ASSERT_EQ(init.code, 0) << init.err;
  const Finished postgres = Graph({"pack", "fix the login redirect", "--dry-run"});
  EXPECT_EQ(postgres.code, 0) << postgres.err;
  EXPECT_EQ(postgres.out, sqlite.out);
  EXPECT_EQ(GraphJson({"pack", "fix the login redirect", "--dry-run"})["digest"], digest);
}

}  // namespace
}  // namespace satchel::test
