#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace satchel {

// The word a person probably meant: the nearest by single-character edits and
// swaps, or the only one that `typed` begins. Nothing when none is near. Ties go to the first.
std::optional<std::string> Suggest(std::string_view typed, std::span<const std::string_view> words);

}  // namespace satchel
