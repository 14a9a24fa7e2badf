#pragma once

#include <span>
#include <string>

#include "graph/files/graph.h"

namespace satchel::graph {

// The nodes and what they have to do with each other, as a drawing for Graphviz. Secrets and
// invisible characters in titles are replaced. The same nodes give the same bytes in whatever
// order they come.
std::string DotOf(const Graph& graph, std::span<const NodeIndex> nodes);

// A node and those within `steps` of it, whichever of two names the other.
std::vector<NodeIndex> Around(const Graph& graph, NodeIndex node, std::size_t steps,
                              std::size_t most);

}  // namespace satchel::graph
