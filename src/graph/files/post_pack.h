#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "graph/files/graph.h"

namespace satchel::graph {

// What a pack shows of a node: specification 000, docs/formats/graph.md.
Json TaskSnapshot(const Json& node);
Json KnowledgeSnapshot(const Json& node);
Json DecisionSnapshot(const Json& node);
Json SnapshotOf(Layer layer, const Json& node);

// The pack that is written after a change, with its rows as the latest ones: open tasks,
// knowledge and decisions, newest first, at most 15, 30 and 10, and 20 changes.
Json PostResponsePack(const Graph& graph, const std::vector<std::pair<Layer, Json>>& rows,
                      std::string_view commit_id, std::string_view mode, Time now);

}  // namespace satchel::graph
