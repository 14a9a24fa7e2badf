#pragma once

#include <string>
#include <vector>

#include "base/deadline.h"
#include "settings/environment.h"
#include "surfaces/cli/call/streams.h"

namespace satchel::cli {

// The whole command line tool as a function: `args` without the program's name.
// Returns the exit code; never exits, throws or touches globals. When `interrupt` is
// cancelled, what is being done stops soon and the code is 130.
int Run(const std::vector<std::string>& args, const Streams& streams,
        const settings::Environment& environment, const CancelSource& interrupt = {});

}  // namespace satchel::cli
