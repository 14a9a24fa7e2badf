#include "graph/requests/view.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/process.h"
#include "graph/files/find_node.h"
#include "graph/files/folder.h"
#include "graph/files/validate.h"
#include "graph/files/view.h"
#include "text/safe_text.h"
#include "text/unicode.h"

namespace satchel::engine {
namespace {

using graph::Layer;
using graph::NodeIndex;

constexpr std::size_t kMostDrawn = 300;

GraphItem ItemOf(const graph::Node& node) {
  return {.id = node.id,
          .layer = node.layer,
          .type = node.type,
          .title = node.title,
          .status = node.status,
          .updated_at = node.updated_at,
          .rev = node.rev};
}

Result<Drawing> Draw(const graph::Graph& graph, std::vector<NodeIndex> nodes) {
  if (nodes.size() > kMostDrawn) nodes.resize(kMostDrawn);
  return Drawing{.dot = DotOf(graph, nodes), .nodes = nodes.size()};
}

std::string LineOf(std::string_view folder, const graph::Finding& finding) {
  const std::string line = finding.line == 0 ? "" : fmt::format(":{}", finding.line);
  return fmt::format("{}/{}{}: {}", folder, finding.file, line, finding.text);
}

std::string SafeLineOf(Json row) {
  text::MakeSafe(row);
  return CanonicalJson(row) + "\n";
}

}  // namespace

Status RequireGraphs(const settings::Workspace& workspace, std::string_view folder) {
  const auto directory = SATCHEL_TRY(graph::OpenFolder(workspace.root, folder));
  if (directory) return {};
  return Fail(Errc::kNotFound, fmt::format("there is no directory {} in the workspace", folder),
              "name it from the workspace's root; `satchel graph add` makes a new one");
}

std::optional<Layer> ParseLayer(std::string_view name) {
  for (const Layer layer : graph::kLayers) {
    if (name == WordFor(layer) || name == Name(layer)) return layer;
  }
  return std::nullopt;
}

std::string_view WordFor(Layer layer) {
  constexpr std::array<std::string_view, 3> kWords = {"knowledge", "decision", "task"};
  return kWords[IndexOf(layer)];
}

Result<GraphListing> ListNodes(const settings::Workspace& workspace, std::string_view folder,
                               const GraphFilter& filter) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  GraphListing listing{.exists = loaded.exists,
                       .unread = loaded.unreadable.size() + loaded.graph->findings().size()};
  for (const auto* findings : {&loaded.unreadable, &loaded.graph->findings()}) {
    if (findings->empty() || !listing.first_unread.empty()) continue;
    listing.first_unread = LineOf(folder, findings->front());
  }
  const std::string wanted = text::FoldCase(filter.match);
  for (const graph::Node& node : loaded.graph->nodes()) {
    if (filter.layer && node.layer != *filter.layer) continue;
    if (!filter.status.empty() && node.status != filter.status) continue;
    if (!wanted.empty() && text::FoldCase(node.id).find(wanted) == std::string::npos &&
        text::FoldCase(node.title).find(wanted) == std::string::npos) {
      continue;
    }
    listing.items.push_back(ItemOf(node));
  }
  return listing;
}

Result<GraphDetail> ShowNode(const settings::Workspace& workspace, std::string_view folder,
                             std::string_view which) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  const graph::Graph& graph = *loaded.graph;
  const auto index = SATCHEL_TRY(graph::FindNode(graph, which));
  GraphDetail detail{.item = ItemOf(graph.node(index)),
                     .node = graph.JsonOf(index),
                     .history = graph.History(index)};
  for (const graph::Node& node : graph.nodes()) {
    for (const auto* named : {&node.names, &node.dependencies, &node.blocks}) {
      if (!std::ranges::binary_search(*named, index)) continue;
      detail.named_by.push_back(node.id);
      break;
    }
  }
  return detail;
}

Result<GraphCheck> ValidateGraphs(const settings::Workspace& workspace, std::string_view folder) {
  const auto name = SATCHEL_TRY(graph::FolderName(folder));
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, name));
  GraphCheck check{.exists = loaded.exists,
                   .nodes = loaded.graph->nodes().size(),
                   .rows = loaded.graph->rows(),
                   .commits = loaded.graph->commits().size()};
  std::vector<graph::Fault> faults = Validate(loaded);
  const auto directory = graph::OpenFolder(workspace.root, name);
  if (directory && *directory) {
    auto beside = ValidateFiles(**directory, *loaded.graph);
    std::ranges::move(beside, std::back_inserter(faults));
  }
  for (graph::Fault& fault : faults) {
    check.faults.push_back({.is_error = fault.severity == graph::Severity::kError,
                            .kind = std::string(fault.kind),
                            .path = fmt::format("{}/{}", name, fault.file),
                            .line = fault.line,
                            .id = std::move(fault.id),
                            .text = std::move(fault.text)});
  }
  return check;
}

Result<std::vector<GraphCommit>> GraphCommits(const settings::Workspace& workspace,
                                              std::string_view folder, std::size_t limit) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  std::vector<GraphCommit> commits;
  const auto& all = loaded.graph->commits();
  for (std::size_t i = all.size(); i-- > 0 && commits.size() < limit;) {
    commits.push_back({.id = all[i].id,
                       .mode = all[i].mode,
                       .changed = all[i].changed,
                       .created_at = all[i].created_at});
  }
  return commits;
}

Result<std::string> ExportNodes(const settings::Workspace& workspace, std::string_view folder,
                                std::optional<Layer> layer, bool all_revisions) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  const graph::Graph& graph = *loaded.graph;
  std::string lines;
  for (const Layer each : graph::kLayers) {
    if (layer && each != *layer) continue;
    if (all_revisions) {
      graph::ForEachLine(graph.logs().nodes[IndexOf(each)],
                         [&](std::string_view line, std::size_t, std::size_t) {
                           if (!graph::ReadRow(each, line)) return;
                           lines += SafeLineOf(ParseJson(line).value_or(Json()));
                         });
      continue;
    }
    const auto [begin, end] = graph.Range(each);
    for (NodeIndex i = begin; i < end; ++i) lines += SafeLineOf(graph.JsonOf(i));
  }
  return lines;
}

Result<Drawing> DrawNodes(const settings::Workspace& workspace, std::string_view folder,
                          std::span<const std::string> ids) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  std::vector<NodeIndex> nodes;
  for (const std::string& id : ids) {
    if (const auto node = loaded.graph->Find(id)) nodes.push_back(*node);
  }
  return Draw(*loaded.graph, std::move(nodes));
}

Result<Drawing> DrawAround(const settings::Workspace& workspace, std::string_view folder,
                           std::string_view which, std::size_t steps) {
  const auto loaded = SATCHEL_TRY(graph::LoadGraph(workspace.root, folder));
  const auto node = SATCHEL_TRY(graph::FindNode(*loaded.graph, which));
  return Draw(*loaded.graph, Around(*loaded.graph, node, steps, kMostDrawn));
}

Result<std::string> RenderSvg(const settings::Environment& environment, const std::string& dot,
                              const Deadline& deadline) {
  const auto program = FindProgram("dot", environment.Find("PATH").value_or(""));
  if (!program) {
    return Fail(Errc::kNotFound, "the program `dot` is not installed",
                "install Graphviz, or print the DOT text without --svg");
  }
  const auto result = SATCHEL_TRY(RunProcess(
      {.program = *program, .args = {"-Tsvg"}, .environment = {}, .input = dot}, deadline));
  if (result.code != 0) {
    return Fail(Errc::kInternal, fmt::format("dot ended with {}: {}", result.code, result.err));
  }
  return result.out;
}

}  // namespace satchel::engine
