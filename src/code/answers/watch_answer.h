#pragma once

#include "base/json.h"
#include "code/requests/watch.h"

namespace satchel::engine {

// A line of `index --watch`.
Json ToJson(const WatchNotice& notice);

}  // namespace satchel::engine
