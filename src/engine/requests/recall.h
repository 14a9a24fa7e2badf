#pragma once

#include "base/result.h"
#include "code/requests/retrieve.h"
#include "memory/pack/options.h"
#include "settings/settings.h"

// Recalls: specification 001. They are made by Engine::MakePacket() with the recipe kMemory.
namespace satchel::engine {

using pipeline::kMemory;
using pipeline::MemoryOptions;

// As the settings have them.
MemoryOptions RecallOptions(const settings::Settings& settings);

// The model that ranks them, where the settings name one and want it; null: there is none. An
// error: why it cannot be had, which is no reason to recall nothing.
Result<Model> RankingModel(const settings::Settings& settings, MemoryOptions& options);

}  // namespace satchel::engine
