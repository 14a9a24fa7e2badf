#pragma once

#include <cstddef>
#include <expected>
#include <string_view>

#include "surfaces/cli/command.h"
#include "surfaces/cli/invocation.h"

namespace satchel::cli {

// A whole number from `least` to `most` that a flag gives; `otherwise` when it is not there.
std::expected<std::size_t, Failure> NumberFlag(const Invocation& invocation, std::string_view flag,
                                               std::size_t least, std::size_t most,
                                               std::size_t otherwise);

// The same for `true` and `false`.
std::expected<bool, Failure> BoolFlag(const Invocation& invocation, std::string_view flag,
                                      bool otherwise);

}  // namespace satchel::cli
