#pragma once

#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// `status --week`: what the packets of the last seven days were worth.
Outcome RunWeek(Context& context);

}  // namespace satchel::cli
