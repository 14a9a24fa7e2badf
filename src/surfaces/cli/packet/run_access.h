#pragma once

#include <expected>
#include <optional>
#include <string>

#include "base/json.h"
#include "engine/requests/run_view.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/table/command.h"

// What the commands that look at runs share.
namespace satchel::cli {

// The run of an id or a part of one; the last one when there is none.
std::expected<engine::RunView, Failure> ViewRunFrom(const Context& context,
                                                    const std::optional<std::string>& id);

Json DecisionJson(const engine::LoggedDecision& decision);
Json RunJson(const engine::RunSummary& run);

}  // namespace satchel::cli
