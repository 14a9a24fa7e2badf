#pragma once

#include <memory>
#include <string_view>

#include "pipeline/recipe.h"
#include "pipeline/stage.h"

// The packet of everything: one request, one budget, all sources.
namespace satchel::pipeline {

inline constexpr std::string_view kPack = "pack";

const Recipe& PackRecipe();
std::unique_ptr<const Stage> MakePackShare();

}  // namespace satchel::pipeline
