#pragma once

#include <string>
#include <string_view>

#include "base/time.h"

namespace satchel::engine {

// A name for this process that no other one has: machine, boot, process and when it
// began. Not secret and never shown.
std::string ProcessMark();

// Whether the process of such a name may still be at work. One of another machine may,
// until it has not been heard of for ten minutes.
bool MayBeAlive(std::string_view mark, Time last_heard, Time now);

}  // namespace satchel::engine
