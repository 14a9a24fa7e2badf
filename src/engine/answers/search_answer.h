#pragma once

#include "base/json.h"
#include "engine/code/search.h"

namespace satchel::engine {

// The places that were found, and the words they were found by: `search`.
Json ToJson(const SearchAnswer& answer);

}  // namespace satchel::engine
