#pragma once

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace satchel::store::sqlite {

// Lets SQLite tell us of recoveries. Must come before anything else that SQLite is asked
// in this process; may be repeated.
void WatchRecoveries();

// Whether a write-ahead log was recovered on this thread since the last question.
bool TakeRecovered();

// Ends a write-ahead log that was found after a crash: what it holds goes into the file, and
// a new one begins.
//
// SQLite would append to it. What a power cut left behind its last commit then stays in place
// until it is overwritten, and a transaction of which all but the first page had reached the
// disk becomes valid as soon as a later one begins with the very same page: after a second cut
// it is there, although it was neither acknowledged nor seen in between.
Status EndRecoveredLog(Connection& connection);

}  // namespace satchel::store::sqlite
