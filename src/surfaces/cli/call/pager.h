#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// The command line of the pager for this text: PAGER, or less. nullopt if the text is to be printed
// directly: it fits on the screen, --no-pager was given, PAGER is `cat`, TERM is `dumb`, or input
// or output is no terminal.
std::optional<std::string> PagerFor(const Context& context, std::string_view text);

// Prints text that is safe already, through the pager if there is one for it. If the pager cannot
// be run, it prints directly.
void PrintPaged(const Context& context, const std::string& text);

}  // namespace satchel::cli
