#pragma once

#include "base/json.h"
#include "code/requests/code_refresh.h"
#include "code/requests/uses.h"

namespace satchel::engine {

// Who uses a name and what is behind it, and how fresh the index was: `uses`.
Json ToJson(const UsesAnswer& answer, const CodeRefresh& refresh);

}  // namespace satchel::engine
