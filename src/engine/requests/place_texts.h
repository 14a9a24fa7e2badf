#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/code/search.h"

namespace satchel::engine {

// What each place says, for who judges it: where and what it is, and its lines as the file has them
// now; of a place whose file cannot be read, the few lines that it is shown with. Not redacted.
std::vector<std::string> TextsOf(const SearchedFiles& files, std::span<const SearchPlace> places);

}  // namespace satchel::engine
