#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace satchel::code {

// An object as people write it in configuration files: with comments, commas before a closing
// bracket and a byte order mark. Nothing when it is no object, or larger or deeper than such files
// are.
std::optional<Json> ReadLooseJson(std::string_view bytes);

// The text under a key; empty when there is none.
std::string TextAt(const Json& object, std::string_view key);

}  // namespace satchel::code
