#pragma once

#include <expected>
#include <string_view>

#include "settings/setting.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// Writes a setting into the user's config.toml, as `satchel config set` does, and says where.
// REQUIRES: the setting takes the value.
std::expected<void, Failure> SetForUser(const Context& context, settings::Key key,
                                        std::string_view value);

}  // namespace satchel::cli
