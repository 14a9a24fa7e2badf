#pragma once

#include <string>
#include <vector>

#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// The variables that the command was called with, as "NAME=value", for a program that it starts.
std::vector<std::string> ChildEnvironment(const Context& context);

}  // namespace satchel::cli
