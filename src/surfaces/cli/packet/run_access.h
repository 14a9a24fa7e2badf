#pragma once

#include <expected>
#include <optional>
#include <string>

#include "engine/requests/run_view.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

// What the commands that look at runs share.
namespace satchel::cli {

// The run of an id or a part of one; the last one when there is none.
std::expected<engine::RunView, Failure> ViewRunFrom(const Context& context,
                                                    const std::optional<std::string>& id);

}  // namespace satchel::cli
