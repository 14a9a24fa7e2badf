#pragma once

#include <string>

namespace satchel {

// 128 random bits from the system as 32 hexadecimal digits. Nobody can guess the next one.
std::string RandomKey();

}  // namespace satchel
