#pragma once

#include <string_view>

namespace satchel::text {

// Whether a run of letters, digits, '_', '-', '.' and '~' is built like the tokens of most
// issuers: a readable prefix, then a random rest, as in "acme_live_R7dKq2VbN9xLw4TzHc6JmYf3".
// Prefixes of ids, hashes and public keys do not count. Pure and linear.
bool LooksPrefixed(std::string_view run);

}  // namespace satchel::text
