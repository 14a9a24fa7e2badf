#include "graph/files/post_pack.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/graph_logs.h"

namespace satchel::graph {
namespace {

using test::GraphOf;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");

Json PackOf(const Graph& graph, const std::vector<std::string>& rows = {}) {
  std::vector<std::pair<Layer, Json>> change;
  for (const std::string& text : rows) {
    Json row = test::RowFrom(text);
    const Layer layer = LayerOfId(row["id"].get<std::string>()).value_or(Layer::kKnowledge);
    change.emplace_back(layer, std::move(row));
  }
  return PostResponsePack(graph, change, "C9", "add", kNow);
}

Json IdsAt(const Json& pack, std::string_view key) {
  Json ids = Json::array();
  for (const Json& item : pack.at(key)) ids.push_back(item["id"]);
  return ids;
}

TEST(PostPackTest, ShowsTheNewestOfEachLayer) {
  const Json pack = PackOf(
      *GraphOf({"KG-A", "KG-B at=2026-02-01T00:00:00Z", "KG-C at=none", "RG-A outcome=rejected",
                R"(TG-A "task" status=ready)", "TG-B status=done at=2026-02-01T00:00:00Z"}));
  EXPECT_EQ(IdsAt(pack, "knowledge_snapshot"), Json({"KG-B", "KG-A", "KG-C"}));
  EXPECT_EQ(IdsAt(pack, "decision_snapshot"), Json::array({"RG-A"}));
  EXPECT_EQ(pack["active_tasks"], Json::array({"TG-A"}));
  EXPECT_EQ(pack["goal"], "task");
  EXPECT_EQ(pack["generated_at"], "2026-03-01T10:11:12Z");
  EXPECT_EQ(pack["commit_id"], "C9");
  EXPECT_EQ(pack["schema_version"], 1);
}

TEST(PostPackTest, RowsOfTheChangeTakeThePlaceOfWhatTheyRevise) {
  const auto graph = GraphOf({R"(KG-A "old")", "TG-A status=ready", "TG-B status=done"});
  const Json pack = PackOf(*graph, {R"(KG-A "new" rev=2)", "TG-A rev=2 status=done",
                                    "TG-B rev=2 status=review", "TG-C status=ready"});
  EXPECT_EQ(pack["knowledge_snapshot"][0]["title"], "new");
  EXPECT_EQ(pack["active_tasks"], Json({"TG-B", "TG-C"}));
}

TEST(PostPackTest, CapsAreThirtyTenFifteenAndTwenty) {
  std::vector<std::string> rows;
  for (int i = 0; i < 40; ++i) {
    for (const char* layer : {"KG", "RG", "TG"}) {
      rows.push_back(fmt::format("{}-{:02} status=ready", layer, i));
    }
  }
  const auto graph = GraphOf(rows, {"C1 changed=KG-00,KG-01"});
  const Json pack = PackOf(*graph, rows);
  EXPECT_EQ(pack["knowledge_snapshot"].size(), 30U);
  EXPECT_EQ(pack["decision_snapshot"].size(), 10U);
  EXPECT_EQ(pack["task_snapshot"].size(), 15U);
  EXPECT_EQ(pack["recent_deltas"].size(), 20U);
}

TEST(PostPackTest, DeltasAreOfTheChangeThenOfTheCommitsBefore) {
  const auto graph = GraphOf({"KG-A"}, {"C1 mode=link changed=KG-A", "C2 changed=KG-B,KG-A,KG-B"});
  const Json pack = PackOf(*graph, {"TG-B", "TG-A"});
  std::vector<std::string> deltas;
  for (const Json& delta : pack["recent_deltas"]) {
    deltas.push_back(fmt::format("{} {} {}", delta["commit_id"].get<std::string>(),
                                 delta["id"].get<std::string>(),
                                 delta["change"].get<std::string>()));
  }
  EXPECT_THAT(deltas, testing::ElementsAre("C9 TG-A add:changed", "C9 TG-B add:changed",
                                           "C2 KG-A add:changed", "C2 KG-B add:changed",
                                           "C1 KG-A link:changed"));
}

TEST(SnapshotTest, ConfidenceIsTheHighestOfTheEvidence) {
  const auto confidence = [](std::string_view evidence) {
    return KnowledgeSnapshot({{"id", "KG-1"}, {"evidence", Json::parse(evidence)}})["confidence"];
  };
  EXPECT_EQ(confidence(R"([{"confidence":0.5},{"confidence":0.9},{"confidence":"high"},7])"), 0.9);
  EXPECT_EQ(confidence("[]"), 0);
  EXPECT_EQ(confidence("3"), 0);
  EXPECT_EQ(KnowledgeSnapshot(Json::object())["confidence"], 0);
}

TEST(SnapshotTest, HasItsKeysWhateverTheNodeHas) {
  EXPECT_EQ(TaskSnapshot(Json::object()), (Json{{"id", ""},
                                                {"title", ""},
                                                {"status", ""},
                                                {"deps", Json::array()},
                                                {"acceptance_criteria", Json::array()}}));
  EXPECT_EQ(DecisionSnapshot({{"outcome", 7}})["status"], "");
  EXPECT_EQ(DecisionSnapshot({{"outcome", {{"status", "accepted"}}}})["status"], "accepted");
}

}  // namespace
}  // namespace satchel::graph
