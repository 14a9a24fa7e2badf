#pragma once

#include <expected>
#include <optional>
#include <string>

#include "base/id.h"
#include "engine/engine.h"
#include "engine/requests/run_view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that look at runs share.
namespace satchel::cli {

// The run that a person names: by its id or a part of one, or "last"; the last one when there is
// none. A name that fits several is a mistake of the command line.
std::expected<RunId, Failure> FindRunFrom(engine::Engine& engine, const Context& context,
                                          const std::optional<std::string>& id);

// What the log knows of it.
std::expected<engine::RunView, Failure> ViewRunFrom(const Context& context,
                                                    const std::optional<std::string>& id);

}  // namespace satchel::cli
