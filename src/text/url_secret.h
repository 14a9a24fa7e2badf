#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "text/private_key.h"

namespace satchel::text {

// The password, or the token in the place of a user, of the address whose "://" is at `hit`.
// Looks at a bounded number of bytes.
std::optional<ByteSpan> FindUrlSecret(std::string_view text, std::size_t hit);

// Where the marker "[redacted:kind]" that begins at `hit` ends; 0 if there is none.
std::size_t MarkerEnd(std::string_view text, std::size_t hit);

}  // namespace satchel::text
