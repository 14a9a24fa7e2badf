#pragma once

#include <string>
#include <string_view>

namespace satchel {

// With the bytes that `%41` and the like stand for; a percent sign that begins none stays.
std::string PercentDecoded(std::string_view text);

}  // namespace satchel
