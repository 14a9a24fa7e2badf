#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "sources/graph/graph.h"

namespace satchel::graph {

// The node that a person means, of this layer where one is given: its id or the beginning of it,
// its whole title, a part of its title, or words that its title has in any order; whichever of
// these comes first decides, and case does not matter. kNotFound, or kInvalidInput with the
// candidates when there are several.
Result<NodeIndex> FindNode(const Graph& graph, std::string_view which,
                           std::optional<Layer> layer = std::nullopt);

}  // namespace satchel::graph
