#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/files/graph.h"

namespace satchel::graph {

// The id as text for a model or a person shows it: the shortest beginning that no other node of the
// graph shares, with at least six characters of its last part. Only ids that end in 16 or more
// characters without a hyphen, as generated ones do, are shortened. FindNode() and FindShortId()
// take it.
std::string ShortId(const Graph& graph, NodeIndex node);

// The node of an id or of a beginning that is at least as long as ShortId() may be.
std::optional<NodeIndex> FindShortId(const Graph& graph, std::string_view id);

// The node that a person means, of this layer where one is given: its id or the beginning of it,
// its whole title, a part of its title, or words that its title has in any order; whichever of
// these comes first decides, and case does not matter. kNotFound, or kInvalidInput with the
// candidates when there are several.
Result<NodeIndex> FindNode(const Graph& graph, std::string_view which,
                           std::optional<Layer> layer = std::nullopt);

}  // namespace satchel::graph
