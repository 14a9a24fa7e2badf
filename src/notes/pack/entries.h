#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `notes.entries`: decisions and learnings by recency and relevance to the task's
// text, or to the tasks that are packed already. Specification 002.
std::unique_ptr<const Stage> MakeNotesEntries();

}  // namespace satchel::pipeline
