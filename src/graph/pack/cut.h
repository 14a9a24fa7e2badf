#pragma once

#include <vector>

#include "base/json.h"
#include "graph/files/graph.h"
#include "graph/files/select.h"
#include "pipeline/stage_context.h"

// What the numbers of items cut. The stages of the layers only tell which nodes those are; how
// they would have looked is worked out once, for the best of all layers that the report names.
namespace satchel::pipeline {

// A value of the stage that chose, and back. What does not fit is left out.
Json CutJson(const graph::Graph& graph, const std::vector<graph::Chosen>& cut);
std::vector<graph::Chosen> CutFrom(const graph::Graph& graph, const Json& json);

// Offers what the stages before have cut: the best by name, the others counted.
void OfferCut(const graph::Graph& graph, StageContext& context);

}  // namespace satchel::pipeline
