#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `graph.pack`: says what was understood and what is missing, and packs what the stages
// before it chose. Specification 000.
std::unique_ptr<const Stage> MakeGraphPack();

}  // namespace satchel::pipeline
