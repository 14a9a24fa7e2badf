#pragma once

#include "base/json.h"
#include "engine/requests/run_view.h"

namespace satchel::engine {

// `runs diff`: what `now` has that `then` had not.
Json ToJson(const RunDifference& difference, const RunView& then, const RunView& now);

}  // namespace satchel::engine
