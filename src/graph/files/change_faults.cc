#include "graph/files/change_faults.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

// Cycles. A task waits for its dependencies and for the tasks that block it. Two tasks are on a
// cycle together exactly when each can be reached from the other, that is, when they are in one
// strongly connected component; so what a change adds closes a cycle when both ends are in one. The
// components are found by Tarjan's algorithm, walked without recursion because a chain of tasks may
// be as long as the log.
namespace satchel::graph {
namespace {

using Rows = std::span<const std::pair<Layer, Json>>;

std::string IdOf(const Json& row) { return row.value("id", ""); }

// The tasks as they would be.
std::shared_ptr<const Graph> TasksAfter(const Graph& graph, Rows rows) {
  Logs logs;
  std::string& log = logs.nodes[IndexOf(Layer::kTask)];
  log = graph.logs().nodes[IndexOf(Layer::kTask)];
  if (!log.empty() && !log.ends_with('\n')) log += '\n';
  for (const auto& [layer, row] : rows) {
    if (layer == Layer::kTask) log += CanonicalJson(row) + "\n";
  }
  return Graph::Read(std::move(logs));
}

class Components {
 public:
  explicit Components(const Graph& graph)
      : graph_(graph),
        numbers_(graph.nodes().size(), kNew),
        lowest_(graph.nodes().size()),
        components_(graph.nodes().size(), kNew) {
    for (NodeIndex i = 0; i < graph.nodes().size(); ++i) {
      if (numbers_[i] == kNew) Walk(i);
    }
  }
  bool Same(NodeIndex a, NodeIndex b) const { return components_[a] == components_[b]; }

 private:
  static constexpr std::uint32_t kNew = UINT32_MAX;
  struct Step {
    NodeIndex node;
    std::size_t at = 0;
  };

  void Enter(NodeIndex node) {
    numbers_[node] = lowest_[node] = next_++;
    open_.push_back(node);
    path_.push_back({.node = node});
  }

  // The tasks that it waits for, one by one.
  const NodeIndex* Next(Step& step) const {
    const Node& node = graph_.node(step.node);
    const std::size_t at = step.at++;
    if (at < node.dependencies.size()) return &node.dependencies[at];
    const std::size_t other = at - node.dependencies.size();
    return other < node.blocked_by.size() ? &node.blocked_by[other] : nullptr;
  }

  void Leave(NodeIndex node) {
    path_.pop_back();
    if (!path_.empty()) {
      std::uint32_t& below = lowest_[path_.back().node];
      below = std::min(below, lowest_[node]);
    }
    if (lowest_[node] != numbers_[node]) return;
    while (true) {
      const NodeIndex member = open_.back();
      open_.pop_back();
      components_[member] = node;
      if (member == node) return;
    }
  }

  void Walk(NodeIndex start) {
    Enter(start);
    while (!path_.empty()) {
      Step& step = path_.back();
      const NodeIndex node = step.node;
      const NodeIndex* next = Next(step);
      if (next == nullptr) {
        Leave(node);
      } else if (numbers_[*next] == kNew) {
        Enter(*next);
      } else if (components_[*next] == kNew) {  // still open
        lowest_[node] = std::min(lowest_[node], numbers_[*next]);
      }
    }
  }

  const Graph& graph_;
  std::vector<std::uint32_t> numbers_;     // in the order of entering
  std::vector<std::uint32_t> lowest_;      // the lowest number that is reached from it
  std::vector<std::uint32_t> components_;  // its component, named by its first node
  std::uint32_t next_ = 0;
  std::vector<NodeIndex> open_;  // entered, and not yet in a component
  std::vector<Step> path_;
};

// "A waits for B", by their ids.
using Waiting = std::set<std::pair<std::string, std::string>>;

Waiting WaitingOf(const Graph& graph, std::string_view id) {
  Waiting waiting;
  const auto index = graph.Find(id);
  if (!index) return waiting;
  const Node& node = graph.node(*index);
  for (const NodeIndex other : node.dependencies) waiting.emplace(id, graph.node(other).id);
  for (const NodeIndex other : node.blocks) waiting.emplace(graph.node(other).id, id);
  return waiting;
}

void FindCycles(const Graph& graph, Rows rows, std::vector<ChangeFault>& faults) {
  const bool waits = std::ranges::any_of(rows, [](const auto& row) {
    const Row read = RowOf(row.first, row.second);
    return !read.dependencies.empty() || !read.blocks.empty();
  });
  if (!waits) return;
  const auto after = TasksAfter(graph, rows);
  const Components components(*after);
  std::unordered_set<std::string> seen;
  for (std::size_t i = rows.size(); i-- > 0;) {  // the last row of a task counts
    const std::string id = IdOf(rows[i].second);
    if (rows[i].first != Layer::kTask || !seen.insert(id).second) continue;
    const Waiting before = WaitingOf(graph, id);
    for (const auto& [from, to] : WaitingOf(*after, id)) {
      const auto a = after->Find(from);
      const auto b = after->Find(to);
      if (!a || !b || !components.Same(*a, *b) || before.contains({from, to})) continue;
      faults.push_back(
          {.row = i,
           .fault = {.kind = "cycle",
                     .text = fmt::format("{} would wait for {}, which waits for it", from, to),
                     .hint = "tasks that wait for each other are never begun"}});
    }
  }
}

}  // namespace

std::vector<ChangeFault> FaultsOfChange(const Graph& graph, Rows rows) {
  std::unordered_set<std::string> added;
  for (const auto& [layer, row] : rows) added.insert(IdOf(row));
  const auto is_node = [&](const std::string& id) {
    return added.contains(id) || graph.Find(id).has_value();
  };
  const auto faults_of = [&](Layer layer, const Json& row) {
    auto faults = FieldFaults(layer, IdOf(row), row);
    std::ranges::move(ReferenceFaults(layer, IdOf(row), row, is_node), std::back_inserter(faults));
    return faults;
  };
  std::vector<ChangeFault> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [layer, row] = rows[i];
    const auto known = graph.Find(IdOf(row));
    const auto before = known ? faults_of(layer, graph.JsonOf(*known)) : std::vector<RowFault>();
    for (RowFault& fault : faults_of(layer, row)) {
      if (std::ranges::find(before, fault) != before.end()) continue;
      found.push_back({.row = i, .fault = std::move(fault)});
    }
  }
  FindCycles(graph, rows, found);
  std::ranges::sort(found, {}, [](const ChangeFault& each) {
    return std::tie(each.row, each.fault.kind, each.fault.text);
  });
  return found;
}

}  // namespace satchel::graph
