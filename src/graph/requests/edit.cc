#include "graph/requests/edit.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/files/change_faults.h"
#include "graph/files/find_node.h"
#include "graph/files/node_json.h"
#include "graph/files/row.h"
#include "graph/files/writer.h"
#include "graph/requests/view.h"

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

// A log is append-only: what is wrong is not written in the first place.
Status Check(const graph::Graph& graph, const graph::Change& change) {
  const auto faults = graph::FaultsOfChange(graph, change.rows);
  if (faults.empty()) return {};
  const graph::RowFault& first = faults.front().fault;
  return Fail(Errc::kInvalidInput, first.text, first.hint);
}

Result<std::string> IdNamed(const graph::Graph& graph, std::string_view which,
                            std::optional<Layer> layer = std::nullopt) {
  const auto node = SATCHEL_TRY(graph::FindNode(graph, which, layer));
  return graph.node(node).id;
}

// An id, or an address as it is.
Result<std::string> Reference(const graph::Graph& graph, const std::string& which) {
  if (!graph.Find(which) && !graph::LayerOfId(which) && graph::IsAddress(which)) return which;
  auto id = IdNamed(graph, which);
  if (id || id.error().code() != Errc::kNotFound) return id;
  return Fail(Errc::kNotFound, id.error().text(),
              "`satchel graph show` lists the nodes; an address has a / or a . and no blank");
}

// Which fields a layer has for them is docs/formats/graph.md's.
Status PutNames(const graph::Graph& graph, Layer layer, const NodeNames& names, Json& fields) {
  const auto put_tasks = [&](std::string_view key, const NodeNames::List& tasks) -> Status {
    if (!tasks) return {};
    Json list = Json::array();
    for (const std::string& task : *tasks) {
      const auto id = SATCHEL_TRY(IdNamed(graph, task, Layer::kTask));
      list.push_back(id);
    }
    fields[std::string(key)] = std::move(list);
    return {};
  };
  SATCHEL_TRY(put_tasks("dependencies", names.depends_on));
  SATCHEL_TRY(put_tasks("blocks", names.blocks));
  if (!names.refs) return {};
  std::vector<std::string> refs;
  for (const std::string& ref : *names.refs) {
    auto id = SATCHEL_TRY(Reference(graph, ref));
    refs.push_back(std::move(id));
  }
  if (layer == Layer::kKnowledge) {
    fields["links"] = refs;
  } else {
    const std::string key = layer == Layer::kDecision ? "refs" : "inputs";
    fields[key] = graph::RefLists(key, refs);
  }
  return {};
}

// The node that is to be changed; nothing: it is a new one.
Result<std::optional<graph::NodeIndex>> Known(const graph::Graph& graph, Layer layer,
                                              const Json& fields) {
  const auto id = fields.find("id");
  if (id == fields.end() || !id->is_string()) return std::nullopt;
  const auto& named = id->get_ref<const std::string&>();
  auto known = graph.Find(named);
  // With a title, what has the form of an id is that of a new node.
  if (!known && !(fields.contains("title") && graph::LayerOfId(named))) {
    const auto found = SATCHEL_TRY(graph::FindNode(graph, named, layer));
    known = found;
  }
  if (known && graph.node(*known).layer != layer) {
    const graph::Node& node = graph.node(*known);
    return Fail(Errc::kInvalidInput, fmt::format("{} is in {}", node.id, LogName(node.layer)));
  }
  return known;
}

Result<GraphEdit> Write(graph::Writer writer, const GraphPlace& place, std::string_view mode,
                        Layer layer, Json node, bool created) {
  GraphEdit edit{.node = node,
                 .created = created,
                 .completed = writer.folder().completed,
                 .dangling = Dangling(writer.graph(), ReferencesOf(node))};
  graph::Change change{.mode = std::string(mode)};
  change.rows.emplace_back(layer, std::move(node));
  SATCHEL_TRY(Check(writer.graph(), change));
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

  Status Add(std::string_view line, std::size_t number) {
    number_ = number;
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

  // What the rows taken together have wrong, by the lines they came from.
  void CheckAll() {
    for (const auto& [row, fault] : graph::FaultsOfChange(graph_, change.rows)) {
      result.refused.push_back({.line = lines_[row], .why = fault.text});
    }
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
    lines_.push_back(number_);
  }

  const graph::Graph& graph_;
  Time now_;
  std::size_t number_ = 0;          // of the line on its way
  std::vector<std::size_t> lines_;  // of the rows of the change
  std::map<std::string, Json> latest_;
};

}  // namespace

Result<GraphEdit> AddNode(const GraphPlace& place, Layer layer, Json fields,
                          const NodeNames& names) {
  if (!fields.is_object()) return Fail(Errc::kInvalidInput, "a node is a JSON object");
  auto writer = SATCHEL_TRY(OpenWriter(place));
  const graph::Graph& graph = writer.graph();
  const auto known = SATCHEL_TRY(Known(graph, layer, fields));
  SATCHEL_TRY(PutNames(graph, layer, names, fields));
  auto node =
      SATCHEL_TRY(known ? graph::NextRevision(layer, graph.JsonOf(*known),
                                              graph.node(*known).highest_rev, fields, place.now)
                        : graph::FirstRevision(layer, fields, place.now));
  return Write(std::move(writer), place, "add", layer, std::move(node), !known);
}

Result<GraphEdit> LinkNodes(const GraphPlace& place, const std::string& from, const std::string& to,
                            std::string_view field, std::string_view rel) {
  SATCHEL_TRY(RequireGraphs(place.workspace, place.folder));
  auto writer = SATCHEL_TRY(OpenWriter(place));
  const auto node = SATCHEL_TRY(graph::FindNode(writer.graph(), from));
  const auto target = SATCHEL_TRY(Reference(writer.graph(), to));
  if (writer.graph().node(node).id == target) {
    return Fail(Errc::kInvalidInput, "a node cannot be linked to itself");
  }
  const Layer layer = writer.graph().node(node).layer;
  const Json latest = writer.graph().JsonOf(node);
  const auto changes = SATCHEL_TRY(graph::LinkTo(layer, latest, field, target, rel));
  if (changes.empty()) return GraphEdit{.node = latest, .completed = writer.folder().completed};
  auto next = SATCHEL_TRY(graph::NextRevision(layer, latest, writer.graph().node(node).highest_rev,
                                              changes, place.now));
  return Write(std::move(writer), place, "link", layer, std::move(next), false);
}

Result<GraphImport> ImportNodes(const GraphPlace& place, std::string_view lines) {
  auto writer = SATCHEL_TRY(OpenWriter(place));
  Import import(writer.graph(), place.now);
  import.result.completed = writer.folder().completed;
  graph::ForEachLine(lines, [&](std::string_view line, std::size_t number, std::size_t) {
    const Status added = import.Add(line, number);
    if (!added) import.result.refused.push_back({.line = number, .why = added.error().text()});
  });
  if (import.result.refused.empty()) import.CheckAll();
  if (!import.result.refused.empty() || import.change.rows.empty()) return std::move(import.result);
  const auto committed = SATCHEL_TRY(std::move(writer).Commit(import.change, place.now));
  import.result.commit_id = committed.commit_id;
  return std::move(import.result);
}

}  // namespace satchel::engine
