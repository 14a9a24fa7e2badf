#pragma once

#include "base/json.h"
#include "engine/code/code_refresh.h"
#include "engine/code/search.h"

namespace satchel::engine {

// The places that were found, the words they were found by, and how fresh the index was: `search`.
Json ToJson(const SearchAnswer& answer, const CodeRefresh& refresh);

}  // namespace satchel::engine
