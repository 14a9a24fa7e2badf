#pragma once

#include "base/json.h"
#include "notes/requests/check.h"

namespace satchel::engine {

// `note check`.
Json ToJson(const NotesCheck& check);

}  // namespace satchel::engine
