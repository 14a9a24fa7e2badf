#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `code.scope`: the files that a task is about, by tiers. Specification 003.
std::unique_ptr<const Stage> MakeCodeScope();

}  // namespace satchel::pipeline
