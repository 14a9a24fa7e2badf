#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace satchel::lexical {

// Keeps every other writer of this source's index out until the transaction ends, and gives the
// number of the change that is made under it: larger than all before, never given again after a
// commit. Without it two writers would read the same segments, and the one that commits last would
// undo what the other has written about them.
//
// The number comes from a counter's row, and taking it is what locks. SQLite has one writer for the
// whole file in any case. PostgreSQL locks the row from its update to the end of the transaction;
// whoever waited for it then reads what the one before has committed. So this must be the first
// thing that a transaction does with the index: what was read before it may be outdated.
Result<std::int64_t> LockSource(store::Transaction& transaction, std::string_view source);

}  // namespace satchel::lexical
