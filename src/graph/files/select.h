#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/files/graph.h"
#include "graph/files/points.h"

// Which nodes a pack shows. Specification 000; docs/conformance/graph.md.
namespace satchel::graph {

struct Chosen {
  NodeIndex node = 0;
  Points points;
  std::string_view relation;      // of tasks: "seed", "dependency", "blocker", "blocked"
  std::optional<NodeIndex> from;  // the task through which it came
  friend bool operator==(const Chosen&, const Chosen&);
};

struct Selection {
  std::vector<Chosen> chosen;  // by score, then updated_at, then id
  // Beyond the cap: the best of them in the same order, and how many more there were.
  std::vector<Chosen> cut;
  std::size_t cut_more = 0;
  std::size_t candidates = 0;  // before the cap
};

// At most so many of those that a cap cut are told apart.
inline constexpr std::size_t kMostCut = 200;

// Open tasks with points are taken in order, each followed by what it needs: its
// dependencies, the tasks that block it and those it blocks, transitively, breadth first,
// siblings in order, of any status, until there are `max`. A task that is named by one
// taken before it has the points for it from then on.
Selection SelectTasks(const Scorer& scorer, std::size_t max);

// Nodes of another layer; `tasks` are those that were selected.
Selection SelectNodes(const Scorer& scorer, Layer layer, const std::vector<Chosen>& tasks,
                      std::size_t max);

}  // namespace satchel::graph
