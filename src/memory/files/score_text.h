#pragma once

#include <optional>
#include <string_view>

#include "base/score.h"

namespace satchel::memory {

// A decimal number from 0 to 1, with an exponent or without: 0.85, .5, 1, 5e-7. Rounded once, half
// to even, without floating point. Nothing: it is no such number.
std::optional<Score> ParseFraction(std::string_view text);

}  // namespace satchel::memory
