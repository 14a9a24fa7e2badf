#pragma once

#include <string>
#include <string_view>

namespace satchel::ask {

// A report without what its form asked for and nobody wrote: comments, boxes to tick, headings such
// as "Steps to reproduce", sections about the environment, lists of versions. The first line stays.
// A text of one line is returned as it is.
std::string WithoutForm(std::string_view report);

}  // namespace satchel::ask
