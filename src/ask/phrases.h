#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/analyser.h"

// Words that must follow each other.
namespace satchel::ask {

using Phrase = std::vector<text::Term>;

// What stands between quotation marks in a query that has nothing else and is short. In a longer
// text, or a pasted one, quotation marks are the text's own.
std::vector<Phrase> PhrasesOf(std::string_view query);

bool HasPhrases(std::string_view text, std::span<const Phrase> phrases);

}  // namespace satchel::ask
