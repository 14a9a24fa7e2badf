#pragma once

#include <string_view>

namespace satchel::text {

// Words that say what is asked rather than about what: articles, prepositions,
// pronouns, auxiliaries and question words of English and Russian, and contracted
// forms as the analyser writes them ("dont"). REQUIRES: `word` is folded.
bool IsStopWord(std::string_view word);

}  // namespace satchel::text
