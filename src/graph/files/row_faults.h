#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "graph/files/layer.h"

namespace satchel::graph {

enum class Severity : std::uint8_t { kError, kWarning };
std::string_view Name(Severity severity);

// Something in one row that is not as it should be.
struct RowFault {
  Severity severity = Severity::kError;
  std::string_view kind;  // stable: "dangling_reference", "cycle", …
  std::string text;
  std::string hint;  // what would be right; may be empty

  friend bool operator==(const RowFault&, const RowFault&) = default;
};

// Fields, times, words: what can be told from the row alone.
std::vector<RowFault> FieldFaults(Layer layer, const std::string& id, const Json& row);

// What it names: nodes that are not there, or of a layer that does not belong in that place.
using IsNode = std::function<bool(const std::string& id)>;
std::vector<RowFault> ReferenceFaults(Layer layer, const std::string& id, const Json& row,
                                      const IsNode& is_node);

// A reference that is no node but something outside of the graphs, such as a URL or a path.
bool IsAddress(std::string_view reference);

}  // namespace satchel::graph
