#pragma once

#include <memory>

#include "pipeline/stage.h"

namespace satchel::pipeline {

// `code.precision`: which symbols of the files in scope are shown, and in what detail.
// Specification 003.
std::unique_ptr<const Stage> MakeCodePrecision();

}  // namespace satchel::pipeline
