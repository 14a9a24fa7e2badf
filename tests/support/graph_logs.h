#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "graph/files/graph.h"
#include "graph/files/select.h"

// Graphs from short descriptions: a line for each row, in the order of the log.
//
//   TG-A "Write the parser" #risk status=ready at=2026-01-01T10:00:00Z rev=2 dependencies=TG-B,TG-C
//
// First the id, then in any order: the title in quotation marks, tags with a hash, fields. Rows
// have rev=1 and at=2026-01-01T00:00:00Z unless they say otherwise; `rev=none` and `at=none`
// leave the field out. `outcome` is the status of a decision.
namespace satchel::test {

inline std::vector<std::string> SplitAt(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

inline void SetField(Json& row, const std::string& key, const std::string& value) {
  if (key == "rev") {
    row.erase("rev");
    if (value != "none") row["rev"] = Json::parse(value);
  } else if (key == "at") {
    row.erase("updated_at");
    if (value != "none") row["updated_at"] = value;
  } else if (key == "outcome") {
    row["outcome"] = {{"status", value}};
  } else if (key == "inputs" || key == "refs") {
    row[key] = {{"kg_refs", SplitAt(value, ',')}};
  } else if (key == "dependencies" || key == "blocks" || key == "links") {
    row[key] = SplitAt(value, ',');
  } else {
    row[key] = value;
  }
}

inline Json RowFrom(std::string_view line) {
  const auto take = [&line](char end) {
    const auto at = std::min(line.find(end), line.size());
    const std::string word(line.substr(0, at));
    line.remove_prefix(std::min(at + 1, line.size()));
    return word;
  };
  Json row = {{"rev", 1}, {"updated_at", "2026-01-01T00:00:00Z"}, {"tags", Json::array()}};
  row["id"] = take(' ');
  while (!line.empty()) {
    const char first = line.front();
    if (first == ' ' || first == '"' || first == '#') line.remove_prefix(1);
    if (first == '"') {
      row["title"] = take('"');
    } else if (first == '#') {
      row["tags"].push_back(take(' '));
    } else if (first != ' ') {
      const std::string key = take('=');
      SetField(row, key, take(' '));
    }
  }
  return row;
}

// The commits are rows too: the id, `mode`, `created_at` and `changed`.
inline graph::Logs LogsOf(const std::vector<std::string>& rows,
                          const std::vector<std::string>& commits = {}) {
  graph::Logs logs;
  for (const std::string& text : rows) {
    const Json row = RowFrom(text);
    const auto layer = graph::LayerOfId(row["id"].get_ref<const std::string&>());
    if (layer) logs.nodes[graph::IndexOf(*layer)] += CanonicalJson(row) + "\n";
  }
  for (const std::string& text : commits) {
    const Json row = RowFrom(text);
    Json commit = {{"commit_id", row["id"]}, {"mode", row.value("mode", "add")}};
    if (row.contains("updated_at")) commit["created_at"] = row["updated_at"];
    commit["changed_node_ids"] = SplitAt(row.value("changed", ""), ',');
    logs.commits += CanonicalJson(commit) + "\n";
  }
  return logs;
}

inline std::shared_ptr<const graph::Graph> GraphOf(const std::vector<std::string>& rows,
                                                   const std::vector<std::string>& commits = {}) {
  return graph::Graph::Read(LogsOf(rows, commits));
}

// REQUIRES: there is a node with this id.
inline graph::NodeIndex Place(const graph::Graph& graph, std::string_view id) {
  return graph.Find(id).value_or(UINT32_MAX);
}

inline std::vector<std::string> IdsOf(const graph::Graph& graph,
                                      const std::vector<graph::NodeIndex>& nodes) {
  std::vector<std::string> ids;
  for (const graph::NodeIndex node : nodes) ids.push_back(graph.node(node).id);
  return ids;
}

inline std::vector<std::string> IdsOf(const graph::Graph& graph,
                                      const std::vector<graph::Chosen>& chosen) {
  std::vector<std::string> ids;
  for (const graph::Chosen& one : chosen) ids.push_back(graph.node(one.node).id);
  return ids;
}

}  // namespace satchel::test
