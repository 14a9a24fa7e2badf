#pragma once

#include <string>
#include <string_view>

#include "base/time.h"

namespace satchel::graph {

// 26 characters that sort by time: 48 bits of milliseconds, 80 bits at random.
std::string MakeUlid(Time now);

// "TG-TASK" and a new one: "TG-TASK-01J…".
std::string MakeId(std::string_view prefix, Time now);

}  // namespace satchel::graph
