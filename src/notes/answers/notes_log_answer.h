#pragma once

#include <cstddef>

#include "base/json.h"
#include "notes/requests/log.h"

namespace satchel::engine {

// `note log`: the latest commits, at most so many.
Json ToJson(const NotesLog& log, std::size_t most);

}  // namespace satchel::engine
