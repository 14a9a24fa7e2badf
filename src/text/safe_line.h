#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::text {

// Outside text as a title or label: invisible characters written out, secrets replaced, and at
// most so many characters. For what is stored or drawn; a packet has its own gate.
std::string SafeLine(std::string_view text, std::size_t max_characters);

}  // namespace satchel::text
