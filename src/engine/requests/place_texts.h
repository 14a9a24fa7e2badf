#pragma once

#include <span>
#include <string>
#include <vector>

#include "code/requests/search.h"

namespace satchel::engine {

// Returns a text for each place, for a model that judges it: path, kind and symbol, then the lines
// as the file has them now, or the shown lines if the file cannot be read. Each file is redacted as
// a whole before its lines are cut.
std::vector<std::string> TextsOf(const SearchedFiles& files, std::span<const SearchPlace> places);

}  // namespace satchel::engine
