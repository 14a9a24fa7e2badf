#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `notes.tasks`: tier 1 (constitution, read order, instruction), open tasks and conventions.
// Specification 002.
std::unique_ptr<const Stage> MakeNotesTasks();

}  // namespace satchel::pipeline
