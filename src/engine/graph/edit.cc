#include "engine/graph/edit.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/graph/view.h"
#include "sources/graph/node_json.h"
#include "sources/graph/row.h"
#include "sources/graph/writer.h"

namespace satchel::engine {
namespace {

using graph::Layer;

Result<graph::Writer> OpenWriter(const GraphPlace& place) {
  return graph::Writer::Open(place.workspace.root, place.folder, place.deadline);
}

std::vector<std::string> Dangling(const graph::Graph& graph, const Json& node) {
  std::set<std::string> ids;
  for (std::string& text : graph::StringsIn(node)) {
    if (graph::LayerOfId(text) && Json(text) != node.at("id") && !graph.Find(text)) {
      ids.insert(std::move(text));
    }
  }
  return {ids.begin(), ids.end()};
}

// Titles and texts may speak of ids; only lists of references are looked at.
Json ReferencesOf(const Json& node) {
  Json references = {{"id", node.at("id")}};
  for (const std::string_view key :
       {"links", "inputs", "refs", "dependencies", "blocks", "relationships"}) {
    if (node.contains(key)) references[std::string(key)] = node[std::string(key)];
  }
  return references;
}

Result<GraphEdit> Write(graph::Writer writer, const GraphPlace& place, std::string_view mode,
                        Layer layer, Json node, bool created) {
  GraphEdit edit{.node = node,
                 .created = created,
                 .completed = writer.folder().completed,
                 .dangling = Dangling(writer.graph(), ReferencesOf(node))};
  graph::Change change{.mode = std::string(mode)};
  change.rows.emplace_back(layer, std::move(node));
  const auto committed = SATCHEL_TRY(std::move(writer).Commit(change, place.now));
  edit.commit_id = committed.commit_id;
  return edit;
}

// What two revisions say, apart from which one they are.
bool SaysTheSame(Json a, Json b) {
  for (Json* node : {&a, &b}) {
    node->erase("rev");
    node->erase("updated_at");
  }
  return a == b;
}

// Rows of an import on their way, with what earlier lines of it have made of a node.
class Import {
 public:
  Import(const graph::Graph& graph, Time now) : graph_(graph), now_(now) {}

  Status Add(std::string_view line) {
    auto json = SATCHEL_TRY(ParseJson(line, {.max_bytes = graph::kMostLineBytes, .max_depth = 64}));
    if (!json.is_object()) return Fail(Errc::kInvalidInput, "it is no JSON object");
    const auto id = json.find("id");
    const auto layer = id != json.end() && id->is_string()
                           ? graph::LayerOfId(id->get_ref<const std::string&>())
                           : std::nullopt;
    if (!layer) return Fail(Errc::kInvalidInput, "it has no id that begins with KG-, RG- or TG-");
    const std::string key = id->get<std::string>();
    const auto known = Find(*layer, key);
    if (!known) return AddNew(*layer, key, json);
    const auto& [latest, highest] = *known;
    Json merged = latest;
    merged.update(json);
    if (SaysTheSame(latest, std::move(merged))) {
      ++result.unchanged;
      return {};
    }
    auto next = SATCHEL_TRY(graph::NextRevision(*layer, latest, highest, json, now_));
    const graph::Row row = graph::RowOf(*layer, json);
    if (row.rev && *row.rev > highest && row.updated_at) {
      // Taken as it is: its number and its time are newer than ours.
      next["rev"] = *row.rev;
      next["updated_at"] = graph::Stamp(*row.updated_at);
    }
    ++result.revised;
    Keep(*layer, key, std::move(next));
    return {};
  }

  graph::Change change{.mode = "import"};
  GraphImport result;

 private:
  // The latest revision, here or in the graph, and the highest number.
  std::optional<std::pair<Json, std::int64_t>> Find(Layer layer, const std::string& id) const {
    if (const auto known = latest_.find(id); known != latest_.end()) {
      return std::pair(known->second, graph::RowOf(layer, known->second).rev.value_or(0));
    }
    if (const auto node = graph_.Find(id)) {
      return std::pair(graph_.JsonOf(*node), graph_.node(*node).highest_rev);
    }
    return std::nullopt;
  }

  Status AddNew(Layer layer, const std::string& id, const Json& json) {
    auto first = SATCHEL_TRY(graph::FirstRevision(layer, json, now_));
    const graph::Row row = graph::RowOf(layer, json);
    if (row.rev && *row.rev >= 1) first["rev"] = *row.rev;
    if (row.updated_at) first["updated_at"] = graph::Stamp(*row.updated_at);
    ++result.added;
    Keep(layer, id, std::move(first));
    return {};
  }

  void Keep(Layer layer, const std::string& id, Json node) {
    latest_[id] = node;
    change.rows.emplace_back(layer, std::move(node));
  }

  const graph::Graph& graph_;
  Time now_;
  std::map<std::string, Json> latest_;
};

}  // namespace

Result<GraphEdit> AddNode(const GraphPlace& place, Layer layer, const Json& fields) {
  auto writer = SATCHEL_TRY(OpenWriter(place));
  const auto id = fields.is_object() ? fields.find("id") : fields.end();
  const bool named = fields.is_object() && id != fields.end() && id->is_string();
  const auto known = named ? writer.graph().Find(id->get_ref<const std::string&>()) : std::nullopt;
  if (known && writer.graph().node(*known).layer != layer) {
    return Fail(Errc::kInvalidInput, fmt::format("{} is in {}", writer.graph().node(*known).id,
                                                 LogName(writer.graph().node(*known).layer)));
  }
  auto node = SATCHEL_TRY(known ? graph::NextRevision(layer, writer.graph().JsonOf(*known),
                                                      writer.graph().node(*known).highest_rev,
                                                      fields, place.now)
                                : graph::FirstRevision(layer, fields, place.now));
  return Write(std::move(writer), place, "add", layer, std::move(node), !known);
}

Result<GraphEdit> LinkNodes(const GraphPlace& place, const std::string& from, const std::string& to,
                            std::string_view field, std::string_view rel) {
  auto writer = SATCHEL_TRY(OpenWriter(place));
  const auto node = writer.graph().Find(from);
  if (!node) return NoNode(from);
  if (graph::LayerOfId(to) && !writer.graph().Find(to)) return NoNode(to);
  if (from == to) return Fail(Errc::kInvalidInput, "a node cannot be linked to itself");
  const Layer layer = writer.graph().node(*node).layer;
  const Json latest = writer.graph().JsonOf(*node);
  const auto changes = SATCHEL_TRY(graph::LinkTo(layer, latest, field, to, rel));
  if (changes.empty()) return GraphEdit{.node = latest, .completed = writer.folder().completed};
  auto next = SATCHEL_TRY(graph::NextRevision(layer, latest, writer.graph().node(*node).highest_rev,
                                              changes, place.now));
  return Write(std::move(writer), place, "link", layer, std::move(next), false);
}

Result<GraphImport> ImportNodes(const GraphPlace& place, std::string_view lines) {
  auto writer = SATCHEL_TRY(OpenWriter(place));
  Import import(writer.graph(), place.now);
  import.result.completed = writer.folder().completed;
  graph::ForEachLine(lines, [&](std::string_view line, std::size_t number, std::size_t) {
    const Status added = import.Add(line);
    if (!added) import.result.refused.push_back({.line = number, .why = added.error().text()});
  });
  if (!import.result.refused.empty() || import.change.rows.empty()) return std::move(import.result);
  const auto committed = SATCHEL_TRY(std::move(writer).Commit(import.change, place.now));
  import.result.commit_id = committed.commit_id;
  return std::move(import.result);
}

}  // namespace satchel::engine
