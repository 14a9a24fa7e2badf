#pragma once

#include <cstddef>

#include "base/json.h"
#include "graph/requests/view.h"

namespace satchel::engine {

// How many of the faults are errors; the others are warnings.
std::size_t ErrorsIn(const GraphCheck& check);

// `graph validate`.
Json ToJson(const GraphCheck& check);

}  // namespace satchel::engine
