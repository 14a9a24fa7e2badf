#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "graph/files/deltas.h"
#include "graph/files/documents.h"
#include "graph/files/entities.h"
#include "graph/files/folder.h"
#include "graph/files/graph.h"
#include "graph/files/select.h"
#include "graph/files/validate.h"

namespace {

namespace graph = satchel::graph;
using graph::Graph;
using graph::Layer;

void Require(bool holds) {
  if (!holds) std::abort();
}

std::size_t CountLines(std::string_view log) {
  std::size_t lines = 0;
  bool blank = true;
  for (const char c : log) {
    if (c == '\n') {
      lines += blank ? 0 : 1;
      blank = true;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      blank = false;
    }
  }
  return lines + (blank ? 0 : 1);
}

// Every line that is not blank is a row of a node, a commit, or a finding.
void CheckLines(const Graph& read) {
  constexpr std::size_t kMostFindings = 1'000;
  const graph::Logs& logs = read.logs();
  std::size_t lines = CountLines(logs.commits);
  for (const std::string& log : logs.nodes) lines += CountLines(log);
  std::size_t used = read.commits().size();
  for (const graph::Node& node : read.nodes()) used += node.revisions;
  Require(used == read.rows() + read.commits().size());
  if (read.findings().size() < kMostFindings) Require(used + read.findings().size() == lines);
  for (graph::NodeIndex i = 0; i < read.nodes().size(); ++i) {
    Require(read.History(i).size() == read.node(i).revisions);
    Require(!read.JsonOf(i).empty());
    Require(read.Find(read.node(i).id).has_value());
  }
}

void CheckSelection(const Graph& read, const graph::Selection& selection, Layer layer,
                    std::size_t max) {
  Require(selection.chosen.size() <= max && selection.cut.size() <= graph::kMostCut);
  Require(selection.cut.empty() || selection.chosen.size() == max);
  std::set<graph::NodeIndex> seen;
  for (const auto* list : {&selection.chosen, &selection.cut}) {
    const graph::Chosen* before = nullptr;
    for (const graph::Chosen& one : *list) {
      Require(read.node(one.node).layer == layer && seen.insert(one.node).second);
      Require(layer == Layer::kTask || one.points.is_candidate());
      if (before != nullptr) Require(before->points.total() >= one.points.total());
      before = &one;
    }
  }
}

void CheckPack(const Graph& read, std::string_view request, std::size_t max) {
  const graph::Entities entities =
      graph::FindEntities(read, satchel::ask::Question(std::string(request)));
  for (std::size_t i = 1; i < entities.found.size(); ++i) {
    Require(entities.found[i - 1].confidence >= entities.found[i].confidence);
  }
  const satchel::Time now{.micros = 1'700'000'000'000'000};
  const graph::Scorer scorer(read, entities, now);
  const graph::Selection tasks = graph::SelectTasks(scorer, max);
  CheckSelection(read, tasks, Layer::kTask, max);
  for (const Layer layer : {Layer::kKnowledge, Layer::kDecision}) {
    const graph::Selection nodes = graph::SelectNodes(scorer, layer, tasks.chosen, max);
    CheckSelection(read, nodes, layer, max);
    Require(nodes.chosen.size() + nodes.cut.size() + nodes.cut_more == nodes.candidates);
  }
  const auto anchor = graph::ChooseAnchor(read, std::nullopt, std::nullopt);
  Require(anchor.has_value());
  const graph::Deltas deltas = graph::RecentDeltas(read, *anchor, max);
  Require(deltas.shown.size() <= max);
  Require(std::ranges::is_sorted(deltas.shown, {},
                                 [](const graph::Delta& delta) { return !delta.after_anchor; }));
}

void CheckRest(const std::shared_ptr<const Graph>& read) {
  const auto faults = graph::Validate({.exists = true, .graph = read});
  Require(faults.size() >= read->findings().size());
  const auto kinds = graph::FaultKinds();
  for (const graph::Fault& fault : faults) {
    Require(std::ranges::find(kinds, fault.kind) != kinds.end());
  }
  const auto documents = graph::DocumentsOf(*read);
  Require(documents.size() <= read->nodes().size());
  for (std::size_t i = 1; i < documents.size(); ++i) {
    Require(documents[i - 1].path < documents[i].path);
  }
}

}  // namespace

// The first byte is the cap; after it four logs and a request, divided by zero bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::array<std::string, 5> parts;
  for (std::string& part : parts) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::size_t max = 1 + data[0] % 20U;
  const auto read = Graph::Read({.nodes = {parts[0], parts[1], parts[2]}, .commits = parts[3]});
  CheckLines(*read);
  CheckPack(*read, parts[4], max);
  CheckRest(read);
  const auto again = Graph::Read(read->logs());
  Require(again->nodes().size() == read->nodes().size());
  return 0;
}
