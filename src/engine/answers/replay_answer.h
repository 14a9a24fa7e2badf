#pragma once

#include "base/json.h"
#include "engine/requests/replay.h"

namespace satchel::engine {

// `replay`.
Json ToJson(const Replayed& replayed);

}  // namespace satchel::engine
