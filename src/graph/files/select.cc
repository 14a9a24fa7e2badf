#include "graph/files/select.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace satchel::graph {
namespace {

// Score descending, updated_at descending, id ascending. Numbers of nodes of one layer go
// by id, and no time is before every time.
auto OrderOf(const Graph& graph, const Chosen& chosen) {
  const auto& time = graph.node(chosen.node).updated_at;
  return std::tuple(-chosen.points.total(), time ? -time->micros : INT64_MAX, chosen.node);
}

void Sort(const Graph& graph, std::vector<Chosen>& chosen) {
  std::ranges::sort(chosen, {}, [&](const Chosen& one) { return OrderOf(graph, one); });
}

// Open tasks in the order in which they are taken. Scores only grow, so that an entry that is
// out of date comes after the one that took its place.
class Queue {
 public:
  explicit Queue(const Graph& graph) : graph_(graph) {}

  // A heap has the largest in front.
  auto After() const {
    return [this](const Chosen& a, const Chosen& b) {
      return OrderOf(graph_, a) > OrderOf(graph_, b);
    };
  }

  void Fill(std::vector<Chosen> chosen) {
    heap_ = std::move(chosen);
    std::ranges::make_heap(heap_, After());
  }
  void Push(Chosen chosen) {
    heap_.push_back(chosen);
    std::ranges::push_heap(heap_, After());
  }
  std::optional<Chosen> Pop() {
    if (heap_.empty()) return std::nullopt;
    std::ranges::pop_heap(heap_, After());
    const Chosen first = heap_.back();
    heap_.pop_back();
    return first;
  }

 private:
  const Graph& graph_;
  std::vector<Chosen> heap_;
};

class TaskSelection {
 public:
  TaskSelection(const Scorer& scorer, std::size_t max)
      : scorer_(scorer),
        graph_(scorer.graph()),
        max_(max),
        queue_(graph_),
        taken_(graph_.nodes().size()),
        named_(graph_.nodes().size()),
        queued_(graph_.nodes().size()) {}

  Selection Run() && {
    Seed();
    while (chosen_.size() < max_) {
      const auto next = queue_.Pop();
      if (!next) break;
      if (!taken_[next->node]) TakeWithClosure(*next);
    }
    CutSeeds();
    for (Chosen& one : chosen_) one.points = PointsOf(one.node);
    Sort(graph_, chosen_);
    for (Chosen& one : selection_.cut) one.points = PointsOf(one.node);
    Sort(graph_, selection_.cut);
    selection_.chosen = std::move(chosen_);
    return std::move(selection_);
  }

 private:
  Points PointsOf(NodeIndex node) const { return scorer_.Of(node, named_[node]); }

  void Seed() {
    std::vector<Chosen> seeds;
    const auto add = [&](NodeIndex node) {
      if (queued_[node] || !graph_.node(node).open()) return;
      queued_[node] = true;
      seeds.push_back({.node = node, .points = PointsOf(node), .relation = "seed"});
    };
    for (const Entity& entity : scorer_.entities().found) {
      if (graph_.node(entity.node).layer == Layer::kTask) add(entity.node);
    }
    for (const NodeIndex node : graph_.always(Layer::kTask)) add(node);
    selection_.candidates = seeds.size();
    waiting_ = seeds.size();
    queue_.Fill(std::move(seeds));
  }

  void Take(Chosen task) {
    taken_[task.node] = true;
    if (queued_[task.node]) --waiting_;
    chosen_.push_back(task);
    for (const NodeIndex named : graph_.node(task.node).names) {
      if (named_[named]) continue;
      named_[named] = true;
      if (taken_[named] || !graph_.node(named).open()) continue;
      if (!queued_[named]) ++waiting_;
      queued_[named] = true;
      queue_.Push({.node = named, .points = PointsOf(named), .relation = "seed"});
    }
  }

  void TakeWithClosure(const Chosen& seed) {
    Take(seed);
    std::vector<Chosen> walk = {seed};
    std::vector<bool> reached = taken_;
    for (std::size_t at = 0; at < walk.size(); ++at) {
      for (const Chosen& next : Needs(walk[at].node)) {
        if (reached[next.node]) continue;
        reached[next.node] = true;
        walk.push_back(next);
        if (chosen_.size() < max_) {
          Take(next);
        } else {
          Cut(next);
        }
      }
    }
  }

  // What a task needs, in order.
  std::vector<Chosen> Needs(NodeIndex task) const {
    std::vector<Chosen> needs;
    const auto add = [&](const std::vector<NodeIndex>& nodes, std::string_view relation) {
      // One that is needed in two ways is there by the first of them.
      const std::size_t before = needs.size();
      for (const NodeIndex node : nodes) {
        if (std::ranges::binary_search(needs.begin(),
                                       needs.begin() + static_cast<std::ptrdiff_t>(before), node,
                                       {}, &Chosen::node)) {
          continue;
        }
        needs.push_back(
            {.node = node, .points = PointsOf(node), .relation = relation, .from = task});
      }
      std::ranges::sort(needs, {}, &Chosen::node);
    };
    add(graph_.node(task).dependencies, "dependency");
    add(graph_.node(task).blocked_by, "blocker");
    add(graph_.node(task).blocks, "blocked");
    Sort(graph_, needs);
    return needs;
  }

  void Cut(const Chosen& task) {
    taken_[task.node] = true;  // reported once
    if (queued_[task.node]) --waiting_;
    if (selection_.cut.size() < kMostCut) {
      selection_.cut.push_back(task);
    } else {
      ++selection_.cut_more;
    }
  }

  void CutSeeds() {
    while (selection_.cut.size() < kMostCut) {
      const auto next = queue_.Pop();
      if (!next) break;
      if (!taken_[next->node]) Cut(*next);
    }
    selection_.cut_more += waiting_;
  }

  const Scorer& scorer_;
  const Graph& graph_;
  const std::size_t max_;
  Queue queue_;
  std::vector<Chosen> chosen_;
  std::vector<bool> taken_;
  std::vector<bool> named_;   // by a task that was taken
  std::vector<bool> queued_;  // open tasks with points, seen or to come
  std::size_t waiting_ = 0;   // of these, neither taken nor cut
  Selection selection_;
};

}  // namespace

bool operator==(const Chosen& a, const Chosen& b) {
  return a.node == b.node && a.points.total() == b.points.total() && a.relation == b.relation &&
         a.from == b.from;
}

Selection SelectTasks(const Scorer& scorer, std::size_t max) {
  return TaskSelection(scorer, max).Run();
}

Selection SelectNodes(const Scorer& scorer, Layer layer, const std::vector<Chosen>& tasks,
                      std::size_t max) {
  const Graph& graph = scorer.graph();
  const auto [begin, end] = graph.Range(layer);
  std::vector<bool> named(graph.nodes().size());
  std::vector<bool> seen(graph.nodes().size());
  std::vector<NodeIndex> nodes;
  const auto add = [&, first = begin, last = end](NodeIndex node) {
    if (node < first || node >= last || seen[node]) return;
    seen[node] = true;
    nodes.push_back(node);
  };
  for (const Chosen& task : tasks) {
    for (const NodeIndex node : graph.node(task.node).names) {
      named[node] = true;
      add(node);
    }
  }
  for (const Entity& entity : scorer.entities().found) add(entity.node);
  for (const NodeIndex node : graph.always(layer)) add(node);
  std::vector<Chosen> all;
  all.reserve(nodes.size());
  for (const NodeIndex node : nodes) {
    all.push_back({.node = node, .points = scorer.Of(node, named[node])});
  }
  Selection selection{.candidates = all.size()};
  const std::size_t told = std::min(all.size(), max + kMostCut);
  std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(told), {},
                            [&](const Chosen& one) { return OrderOf(graph, one); });
  const std::size_t shown = std::min(all.size(), max);
  const auto cut = all.begin() + static_cast<std::ptrdiff_t>(shown);
  selection.cut.assign(cut, all.begin() + static_cast<std::ptrdiff_t>(told));
  selection.cut_more = all.size() - told;
  all.resize(shown);
  selection.chosen = std::move(all);
  return selection;
}

}  // namespace satchel::graph
