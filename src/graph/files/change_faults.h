#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/json.h"
#include "graph/files/graph.h"
#include "graph/files/row_faults.h"

namespace satchel::graph {

struct ChangeFault {
  std::size_t row = 0;  // of the change
  RowFault fault;
};

// What Validate() would find in the graph after this change and does not find before it, in the
// order of the rows: a log is append-only, so what is wrong is best never written. What the latest
// revision of a node has wrong already may stay, so that the rest of it can be put right.
std::vector<ChangeFault> FaultsOfChange(const Graph& graph,
                                        std::span<const std::pair<Layer, Json>> rows);

}  // namespace satchel::graph
