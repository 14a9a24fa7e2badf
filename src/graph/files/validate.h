#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/directory.h"
#include "graph/files/folder.h"
#include "graph/files/row_faults.h"

namespace satchel::graph {

// Something in the graphs that is not as it should be.
struct Fault {
  Severity severity = Severity::kError;
  std::string_view kind;  // stable: "dangling_reference", "cycle", …
  std::string file;
  std::size_t line = 0;  // from 1; 0: not of one line
  std::string id;        // of the node; may be empty
  std::string text;
};

// All kinds, in the order in which the documentation explains them.
std::vector<std::string_view> FaultKinds();

// Looks at every row of the logs, not only at the latest ones. By file, line and kind.
std::vector<Fault> Validate(const Loaded& loaded);

// What is beside the logs: a latest pack that is not of the latest commit, a change that was
// cut off.
std::vector<Fault> ValidateFiles(const Directory& directory, const Graph& graph);

}  // namespace satchel::graph
