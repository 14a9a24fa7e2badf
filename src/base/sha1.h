#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace satchel {

// SHA-1, for what others name or split by it. It resists no forger: our own names are by
// Sha256Of().
std::array<std::uint8_t, 20> Sha1Of(std::string_view bytes);

}  // namespace satchel
