#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "graph/files/deltas.h"
#include "graph/files/question.h"
#include "graph/files/select.h"
#include "packet/candidate.h"

// Nodes and changes as candidates, and as the JSON that specification 000 prescribes.
namespace satchel::pipeline {

// `json`: the node as its log has it, Graph::JsonOf().
packet::Candidate NodeCandidate(const graph::Graph& graph, const graph::Chosen& chosen,
                                const Json& json, std::size_t position);
packet::Candidate DeltaCandidate(const graph::Graph& graph, const graph::Delta& delta,
                                 std::size_t position);
// One line of the overview.
packet::Candidate OverviewLine(std::string_view id, std::string text, std::size_t position);

// Secrets and invisible characters are replaced in all texts of these.
Json NodeSnapshot(const graph::Graph& graph, const graph::Chosen& chosen, const Json& json);
Json DeltaJson(const graph::Delta& delta);
Json EntityJson(const graph::Question& question, const graph::Entity& entity);

}  // namespace satchel::pipeline
