#pragma once

#include <string>
#include <string_view>

namespace satchel {

// Two lower-case digits a byte.
std::string HexOf(std::string_view bytes);

}  // namespace satchel
