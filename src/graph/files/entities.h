#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/score.h"
#include "graph/files/graph.h"
#include "graph/files/node_ids.h"

namespace satchel::graph {

// A node that the request speaks of.
struct Entity {
  NodeIndex node = 0;
  bool by_id = false;  // else by its words
  Score confidence;    // 1 for an id; 0.8 of the request's stems and 0.2 of the node's are shared
};

struct Entities {
  std::vector<Entity> found;         // by confidence, then layer, then id
  std::vector<std::string> unknown;  // ids in the request that no node has, in its order
  std::vector<bool> is_one;          // by the number of the node

  bool contains(NodeIndex node) const { return is_one[node]; }
};

// Nodes whose id stands in the request; and nodes that share two stems with it that are no
// stop words, or one that at most a tenth of the layer's nodes have, or one node alone.
Entities FindEntities(const Graph& graph, const ask::Question& request);

}  // namespace satchel::graph
