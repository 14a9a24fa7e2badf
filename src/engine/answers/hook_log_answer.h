#pragma once

#include "base/json.h"
#include "engine/requests/hook_log.h"

namespace satchel::engine {

// What `hook log` prints.
Json ToJson(const HookLog& log);

}  // namespace satchel::engine
