#pragma once

#include "base/deadline.h"
#include "base/error.h"
#include "base/git.h"
#include "evaluation/revision_store.h"
#include "surfaces/cli/command.h"
#include "surfaces/cli/context.h"

// What the commands that measure share.
namespace satchel::cli {

// All three must outlive it.
evaluation::Tools ToolsOf(const Context& context, const Git& git, const Deadline& deadline);

std::unexpected<Failure> FailEval(const Error& error);

}  // namespace satchel::cli
