#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "sources/code/walk/skipped.h"

namespace satchel::code {

// Whether it is no text: a zero byte in the first 8 kB, or more of it broken than whole UTF-8.
bool IsBinary(std::string_view head);

// Whether it begins as a packet that Satchel printed.
bool IsPacket(std::string_view head);

// Why a file is not read, by its first bytes: kBinary, kPacket; nothing when it is.
std::optional<SkipReason> SkipByContent(std::string_view head);

}  // namespace satchel::code
