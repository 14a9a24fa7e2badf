#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace satchel {

// Bytes as text (RFC 4648, with padding): how JSON carries them.
std::string EncodeBase64(std::string_view bytes);

// The reverse of it, strictly: whatever EncodeBase64() would not write is refused.
Result<std::string> DecodeBase64(std::string_view text);

}  // namespace satchel
