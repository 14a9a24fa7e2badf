#pragma once

#include <cstdint>

#include "code/parse/rules.h"

namespace satchel::code {

extern const LanguageRules kCRules;

namespace c_family {
// Also for what C++ has in common with C.
void Visit(std::uint8_t code, const Node& node, Extraction& out);
}  // namespace c_family

}  // namespace satchel::code
