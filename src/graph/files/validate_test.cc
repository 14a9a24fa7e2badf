#include "graph/files/validate.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"
#include "graph/files/pending.h"
#include "graph/files/writer.h"
#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");

Json Node(const std::string& id, const Json& fields = Json::object()) {
  Json all = {{"id", id}, {"title", "t"}};
  all.update(fields);
  return FirstRevision(LayerOfId(id).value_or(Layer::kKnowledge), all, kNow).value();
}

Json Without(Json node, std::string_view key) {
  node.erase(std::string(key));
  return node;
}

Json With(Json node, const std::string& key, const Json& value) {
  node[key] = value;
  return node;
}

Loaded LoadedFrom(const std::vector<Json>& rows, const std::string& commits = "") {
  Logs logs;
  logs.commits = commits;
  for (const Json& row : rows) {
    const Layer layer = LayerOfId(row["id"].get<std::string>()).value_or(Layer::kKnowledge);
    logs.nodes[IndexOf(layer)] += CanonicalJson(row) + "\n";
  }
  return {.exists = true, .graph = Graph::Read(std::move(logs))};
}

Loaded TasksFrom(std::string_view log) {
  return {.exists = true, .graph = Graph::Read({.nodes = {"", "", std::string(log)}})};
}

// "error cycle TG-1 tg_nodes.jsonl:2"
std::vector<std::string> Faults(const Loaded& loaded) {
  std::vector<std::string> faults;
  for (const Fault& fault : Validate(loaded)) {
    faults.push_back(fmt::format("{} {} {} {}:{}", Name(fault.severity), fault.kind, fault.id,
                                 fault.file, fault.line));
  }
  return faults;
}
std::vector<std::string> FaultsIn(const std::vector<Json>& rows) {
  return Faults(LoadedFrom(rows));
}

std::vector<std::string> FileFaults(const test::TempDir& temp) {
  std::vector<std::string> faults;
  const Directory directory = Directory::Open(temp.path() / "graphs").value();
  const Loaded loaded = LoadGraph(directory);
  for (const Fault& fault : ValidateFiles(directory, *loaded.graph)) {
    faults.push_back(fmt::format("{} {} {}", Name(fault.severity), fault.kind, fault.file));
  }
  return faults;
}

TEST(ValidateTest, FirstRevisionsHaveNoFault) {
  EXPECT_THAT(FaultsIn({Node("KG-1"), Node("RG-1"), Node("TG-1")}), IsEmpty());
}

TEST(ValidateTest, LinesThatCannotBeUsed) {
  EXPECT_THAT(
      Faults(TasksFrom("x\n[]\n{}\n{\"id\":")),
      ElementsAre("error not_json  tg_nodes.jsonl:1", "error not_an_object  tg_nodes.jsonl:2",
                  "error no_id  tg_nodes.jsonl:3", "error torn_line  tg_nodes.jsonl:4"));
  const std::string row = CanonicalJson(Node("TG-1")) + "\n";
  EXPECT_THAT(Faults(TasksFrom(row + std::string(kMostLineBytes + 1, 'x') + "\n")),
              ElementsAre("error line_too_long  tg_nodes.jsonl:2"));
}

TEST(ValidateTest, AFileThatCannotBeRead) {
  Loaded loaded = TasksFrom("");
  loaded.unreadable.push_back(
      {.file = "kg_nodes.jsonl", .problem = Problem::kUnreadable, .text = "a link"});
  EXPECT_THAT(Faults(loaded), ElementsAre("error unreadable  kg_nodes.jsonl:0"));
}

TEST(ValidateTest, EveryRequiredFieldOfEveryLayer) {
  const auto expect = [](const std::string& id, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
      const auto faults = FaultsIn({Without(Node(id), key)});
      EXPECT_THAT(faults, Contains(testing::StartsWith("error missing_field " + id))) << key;
    }
  };
  expect("KG-1", {"type", "title", "created_at", "updated_at", "links", "tags", "rev", "summary",
                  "attributes", "relationships", "evidence", "status"});
  expect("RG-1", {"type", "context", "decision", "rationale", "alternatives", "assumptions",
                  "risks", "validation", "outcome"});
  expect("TG-1", {"description", "status", "priority", "owner_role", "dependencies", "blocks",
                  "acceptance_criteria", "inputs", "outputs", "log"});
}

TEST(ValidateTest, ANodeInTheWrongLog) {
  EXPECT_THAT(Faults(TasksFrom(CanonicalJson(With(Node("TG-1"), "id", "KG-1")) + "\n")),
              ElementsAre("error wrong_layer KG-1 tg_nodes.jsonl:1"));
}

TEST(ValidateTest, RevisionsAreWholeNumbersFromOne) {
  for (const Json& rev : {Json(0), Json(-1), Json(1.5), Json("1"), Json()}) {
    EXPECT_THAT(FaultsIn({With(Node("KG-1"), "rev", rev)}),
                ElementsAre("error bad_revision KG-1 kg_nodes.jsonl:1"))
        << rev;
  }
}

TEST(ValidateTest, ARevisionThatIsThereTwice) {
  EXPECT_THAT(FaultsIn({Node("KG-1"), Node("KG-2"), Node("KG-1")}),
              ElementsAre("error duplicate_revision KG-1 kg_nodes.jsonl:3"));
}

TEST(ValidateTest, TimesOfOneForm) {
  for (const Json& time : {Json("2026-01-01"), Json("2026-01-01T00:00:00+00:00"),
                           Json("2026-02-30T00:00:00Z"), Json("2026-01-01T00:00:00.5Z"), Json(7)}) {
    EXPECT_THAT(FaultsIn({With(Node("KG-1"), "updated_at", time)}),
                ElementsAre("error bad_time KG-1 kg_nodes.jsonl:1"))
        << time;
  }
}

TEST(ValidateTest, WordsThatNoRuleKnows) {
  EXPECT_THAT(FaultsIn({With(Node("KG-1"), "type", "gossip"), With(Node("TG-1"), "status", "stuck"),
                        With(Node("TG-2"), "priority", "9"),
                        With(Node("RG-1"), "outcome", {{"status", "maybe"}})}),
              ElementsAre("warning unknown_word KG-1 kg_nodes.jsonl:1",
                          "warning unknown_word RG-1 rg_nodes.jsonl:1",
                          "warning unknown_word TG-1 tg_nodes.jsonl:1",
                          "warning unknown_word TG-2 tg_nodes.jsonl:2"));
  EXPECT_THAT(FaultsIn({With(Node("TG-1"), "status", "canceled")}), IsEmpty());
}

TEST(ValidateTest, ReferencesToNothing) {
  EXPECT_THAT(
      FaultsIn({With(Node("KG-1"), "relationships", {{{"rel", "x"}, {"target_id", "KG-9"}}}),
                With(Node("RG-1"), "refs", {{"kg_refs", {"KG-8"}}}),
                With(Node("TG-1"), "links", {"https://example.org", "artifact://a", "RG-7"})}),
      ElementsAre("error dangling_reference KG-1 kg_nodes.jsonl:1",
                  "error dangling_reference RG-1 rg_nodes.jsonl:1",
                  "error dangling_reference TG-1 tg_nodes.jsonl:1"));
}

TEST(ValidateTest, OldRevisionsMayNameWhatIsGone) {
  Json next = With(Node("TG-1"), "rev", 2);
  EXPECT_THAT(FaultsIn({With(Node("TG-1"), "links", Json::array({"KG-9"})), next}), IsEmpty());
}

TEST(ValidateTest, TasksWaitForTasks) {
  EXPECT_THAT(FaultsIn({Node("KG-1"), With(Node("TG-1"), "dependencies", {"KG-1", "x"})}),
              ElementsAre("error malformed_reference TG-1 tg_nodes.jsonl:1",
                          "error malformed_reference TG-1 tg_nodes.jsonl:1"));
}

TEST(ValidateTest, CyclesThroughDependenciesAndBlockers) {
  EXPECT_THAT(FaultsIn({With(Node("TG-1"), "dependencies", Json::array({"TG-2"})),
                        With(Node("TG-2"), "dependencies", Json::array({"TG-3"})),
                        With(Node("TG-3"), "dependencies", Json::array({"TG-1"}))}),
              ElementsAre("error cycle TG-3 tg_nodes.jsonl:3"));
  EXPECT_THAT(FaultsIn({With(With(Node("TG-1"), "dependencies", Json::array({"TG-2"})), "blocks",
                             Json::array({"TG-2"})),
                        Node("TG-2")}),
              Contains(testing::HasSubstr("error cycle")));
  EXPECT_THAT(FaultsIn({With(Node("TG-1"), "blocks", Json::array({"TG-1"}))}),
              ElementsAre("error cycle TG-1 tg_nodes.jsonl:1"));
}

TEST(ValidateTest, TwoWaysToSayTheSameAreNoCycle) {
  EXPECT_THAT(FaultsIn({With(Node("TG-1"), "dependencies", Json::array({"TG-2"})),
                        With(Node("TG-2"), "blocks", Json::array({"TG-1"}))}),
              IsEmpty());
}

TEST(ValidateTest, ALongChainIsWalkedWithoutRecursion) {
  std::string log;
  for (int i = 0; i < 10'000; ++i) {
    log += fmt::format(R"({{"id":"TG-{}","dependencies":["TG-{}"]}})", i, (i + 1) % 10'000) + "\n";
  }
  EXPECT_EQ(std::ranges::count(Validate(TasksFrom(log)), "cycle", &Fault::kind), 1);
}

TEST(ValidateTest, ABlockedTaskWithNothingToWaitFor) {
  const Json blocked = With(Node("TG-1"), "status", "blocked");
  EXPECT_THAT(FaultsIn({blocked}), ElementsAre("warning orphan_blocker TG-1 tg_nodes.jsonl:1"));
  const Json waits = With(blocked, "dependencies", Json::array({"TG-2"}));
  EXPECT_THAT(FaultsIn({waits, With(Node("TG-2"), "status", "done")}),
              ElementsAre("warning orphan_blocker TG-1 tg_nodes.jsonl:1"));
  EXPECT_THAT(FaultsIn({waits, With(Node("TG-2"), "status", "backlog")}), IsEmpty());
  EXPECT_THAT(FaultsIn({blocked, With(Node("TG-2"), "blocks", Json::array({"TG-1"}))}), IsEmpty());
}

TEST(ValidateTest, CommitsHaveOneIdEachATimeAndNodes) {
  const std::string row =
      R"({"commit_id":"C","created_at":"2026-01-01T00:00:00Z","changed_node_ids":["KG-1"]})"
      "\n";
  EXPECT_THAT(Faults(LoadedFrom({Node("KG-1")}, row)), IsEmpty());
  EXPECT_THAT(Faults(LoadedFrom({Node("KG-1")}, row + row)),
              ElementsAre("error duplicate_commit C post_response_commits.jsonl:2"));
  EXPECT_THAT(Faults(LoadedFrom({}, row)),
              ElementsAre("warning dangling_reference C post_response_commits.jsonl:1"));
  EXPECT_THAT(Faults(LoadedFrom({}, "{\"commit_id\":\"C\"}\n")),
              ElementsAre("error bad_time C post_response_commits.jsonl:1"));
}

TEST(ValidateTest, FaultsAreOrderedByFileAndLine) {
  const auto faults = Validate(LoadedFrom(
      {With(Node("TG-1"), "rev", 0), With(Node("KG-2"), "rev", 0), With(Node("KG-1"), "rev", 0)}));
  EXPECT_TRUE(std::ranges::is_sorted(
      faults, {}, [](const Fault& fault) { return std::tie(fault.file, fault.line, fault.kind); }));
}

TEST(ValidateFilesTest, ALatestPackOfAnotherCommit) {
  const test::TempDir temp;
  const auto commit = [&](const std::string& id) {
    return Writer::Open(temp.path(), "graphs", Deadline::Never())
        .value()
        .Commit({.mode = "add", .rows = {{Layer::kKnowledge, Node(id)}}}, kNow);
  };
  ASSERT_TRUE(commit("KG-1").has_value());
  EXPECT_THAT(FileFaults(temp), IsEmpty());
  const std::string old = test::TempDir::ReadFile(temp.path() / "graphs/context_pack.latest.json");
  ASSERT_TRUE(commit("KG-2").has_value());
  temp.Write("graphs/context_pack.latest.json", old);
  EXPECT_THAT(FileFaults(temp), ElementsAre("error stale_latest_pack context_pack.latest.json"));
  temp.Write("graphs/context_pack.latest.json", "{");
  EXPECT_THAT(FileFaults(temp), ElementsAre("error stale_latest_pack context_pack.latest.json"));
}

TEST(ValidateFilesTest, AChangeThatWasCutOff) {
  const test::TempDir temp;
  temp.Write("graphs/.pending.json",
             CanonicalJson(ToJson({.commit_id = "C1",
                                   .pack_name = "context_pack.1.C1.json",
                                   .commit_row = {.file = std::string(kCommitLog)}})));
  EXPECT_THAT(FileFaults(temp), ElementsAre("warning unfinished_change .pending.json"));
  temp.Write("graphs/.pending.json", "x");
  EXPECT_THAT(FileFaults(temp), ElementsAre("error unfinished_change .pending.json"));
}

}  // namespace
}  // namespace satchel::graph
