#pragma once

#include <memory>

#include "pipeline/stage.h"

// What a pack shows of each layer, chosen and not yet packed; what the caps cut is reported.
// Specification 000.
namespace satchel::pipeline {

// `graph.tasks`: open tasks with points, each with what it needs.
std::unique_ptr<const Stage> MakeGraphTasks();
// `graph.decisions`, `graph.knowledge`: nodes with points; the tasks chosen before count.
std::unique_ptr<const Stage> MakeGraphDecisions();
std::unique_ptr<const Stage> MakeGraphKnowledge();

}  // namespace satchel::pipeline
