#include "graph/files/view.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text/safe_line.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostTitle = 48;

struct Look {
  std::string_view heading;
  std::string_view shape;
  std::string_view color;
};
constexpr std::array<Look, 3> kLooks = {{
    {.heading = "Knowledge", .shape = "ellipse", .color = "#dbe9f6"},
    {.heading = "Decisions", .shape = "hexagon", .color = "#fdeccd"},
    {.heading = "Tasks", .shape = "box", .color = "#dff0d8"},
}};

// Inside quotes of the DOT language. A backslash would begin an escape of its own.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + '"';
}

struct Edge {
  NodeIndex from = 0;
  NodeIndex to = 0;
  std::string label;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

// Knowledge names others in relationships and links, which retrieval does not follow.
std::vector<Edge> EdgesOf(const Graph& graph, NodeIndex index) {
  const Node& node = graph.node(index);
  std::vector<Edge> edges;
  for (const NodeIndex to : node.dependencies) edges.push_back({index, to, "depends on"});
  for (const NodeIndex to : node.blocks) edges.push_back({index, to, "blocks"});
  for (const NodeIndex to : node.names) edges.push_back({index, to, "refers to"});
  if (node.layer != Layer::kKnowledge) return edges;
  const Json json = graph.JsonOf(index);
  const auto add = [&](const Json& id, std::string label) {
    if (!id.is_string()) return;
    const auto to = graph.Find(id.get_ref<const std::string&>());
    if (to && *to != index) edges.push_back({index, *to, std::move(label)});
  };
  for (const Json& link : json.value("links", Json::array())) add(link, "refers to");
  const auto relationships = json.find("relationships");
  if (relationships == json.end() || !relationships->is_array()) return edges;
  for (const Json& relationship : *relationships) {
    if (!relationship.is_object()) continue;
    const auto rel = relationship.find("rel");
    add(relationship.value("target_id", Json()),
        rel != relationship.end() && rel->is_string()
            ? text::SafeLine(rel->get<std::string>(), kMostTitle)
            : "relates to");
  }
  return edges;
}

}  // namespace

std::string DotOf(const Graph& graph, std::span<const NodeIndex> nodes) {
  const std::set<NodeIndex> shown(nodes.begin(), nodes.end());
  std::string dot =
      "digraph satchel {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", style=filled];\n";
  for (const Layer layer : kLayers) {
    const Look& look = kLooks[IndexOf(layer)];
    std::string lines;
    for (const NodeIndex index : shown) {
      const Node& node = graph.node(index);
      if (node.layer != layer) continue;
      const std::string status = node.status.empty() ? "" : fmt::format(" ({})", node.status);
      // Graphviz breaks the line at \n, which must not be doubled.
      std::string label =
          Quoted(text::SafeLine(node.title, kMostTitle) + text::SafeLine(status, kMostTitle));
      label.insert(1, fmt::format("{}\\n", node.id));
      std::string id = Quoted(node.id);
      if (node.id.find_first_of("\"\\") != node.id.npos) label = id;
      lines += fmt::format("    {} [label={}];\n", id, label);
    }
    if (lines.empty()) continue;
    dot += fmt::format(
        "  subgraph cluster_{} {{\n    label=\"{}\";\n    node [shape={}, fillcolor=\"{}\"];\n{}  "
        "}}\n",
        Name(layer), look.heading, look.shape, look.color, lines);
  }
  std::set<Edge> edges;
  for (const NodeIndex index : shown) {
    for (Edge& edge : EdgesOf(graph, index)) {
      if (shown.contains(edge.to)) edges.insert(std::move(edge));
    }
  }
  for (const Edge& edge : edges) {
    dot += fmt::format("  {} -> {} [label={}];\n", Quoted(graph.node(edge.from).id),
                       Quoted(graph.node(edge.to).id), Quoted(edge.label));
  }
  return dot + "}\n";
}

std::vector<NodeIndex> Around(const Graph& graph, NodeIndex node, std::size_t steps,
                              std::size_t most) {
  std::vector<std::vector<NodeIndex>> named_by(graph.nodes().size());
  std::vector<std::vector<NodeIndex>> names(graph.nodes().size());
  for (NodeIndex i = 0; i < graph.nodes().size(); ++i) {
    for (const Edge& edge : EdgesOf(graph, i)) {
      names[i].push_back(edge.to);
      named_by[edge.to].push_back(i);
    }
  }
  std::set<NodeIndex> seen = {node};
  std::vector<NodeIndex> found = {node};
  std::size_t begin = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    const std::size_t end = found.size();
    for (; begin < end; ++begin) {
      for (const auto* next : {&names[found[begin]], &named_by[found[begin]]}) {
        for (const NodeIndex other : *next) {
          if (found.size() < most && seen.insert(other).second) found.push_back(other);
        }
      }
    }
  }
  return found;
}

}  // namespace satchel::graph
