#pragma once

#include <string>
#include <string_view>

namespace satchel {

// Two lower-case digits a byte.
std::string HexOf(std::string_view bytes);
// What HexOf() wrote, in either case; empty: it is no such text.
std::string BytesFromHex(std::string_view hex);

}  // namespace satchel
