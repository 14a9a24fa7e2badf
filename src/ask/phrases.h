#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/analyser.h"

// Words that must follow each other.
namespace satchel::ask {

using Phrase = std::vector<text::Term>;

// What stands between quotation marks in a query that has nothing else and is short. In a longer
// text, or a pasted one, quotation marks are the text's own.
std::vector<Phrase> PhrasesOf(std::string_view query);

// Returns the texts of at least `least_words` words that stand between quotation marks or backticks
// of a longer text, at most four, each once. An apostrophe inside a word is no mark.
std::vector<std::string> QuotesIn(std::string_view text, std::size_t least_words);

// Returns the offsets where the phrase begins, at most `most`.
std::vector<std::size_t> FindPhrase(std::string_view text, const Phrase& phrase, std::size_t most);

bool HasPhrases(std::string_view text, std::span<const Phrase> phrases);

}  // namespace satchel::ask
