#include "graph/files/post_pack.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/node_json.h"

namespace satchel::graph {
namespace {

constexpr std::array<std::size_t, 3> kMost = {30, 10, 15};  // by layer
constexpr std::size_t kMostDeltas = 20;

Json At(const Json& object, std::string_view key, const Json& otherwise) {
  const auto found = object.find(key);
  return found == object.end() ? otherwise : *found;
}

// The highest confidence of its evidence; 0 when there is none.
Json Confidence(const Json& node) {
  Json highest = 0;
  for (const Json& evidence : At(node, "evidence", Json::array())) {
    if (!evidence.is_object()) continue;
    const Json confidence = At(evidence, "confidence", 0);
    if (confidence.is_number() && confidence > highest) highest = confidence;
  }
  return highest;
}

struct Entry {
  std::optional<Time> updated_at;
  std::string_view id;
  const Json* row = nullptr;  // null: the node of that number
  NodeIndex node = 0;
};

bool IsOpen(Layer layer, std::string_view status) {
  if (layer != Layer::kTask) return true;
  return Node{.layer = layer, .status = std::string(status)}.open();
}

// The newest of a layer, the rows in the place of what they revise.
std::vector<Json> Newest(const Graph& graph, Layer layer,
                         const std::map<std::string, const Json*>& rows) {
  std::vector<Entry> entries;
  const auto [begin, end] = graph.Range(layer);
  for (NodeIndex i = begin; i < end; ++i) {
    const Node& node = graph.node(i);
    if (rows.contains(node.id) || !IsOpen(layer, node.status)) continue;
    entries.push_back({.updated_at = node.updated_at, .id = node.id, .node = i});
  }
  for (const auto& [id, json] : rows) {
    if (LayerOfId(id) != layer) continue;
    const Row row = RowOf(layer, *json);
    if (!IsOpen(layer, row.status)) continue;
    entries.push_back({.updated_at = row.updated_at, .id = id, .row = json});
  }
  const std::size_t count = std::min(entries.size(), kMost[IndexOf(layer)]);
  std::ranges::partial_sort(
      entries, entries.begin() + static_cast<std::ptrdiff_t>(count), {}, [](const Entry& entry) {
        return std::tuple(entry.updated_at ? -entry.updated_at->micros : INT64_MAX, entry.id);
      });
  std::vector<Json> nodes;
  for (std::size_t i = 0; i < count; ++i) {
    nodes.push_back(entries[i].row == nullptr ? graph.JsonOf(entries[i].node) : *entries[i].row);
  }
  return nodes;
}

Json DeltaOf(std::string_view id, std::string_view mode, std::string_view commit_id) {
  const auto layer = LayerOfId(id);
  return {{"layer", layer ? Name(*layer) : "?"},
          {"id", id},
          {"change", fmt::format("{}:changed", mode)},
          {"commit_id", commit_id}};
}

}  // namespace

Json TaskSnapshot(const Json& node) {
  return {{"id", At(node, "id", "")},
          {"title", At(node, "title", "")},
          {"status", At(node, "status", "")},
          {"deps", At(node, "dependencies", Json::array())},
          {"acceptance_criteria", At(node, "acceptance_criteria", Json::array())}};
}

Json KnowledgeSnapshot(const Json& node) {
  return {{"id", At(node, "id", "")},
          {"title", At(node, "title", "")},
          {"summary", At(node, "summary", "")},
          {"status", At(node, "status", "")},
          {"confidence", Confidence(node)}};
}

Json DecisionSnapshot(const Json& node) {
  const Json outcome = At(node, "outcome", Json::object());
  return {{"id", At(node, "id", "")},
          {"title", At(node, "title", "")},
          {"decision", At(node, "decision", "")},
          {"status", outcome.is_object() ? At(outcome, "status", "") : Json("")}};
}

Json SnapshotOf(Layer layer, const Json& node) {
  switch (layer) {
    case Layer::kKnowledge:
      return KnowledgeSnapshot(node);
    case Layer::kDecision:
      return DecisionSnapshot(node);
    case Layer::kTask:
      break;
  }
  return TaskSnapshot(node);
}

Json PostResponsePack(const Graph& graph, const std::vector<std::pair<Layer, Json>>& rows,
                      std::string_view commit_id, std::string_view mode, Time now) {
  std::map<std::string, const Json*> by_id;
  for (const auto& [layer, row] : rows) by_id[row.at("id").get<std::string>()] = &row;
  std::array<Json, 3> snapshots = {Json::array(), Json::array(), Json::array()};
  for (const Layer layer : kLayers) {
    for (const Json& node : Newest(graph, layer, by_id)) {
      snapshots[IndexOf(layer)].push_back(SnapshotOf(layer, node));
    }
  }
  Json active = Json::array();
  for (const Json& task : snapshots[IndexOf(Layer::kTask)]) active.push_back(task["id"]);
  Json deltas = Json::array();
  for (const auto& [id, row] : by_id) {
    if (deltas.size() < kMostDeltas) deltas.push_back(DeltaOf(id, mode, commit_id));
  }
  for (std::size_t i = graph.commits().size(); i-- > 0 && deltas.size() < kMostDeltas;) {
    const Commit& commit = graph.commits()[i];
    for (const std::string& id : std::set(commit.changed.begin(), commit.changed.end())) {
      if (deltas.size() < kMostDeltas) deltas.push_back(DeltaOf(id, commit.mode, commit.id));
    }
  }
  const Json& tasks = snapshots[IndexOf(Layer::kTask)];
  return {{"schema_version", 1},
          {"goal", tasks.empty() ? Json("") : tasks.front()["title"]},
          {"generated_at", Stamp(now)},
          {"commit_id", commit_id},
          {"active_tasks", std::move(active)},
          {"task_snapshot", std::move(snapshots[IndexOf(Layer::kTask)])},
          {"knowledge_snapshot", std::move(snapshots[IndexOf(Layer::kKnowledge)])},
          {"decision_snapshot", std::move(snapshots[IndexOf(Layer::kDecision)])},
          {"recent_deltas", std::move(deltas)}};
}

}  // namespace satchel::graph
