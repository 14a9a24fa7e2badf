#pragma once

#include <expected>
#include <string>

#include "graph/requests/edit.h"
#include "graph/requests/view.h"
#include "surfaces/cli/call/context.h"

// What the commands for graphs share.
namespace satchel::cli {

// --graphs-dir, or `graphs`.
std::string GraphsFolder(const Context& context);

// A folder that is named must be there; the usual one may be missing, since there is nothing yet.
std::expected<void, Failure> CheckGraphs(const Context& context);

engine::GraphPlace PlaceOf(const Context& context);

}  // namespace satchel::cli
