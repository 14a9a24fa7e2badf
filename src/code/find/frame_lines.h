#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ask/trace.h"

namespace satchel::retrieval {

// The text without the lines of a stack trace whose frame `drops` says yes to, and without the line
// of source that Python prints below one. A compiler's message stays, because it says more than a
// place.
std::string WithoutFrames(std::string_view text,
                          const std::function<bool(const ask::TraceFrame& frame)>& drops);

}  // namespace satchel::retrieval
