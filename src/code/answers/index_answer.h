#pragma once

#include "base/json.h"
#include "code/requests/code_index.h"

namespace satchel::engine {

// What was read and what was left out: `index`.
Json ToJson(const CodeIndexReport& report);

}  // namespace satchel::engine
