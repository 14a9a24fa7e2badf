#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// The folded form of single words as NextWord finds them.
namespace satchel::text {

// An ASCII word as it stands in the text or, where it must be changed, in `buffer`.
std::string_view FoldAsciiWord(std::string_view word, bool has_upper, std::string& buffer);

// Steps over a contraction after an ASCII word that ends at `end` and returns where it
// ends. "n't" turns the word into another one, so its t is kept in `folded`, which then
// points to `buffer`; the other endings are words without meaning for search.
std::size_t TakeContraction(std::string_view text, std::size_t end, std::string& buffer,
                            std::string_view& folded);

// Any word into `out`, without the fractions, spaces and brackets that NFKC makes out of
// some letters and numbers. Empty if nothing else is left.
void FoldWord(std::string_view word, std::string& out);

}  // namespace satchel::text
