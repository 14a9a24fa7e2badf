#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"

namespace satchel::code {

// The facts in words, a line each, in a fixed order: what tests and the canonical dump compare.
std::vector<std::string> FactLines(const FileFacts& facts);

}  // namespace satchel::code
