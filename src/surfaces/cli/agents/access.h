#pragma once

#include <expected>
#include <string>

#include "base/json.h"
#include "settings/environment.h"
#include "surfaces/cli/call/agent_calls.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that connect agents share.
namespace satchel::cli {

// kInternal: the program has no face for agents.
std::expected<void, Failure> CheckAgentFace(const Context& context);

// How an agent starts this program: by its name, which goes on working after an update, where PATH
// has one of that name; else by its path.
std::string ProgramOf(const settings::Environment& environment);

// Why an agent could not be connected, with the exit code that scripts branch on.
std::unexpected<Failure> FailInstall(const Error& error);

// What was changed, or would be: the files, with --print also the lines.
void ShowConnection(const Context& context, const InstallCall& call, const InstallAnswer& answer);
Json ConnectionJson(const InstallCall& call, const InstallAnswer& answer);

}  // namespace satchel::cli
