#pragma once

#include <vector>

#include "base/json.h"
#include "graph/requests/edit.h"
#include "graph/requests/view.h"

namespace satchel::engine {

// `graph show` of all nodes, and of one; `with_history`: all its revisions as well.
Json ToJson(const GraphListing& listing);
Json ToJson(const GraphDetail& detail, bool with_history);
// `graph log`.
Json ToJson(const std::vector<GraphCommit>& commits);
// `graph add` and `graph link`.
Json ToJson(const GraphEdit& edit);
// "unchanged", "added" or "revised".
std::string_view Did(const GraphEdit& edit);
// `graph import`.
Json ToJson(const GraphImport& import);

}  // namespace satchel::engine
