#pragma once

#include "base/id.h"
#include "base/time.h"

namespace satchel::engine {

// A new id for what begins now: the moment, to the second, and 40 random bits, so that ids
// sort by time for people.
RunId MakeRunId(Time now);

}  // namespace satchel::engine
