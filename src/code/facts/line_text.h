#pragma once

#include <cstdint>
#include <string_view>

namespace satchel::code {

// Lines from `first` to `last`, from 1, both inclusive, with the line break of the last one. Lines
// are those of an Extent: a line feed alone ends one. What is not there is left out.
std::string_view LinesOf(std::string_view content, std::uint32_t first, std::uint32_t last);

}  // namespace satchel::code
