#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `graph.deltas`: what has changed since the anchor, newest first. Specification 000.
std::unique_ptr<const Stage> MakeGraphDeltas();

}  // namespace satchel::pipeline
