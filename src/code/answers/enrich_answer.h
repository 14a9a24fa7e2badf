#pragma once

#include "base/json.h"
#include "code/requests/enrich.h"

namespace satchel::engine {

// What was described and what counts now: `enrich`.
Json ToJson(const EnrichReport& report);

}  // namespace satchel::engine
