#pragma once

#include <string_view>

namespace satchel::text {

// Whether a term is an ordinary English word that is no stop word: `several`, `came`, `somebody`.
// Such a word is spelt right, whatever names of code look like it. Words that are often names
// themselves, such as `report`, are not among them. `term`: folded, or its stem.
bool IsCommonWord(std::string_view term);

}  // namespace satchel::text
