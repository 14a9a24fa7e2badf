#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "engine/stores/store_place.h"

namespace satchel::engine {

// Brings an index that an earlier version made to the schema of this one; its rows stay. For who
// may write, and has found that it cannot be read as it is. SQLite alone: on a server that is for
// the owner. An error: it is of a later version, is no index, or somebody writes all the time.
Status BringForward(const StorePlace& place, const Deadline& deadline);

}  // namespace satchel::engine
