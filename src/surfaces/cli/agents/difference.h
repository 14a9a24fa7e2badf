#pragma once

#include <string>
#include <string_view>

namespace satchel::cli {

// The lines in which two texts differ, from the first to the last of them: those of `before` with
// "- ", then those of `after` with "+ ". One line on each side is shown with two blanks. Long lines
// are cut, secrets taken out.
std::string Difference(std::string_view before, std::string_view after);

}  // namespace satchel::cli
