#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/files/graph.h"
#include "store/curated.h"
#include "text/redactor.h"

// Nodes as rows of the curated store, one for each latest revision. docs/formats/graph.md has
// their columns.
namespace satchel::graph {

inline constexpr std::string_view kDocumentSource = "graph";

// Of the logs and of the versions of their reader and of the redactor: the same digest, the
// same rows. A test gives another `redaction`.
std::string DocumentDigest(const Graph& graph, int redaction = text::kRedactionVersion);

// The rows without their numbers, by id. Secrets and invisible characters are replaced.
std::vector<store::DocumentRow> DocumentsOf(const Graph& graph);

}  // namespace satchel::graph
