#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace satchel::retrieval {

// Which of a file's lines say nothing of what it does, whatever words they have: imports with all
// lines they go over, guards of headers, and what does nothing but open a namespace or an `impl`.
// One for each line. A language that is not known has none, and neither has a document.
std::vector<bool> MuteLines(std::span<const std::string_view> lines, std::string_view language);

}  // namespace satchel::retrieval
