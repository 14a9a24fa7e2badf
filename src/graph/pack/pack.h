#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `graph.pack`: says what was understood and what is missing, and what the stages before it
// cut. Specification 000.
std::unique_ptr<const Stage> MakeGraphPack();

}  // namespace satchel::pipeline
