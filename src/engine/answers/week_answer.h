#pragma once

#include "base/json.h"
#include "engine/requests/week.h"

namespace satchel::engine {

// `week` of `status --week`.
Json ToJson(const Week& week);

}  // namespace satchel::engine
