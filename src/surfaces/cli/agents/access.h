#pragma once

#include <expected>
#include <string>

#include "base/json.h"
#include "settings/environment.h"
#include "surfaces/agents/connect.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that connect agents share.
namespace satchel::cli {

// What is to be done with one agent, as the flags say; with all, if it is empty.
agents::ConnectRequest RequestFrom(const Context& context, std::string agent);

// How an agent starts this program: by its name, which goes on working after an update, where PATH
// has one of that name; else by its path.
std::string ProgramOf(const settings::Environment& environment);

// Why an agent could not be connected, with the exit code that scripts branch on.
std::unexpected<Failure> FailInstall(const Error& error);

// What was changed, or would be: the files, with --print also the lines.
void ShowConnection(const Context& context, const agents::ConnectRequest& request,
                    const agents::Connected& connected);
Json ConnectionJson(const agents::ConnectRequest& request, const agents::Connected& connected);

}  // namespace satchel::cli
